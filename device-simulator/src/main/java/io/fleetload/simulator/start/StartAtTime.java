// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.CompletableFuture;

/**
 * The flows begin at a time that the user says.
 *
 * @param time when
 * @param clock the wall clock
 */
public record StartAtTime(Instant time, Clock clock) implements FlowStart {

  /**
   * Reads it.
   *
   * @param text what the user said
   * @throws UsageException if it is no time
   */
  public static StartAtTime parse(String text, Clock clock) throws UsageException {
    try {
      return new StartAtTime(Instant.parse(text), clock);
    } catch (DateTimeParseException e) {
      throw new UsageException(
          "--start-at: found \"%s\", expected a time in UTC such as 2026-11-21T18:00:00Z"
              .formatted(text));
    }
  }

  @Override
  public void enter() throws UsageException {
    Instant now = clock.instant();
    if (!now.isBefore(time)) {
      throw new UsageException(
          "--start-at: %s is past, here it is %s; expected a time to come, which leaves the fleet"
                  .formatted(time, now)
              + " time to connect");
    }
  }

  @Override
  public void stillPossible(String connected) throws TargetException {
    if (!clock.instant().isBefore(time)) {
      throw new TargetException(
          "--start-at: the fleet was not connected at %s (%s); give a later time, or a higher"
                  .formatted(time, connected)
              + " phases.connect.rate");
    }
  }

  @Override
  public CompletableFuture<Instant> agreed() {
    return CompletableFuture.completedFuture(time);
  }

  @Override
  public String waitsFor() {
    return "is connected; the flows begin at " + time;
  }
}
