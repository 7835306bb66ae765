// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.time.Duration;

/**
 * A fault of the network and when it is there.
 *
 * @param from its beginning, from the beginning of the measured phase
 * @param to its end
 * @param fault what happens meanwhile
 */
record FaultWindow(Duration from, Duration to, LinkFault fault) {

  /** A fault from one second to another one. */
  static FaultWindow between(double from, double to, LinkFault fault) {
    return new FaultWindow(seconds(from), seconds(to), fault);
  }

  /** Whether the fault is there at that time. */
  boolean covers(Duration now) {
    return now.compareTo(from) >= 0 && now.compareTo(to) < 0;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }
}
