// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.driver.RunClock;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The longest time that what the backend receives from did not answer. What came then is late by
 * it, and the result says who was. A time in which this program itself did not look does not count.
 */
final class SourceSilence {
  /** Every source is asked about once a second; less than that is no silence. */
  private static final long LEAST_NANOS = 3_000_000_000L;

  /**
   * Longest pause between two looks, in ns. After a longer one no one knows whether something came
   * meanwhile, so the silence starts again.
   */
  private static final long LONGEST_LOOK_NANOS = 1_000_000_000L;

  private static final double NANOS = 1e9;

  private long looked;
  private long listening;
  private long longest;
  private long longestFrom;

  /** From a monotonic time in ns on. */
  SourceSilence(long now) {
    this.looked = now;
    this.listening = now;
  }

  /**
   * Looks.
   *
   * @param now monotonic time in ns
   * @param answered when the source was seen to answer last, on the same clock
   */
  void look(long now, long answered) {
    if (now - looked > LONGEST_LOOK_NANOS) {
      listening = now;
    }
    looked = now;
    long from = Math.max(listening, answered);
    if (now - from > longest) {
      longest = now - from;
      longestFrom = from;
    }
  }

  /** The longest silence as a sentence, if it is long enough to report. */
  Optional<String> note(String source, RunClock clock) {
    return longest < LEAST_NANOS
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s did not answer the backend for about %.0f s, from %s on; what it held back is"
                    + " late by that",
                source,
                longest / NANOS,
                Instant.ofEpochSecond(clock.epochNanos(longestFrom) / 1_000_000_000L)));
  }
}
