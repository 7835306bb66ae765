// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import java.util.Locale;

/**
 * One line of the table.
 *
 * @param what what was held against what
 * @param done what was done to the simulator
 * @param reported what it reported
 * @param difference between the two
 * @param outcome whether they are the same
 */
public record Check(String what, String done, String reported, String difference, Outcome outcome) {

  /** Two counts that must be equal. */
  public static Check count(String what, long done, long reported) {
    return new Check(
        what,
        Long.toString(done),
        Long.toString(reported),
        Long.toString(reported - done),
        done == reported ? Outcome.OK : Outcome.NOT_OK);
  }

  /**
   * Two counts that must be equal, of which one was taken off the wire.
   *
   * @param dropped datagrams that the host dropped before the one who counts could read them: the
   *     two counts may differ by so many, and are not judged then
   */
  static Check onTheWire(String what, long done, long reported, long dropped) {
    Check exact = count(what, done, reported);
    return exact.outcome() == Outcome.NOT_OK && Math.abs(reported - done) <= dropped
        ? new Check(what, exact.done(), exact.reported(), exact.difference(), Outcome.NOT_JUDGED)
        : exact;
  }

  static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
