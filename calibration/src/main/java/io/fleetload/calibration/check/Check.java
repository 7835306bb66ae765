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

  static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
