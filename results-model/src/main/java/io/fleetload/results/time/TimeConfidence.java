// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.confidence.BlockNoise;
import io.fleetload.results.confidence.ConfidenceInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Intervals of the mean and of the percentiles of times.
 *
 * <p>A percentile has the interval of the ranks that it may have: of N messages a share p is at
 * most the true percentile, give or take the noise of that count, and the times at both ranks are
 * the ends (Woodruff, Confidence Intervals for Medians and Other Position Measures, Journal of the
 * American Statistical Association 47, 1952). The noise of the count is that of blocks of time, and
 * at least that of independent messages, which order statistics alone have (Conover, Practical
 * Nonparametric Statistics, 3rd edition, 3.2), with the first term for the skewness of a binomial
 * distribution (Cornish and Fisher, 1937).
 */
public final class TimeConfidence {
  private static final List<String> KEYS =
      List.of("p50", "p75", "p90", "p95", "p99", "p999", "p9999");
  private static final double[] SHARES = {0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999};
  private static final double SKEW = (ConfidenceInterval.HALF * ConfidenceInterval.HALF - 1) / 6;

  /** Of fewer messages on either side of a percentile their number is not normal. */
  private static final double FEW = 30;

  private final LatencyHistogram whole;
  private final long[] found = new long[SHARES.length];
  private final List<Block> blocks = new ArrayList<>();
  private int last;

  /** One block of time: its messages, and how many of them took up to each percentile of all. */
  private static final class Block {
    private final long count;
    private final double sumNanos;
    private final long[] upTo = new long[SHARES.length];

    Block(LatencyHistogram times, long[] percentiles) {
      count = times == null ? 0 : times.count();
      sumNanos = count == 0 ? 0 : times.sum();
      for (int i = 0; count > 0 && i < SHARES.length; i++) {
        upTo[i] = times.countUpTo(percentiles[i]);
      }
    }
  }

  /** Of these times; blocks are added in the order of time. */
  public TimeConfidence(LatencyHistogram whole) {
    this.whole = whole;
    for (int i = 0; i < SHARES.length; i++) {
      found[i] = whole.percentile(100 * SHARES[i]);
    }
  }

  /** Adds the next block of time, all of one length; null for one without messages. */
  void add(LatencyHistogram times) {
    Block block = new Block(times, found);
    blocks.add(block);
    last = block.count == 0 ? last : blocks.size();
  }

  /** The summary with its intervals. */
  LatencySummary summary() {
    // Nothing is due after the end; blocks without messages there are no stalls.
    blocks.subList(last, blocks.size()).clear();
    LatencySummary figures = whole.summary();
    return whole.count() == 0
        ? figures
        : figures.with(
            intervals(),
            blocks.size() >= BlockNoise.LEAST
                ? LatencySummary.BY_BLOCKS
                : LatencySummary.BY_MESSAGES);
  }

  private Map<String, ConfidenceInterval> intervals() {
    Map<String, ConfidenceInterval> intervals = new LinkedHashMap<>();
    intervals.put("mean", mean());
    for (int i = 0; i < SHARES.length; i++) {
      intervals.put(KEYS.get(i), percentile(i));
    }
    return intervals;
  }

  private ConfidenceInterval mean() {
    double single = whole.deviation() * Math.sqrt((double) whole.count());
    double half = BlockNoise.half(single, noise(block -> block.sumNanos)) / whole.count();
    return whole.count() == 1
        ? new ConfidenceInterval(null, null)
        : new ConfidenceInterval(
            LatencySummary.millis(Math.max(0, whole.mean() - half)),
            LatencySummary.millis(whole.mean() + half));
  }

  private ConfidenceInterval percentile(int which) {
    double share = SHARES[which];
    double single = Math.sqrt((double) whole.count() * share * (1 - share));
    double half = BlockNoise.half(single, noise(block -> block.upTo[which]));
    double wider = half / (ConfidenceInterval.HALF * single);
    double effective = whole.count() / (wider * wider);
    if (effective * Math.min(share, 1 - share) < FEW) {
      return exact(share, (int) Math.max(1, Math.round(effective)));
    }
    double middle = whole.count() * share + SKEW * (1 - 2 * share);
    return new ConfidenceInterval(
        atRank((long) Math.ceil(middle - half)), atRank((long) Math.floor(middle + half) + 1));
  }

  /** By the binomial distribution of so many independent messages, each in place of several. */
  private ConfidenceInterval exact(double share, int messages) {
    BinomialDistribution upTo = BinomialDistribution.of(messages, share);
    double each = whole.count() / (double) messages;
    int low = upTo.inverseCumulativeProbability(ConfidenceInterval.TAIL);
    int high = upTo.inverseSurvivalProbability(ConfidenceInterval.TAIL) + 1;
    return new ConfidenceInterval(
        atRank((long) Math.ceil(low * each)),
        high > messages ? null : atRank((long) Math.ceil(high * each)));
  }

  /**
   * Noise of a sum over all blocks, of how it differs from what the number of messages explains.
   */
  private BlockNoise noise(ToDoubleFunction<Block> value) {
    double sum = blocks.stream().mapToDouble(value).sum();
    double each = sum / Math.max(1, blocks.stream().mapToLong(block -> block.count).sum());
    return BlockNoise.of(
        blocks.stream()
            .mapToDouble(block -> value.applyAsDouble(block) - each * block.count)
            .toArray());
  }

  private Double atRank(long rank) {
    return rank < 1 || rank > whole.count()
        ? null
        : (Double)
            LatencySummary.millis(whole.percentile(100 * (rank - 0.5) / (double) whole.count()));
  }
}
