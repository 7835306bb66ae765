// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.verdict.ThresholdOutcome;
import java.time.Instant;
import java.util.Locale;

/**
 * The threshold that ended a run before its time.
 *
 * @param threshold as it was written
 * @param figure the figure that crossed it
 * @param found what the figure was in that window; null if it had none
 * @param afterSeconds when it was judged, in s from the begin of the measured phase
 * @param epochMs the same, in ms since the epoch
 */
public record AbortReason(
    String threshold, String figure, Double found, double afterSeconds, long epochMs) {

  /** The whole of it in words. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "aborted %.1f s into the measured phase, at %s, by the threshold \"%s\": %s was %s",
        afterSeconds,
        Instant.ofEpochMilli(epochMs),
        threshold,
        figure,
        ThresholdOutcome.told(threshold, figure, found));
  }
}
