// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Sees when a target does not answer any more: when all simulators of the run say so, the devices'
 * and the backend's, and have said so for the profile's {@code target.gone}. One side alone is no
 * proof: the part that devices talk to may restart while the rest goes on. Thread-safe.
 */
public final class TargetWatch {
  /** A simulator says every second that it hears nothing; one that hangs says nothing at all. */
  private static final Duration SAID_LATELY = Duration.ofSeconds(5);

  private final Duration longest;
  private final Clock clock;
  private final Set<String> simulators = new HashSet<>();
  private final Map<String, Silent> silent = new HashMap<>();
  private final CompletableFuture<String> gone = new CompletableFuture<>();

  /** Of one simulator: since when it hears nothing, and when it said so last. */
  private record Silent(Instant since, Instant said) {}

  /**
   * Creates a watch without simulators.
   *
   * @param longest longest time that a target may be silent; zero for any time
   */
  public TargetWatch(Duration longest, Clock clock) {
    this.longest = longest;
    this.clock = clock;
  }

  /** Adds a simulator. The target is gone only once all simulators report silence. */
  public synchronized void simulator(String process) {
    simulators.add(process);
  }

  /** Takes note of what a simulator says. */
  public synchronized void saw(String process, ToolEvent.Silence said) {
    if (said.sinceEpochMs() == null) {
      silent.remove(process);
      return;
    }
    Instant now = clock.instant();
    silent.put(process, new Silent(Instant.ofEpochMilli(said.sinceEpochMs()), now));
    if (longest.isZero() || !simulators.stream().allMatch(each -> isSilent(each, now))) {
      return;
    }
    Instant since =
        simulators.stream()
            .map(each -> silent.get(each).since)
            .max(Instant::compareTo)
            .orElseThrow();
    if (Duration.between(since, now).compareTo(longest) >= 0) {
      gone.complete(
          "the target does not answer any more since %s: %s for %s s (target.gone)"
              .formatted(
                  since.truncatedTo(ChronoUnit.SECONDS),
                  simulators.size() > 1
                      ? "neither the devices nor the backend heard of it"
                      : "no device heard of it",
                  longest.toSeconds()));
    }
  }

  /** Completed, with one line that says so, once the target is gone. */
  public CompletableFuture<String> gone() {
    return gone;
  }

  private boolean isSilent(String process, Instant now) {
    Silent last = silent.get(process);
    return last != null && Duration.between(last.said, now).compareTo(SAID_LATELY) <= 0;
  }
}
