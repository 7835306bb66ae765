// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.confidence.ConfidenceInterval;
import java.util.List;
import java.util.Map;

/**
 * The figures of a {@link LatencyHistogram} that people read, in milliseconds with three decimals.
 * Where nothing was measured there are no figures: a percentile of nothing must not hold a bound.
 *
 * @param count how many messages were measured
 * @param times how long they took; each time is absent where nothing was measured
 * @param belowZero how many of them had a negative latency and count as 0
 * @param aboveHighest how many were above one hour and count as one hour
 * @param uncertaintyMs by how much each of the times may be wrong either way, in ms, because two
 *     clocks measured it; absent where one clock did, where the clocks are not known, and where
 *     times below zero prove that they are not
 * @param intervals how sure mean and percentiles are, by their key: the interval of 95 %, in ms;
 *     absent of nothing, and of what is no sample, such as the delays of a simulator
 * @param intervalsBy {@value #BY_BLOCKS} if the noise is that of blocks of time; {@value
 *     #BY_MESSAGES} if messages had to be taken as independent, so that the intervals are at least
 *     as wide as these
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LatencySummary(
    long count,
    @JsonUnwrapped Percentiles times,
    long belowZero,
    long aboveHighest,
    Double uncertaintyMs,
    Map<String, ConfidenceInterval> intervals,
    String intervalsBy) {

  /** Basis of intervals: blocks of time. */
  public static final String BY_BLOCKS = "blocks";

  /** Basis of intervals: single messages. */
  public static final String BY_MESSAGES = "messages";

  /**
   * Mean and percentiles, in ms.
   *
   * @param p999 the 99.9th percentile; {@code p99.9} in a file of an earlier version
   * @param p9999 the 99.99th percentile
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Percentiles(
      Double min,
      Double mean,
      Double p50,
      Double p75,
      Double p90,
      Double p95,
      Double p99,
      @JsonAlias("p99.9") Double p999,
      @JsonAlias("p99.99") Double p9999,
      Double max) {

    /** Of no message. */
    static final Percentiles NONE =
        new Percentiles(null, null, null, null, null, null, null, null, null, null);

    private static Percentiles of(LatencyHistogram histogram) {
      return new Percentiles(
          millis(histogram.min()),
          millis(histogram.mean()),
          millis(histogram.percentile(50)),
          millis(histogram.percentile(75)),
          millis(histogram.percentile(90)),
          millis(histogram.percentile(95)),
          millis(histogram.percentile(99)),
          millis(histogram.percentile(99.9)),
          millis(histogram.percentile(99.99)),
          millis(histogram.max()));
    }
  }

  /** The keys of its times. */
  public static final List<String> TIMES =
      List.of("min", "mean", "p50", "p75", "p90", "p95", "p99", "p999", "p9999", "max");

  /**
   * By how much two programs on one clock may stamp one moment differently: each ties its own timer
   * to the clock once, and the stamp of a small message counts in tenths of a millisecond.
   */
  private static final double STAMPS_APART_MS = 1;

  /**
   * Number of messages that a percentile needs, by its key; of fewer the largest time alone decides
   * it.
   */
  private static final Map<String, Integer> LEAST =
      Map.of("p99", 100, "p999", 1_000, "p9999", 10_000);

  private static final Map<String, String> LABELS = Map.of("p999", "p99.9", "p9999", "p99.99");

  /** Returns whether a percentile of so many messages is more than their largest time. */
  public static boolean isOfEnough(String key, long count) {
    return count >= LEAST.getOrDefault(key, 0);
  }

  /** The key of the time with that label. */
  static String key(String label) {
    return LABELS.entrySet().stream()
        .filter(each -> each.getValue().equals(label))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(label);
  }

  /** The time of that key, in ms; null if nothing was measured. */
  public Double time(String key) {
    return switch (key) {
      case "mean" -> times.mean();
      case "p50" -> times.p50();
      case "p75" -> times.p75();
      case "p90" -> times.p90();
      case "p95" -> times.p95();
      case "p99" -> times.p99();
      case "p999" -> times.p999();
      default -> times.p9999();
    };
  }

  /** Label of the time of that key in a table. */
  public static String label(String key) {
    return LABELS.getOrDefault(key, key);
  }

  /** The name of a figure, of which an earlier version wrote {@code p99.9} for {@code p999}. */
  public static String named(String figure) {
    String name = figure;
    for (Map.Entry<String, String> each : LABELS.entrySet()) {
      if (name.endsWith("." + each.getValue())) {
        name = name.substring(0, name.length() - each.getValue().length()) + each.getKey();
      }
    }
    return name;
  }

  /** A tree of an earlier version with the keys of this one. */
  public static void renameIn(JsonNode tree) {
    if (tree instanceof ObjectNode figures) {
      LABELS.forEach(
          (key, former) -> {
            JsonNode value = figures.remove(former);
            if (value != null) {
              figures.set(key, value);
            }
          });
    }
    tree.forEach(LatencySummary::renameIn);
  }

  /** Reads the figures off a histogram. */
  static LatencySummary of(LatencyHistogram histogram) {
    return new LatencySummary(
        histogram.count(),
        histogram.count() == 0 ? Percentiles.NONE : Percentiles.of(histogram),
        histogram.belowZero(),
        histogram.aboveHighest(),
        null,
        null,
        null);
  }

  /** The same of times that may be wrong by so much either way, in ms; null if unknown. */
  public LatencySummary within(Double errorMs) {
    return new LatencySummary(
        count, times, belowZero, aboveHighest, errorMs, intervals, intervalsBy);
  }

  /** The same of times that are not known: how many there are, and no more. */
  public LatencySummary withoutTimes() {
    return new LatencySummary(
        count, Percentiles.NONE, belowZero, aboveHighest, null, null, intervalsBy);
  }

  LatencySummary with(Map<String, ConfidenceInterval> sure, String by) {
    return new LatencySummary(count, times, belowZero, aboveHighest, uncertaintyMs, sure, by);
  }

  /**
   * The summary of times between two clocks. A time below zero that the error does not explain
   * proves that the clocks differ by more than is known.
   *
   * @param errorMs by how much the clocks may make a time wrong either way, in ms; null if it is
   *     not known
   * @param blocks the same times by blocks, or null
   */
  public static LatencySummary betweenClocks(
      LatencyHistogram times, Double errorMs, TimeBlocks blocks) {
    Long lowest = times.lowest();
    boolean explained =
        lowest != null && errorMs != null && -lowest / 1e6 <= errorMs + STAMPS_APART_MS;
    return times.estimates(blocks).within(explained ? errorMs : null);
  }

  static double millis(double nanos) {
    return Math.round(nanos / 1_000.0) / 1_000.0;
  }
}
