// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * A process in a run, with what it needs to agree with the others.
 *
 * @param clock the wall clock, which the hosts share
 * @param connecting time that a fleet takes to connect, by the profile
 * @param say receives lines for a person
 * @param pause lets time pass between two looks at a log
 */
record Membership(
    SharedRun run,
    Participant me,
    Clock clock,
    Duration connecting,
    Consumer<String> say,
    Pause pause) {
  /** A log that does not show what was written to it is given up after this time. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A leader that is there decides within the timeout; so much later it is gone. */
  static final Duration GRACE = Duration.ofSeconds(10);

  /**
   * Shortest time to wait for the first shards, since a user may start them by hand or have their
   * images pulled.
   */
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  /** Time between two looks at a log. */
  static final Duration LOOK = Duration.ofMillis(100);

  /** Largest number of looks for what has to be there. */
  private static final int MOST_LOOKS = 300;

  /** Time that passes between two looks. */
  @FunctionalInterface
  interface Pause {
    void pass(Duration time) throws InterruptedException;
  }

  /** A look at a log that finds something or does not. */
  @FunctionalInterface
  interface LogLook {
    boolean found() throws TargetException;
  }

  Instant now() {
    return clock.instant();
  }

  Duration timeout() {
    return Duration.ofNanos(run.timeout().nanos());
  }

  /** Returns the longest wait for a connected shard, from when the last participant came. */
  Duration untilFirstReady() {
    return connecting.plus(timeout().compareTo(LONGEST_START) > 0 ? timeout() : LONGEST_START);
  }

  /**
   * Looks until it finds.
   *
   * @return false if it did not after so many looks that there is no use in more
   */
  boolean finds(LogLook look) throws TargetException {
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      if (look.found()) {
        return true;
      }
      pass(LOOK);
    }
    return false;
  }

  /** Waits a little. */
  void pass(Duration time) throws TargetException {
    try {
      pause.pass(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("coordination: %s was stopped".formatted(me));
    }
  }

  static TargetException notShown(String log) {
    return new TargetException(
        "coordination: %s does not show what was written to it".formatted(log));
  }
}
