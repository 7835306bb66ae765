// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * The time at which a run, or all shards of one, was to begin its flows, and how well it did.
 *
 * @param epochMs the agreed time, ms since the epoch
 * @param skewMs how much later the generator began its flows, in ms by the clock of its host; of
 *     several shards the largest; absent where the flows did not begin
 * @param leastSkewMs of several shards the smallest
 * @param spreadMs from the first shard that began to the last, in ms; absent of one process
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgreedStart(long epochMs, Double skewMs, Double leastSkewMs, Double spreadMs) {
  /** Shards that begin more than this apart, in ms, do not load the target together. */
  public static final long MOST_APART_MILLIS = 1_000;

  private static final double STEPS = 1e3;

  /** The start of all shards of a run; null if none agreed on a time. */
  public static AgreedStart ofShards(List<AgreedStart> shards) {
    if (shards.isEmpty()) {
      return null;
    }
    long agreed = shards.stream().mapToLong(AgreedStart::epochMs).min().orElseThrow();
    // The run began when every shard had.
    if (shards.stream().anyMatch(each -> each.skewMs() == null)) {
      return new AgreedStart(agreed, null, null, null);
    }
    DoubleSummaryStatistics began =
        shards.stream()
            .mapToDouble(each -> each.epochMs() - agreed + each.skewMs())
            .summaryStatistics();
    return new AgreedStart(
        agreed,
        rounded(began.getMax()),
        rounded(began.getMin()),
        rounded(began.getMax() - began.getMin()));
  }

  private static Double rounded(double millis) {
    return Math.round(millis * STEPS) / STEPS;
  }
}
