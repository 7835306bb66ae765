// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Time for a run: a monotonic clock, and the wall clock that it stood at when the run began. Stamps
 * carry wall time so that two processes can compare; everything measured on one side uses monotonic
 * time.
 */
public interface RunClock {
  /** Monotonic time in ns; only differences mean anything. */
  long nanos();

  /** The wall time, in ns since the epoch, of a monotonic time. */
  long epochNanos(long nanos);

  /** The system's clocks, tied together once. */
  static RunClock system() {
    long anchorNanos = System.nanoTime();
    long anchorEpoch = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
    return new RunClock() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public long epochNanos(long nanos) {
        return anchorEpoch + (nanos - anchorNanos);
      }
    };
  }
}
