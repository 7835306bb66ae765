// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.format.RequiredWithGaps;
import java.util.ArrayList;
import java.util.List;

/**
 * Times in blocks of one length, each a whole histogram: how they differ from block to block says
 * how sure the figures of all of them are. Blocks begin with multiples of their length since a time
 * that several processes share, so theirs can be added.
 *
 * @param seconds length of a block, in s, a power of 2
 * @param first number of the first block since that time
 * @param histograms an {@linkplain LatencyHistogram#encoded() encoded} histogram a block, null if
 *     it has no times
 */
public record TimeBlocks(int seconds, long first, @RequiredWithGaps List<String> histograms) {
  /** So many blocks say enough; if there are more, two become one. */
  static final int MOST = 64;

  /** Of no times. */
  public static final TimeBlocks NONE = new TimeBlocks(1, 0, List.of());

  /** Refuses a length with which no second has a place. */
  public TimeBlocks {
    if (seconds < 1 || Integer.bitCount(seconds) != 1) {
      throw new IllegalArgumentException(
          "blocks: found seconds %s, expected a power of 2".formatted(seconds));
    }
  }

  /** The sum of both; that of one and null is null, as a part is not the whole. */
  public static TimeBlocks sum(TimeBlocks one, TimeBlocks other) {
    if (one == null || other == null) {
      return null;
    }
    if (one.histograms.isEmpty() || other.histograms.isEmpty()) {
      return one.histograms.isEmpty() ? other : one;
    }
    int length = Math.max(one.seconds, other.seconds);
    TimeBlocks a = one.ofLength(length);
    TimeBlocks b = other.ofLength(length);
    long from = Math.min(a.first, b.first);
    List<String> sums = new ArrayList<>();
    for (long block = from; block < Math.max(a.end(), b.end()); block++) {
      sums.add(sum(a.at(block), b.at(block)));
    }
    return new TimeBlocks(length, from, sums).atMost();
  }

  private long end() {
    return first + histograms.size();
  }

  private String at(long block) {
    return block < first || block >= end() ? null : histograms.get((int) (block - first));
  }

  private TimeBlocks atMost() {
    TimeBlocks fewer = this;
    while (fewer.histograms.size() > MOST) {
      fewer = fewer.ofLength(2 * fewer.seconds);
    }
    return fewer;
  }

  /** The same in longer blocks. */
  TimeBlocks ofLength(int length) {
    TimeBlocks longer = this;
    while (longer.seconds < length) {
      long from = Math.floorDiv(longer.first, 2L);
      List<String> pairs = new ArrayList<>();
      for (long block = from; 2 * block < longer.end(); block++) {
        pairs.add(sum(longer.at(2 * block), longer.at(2 * block + 1)));
      }
      longer = new TimeBlocks(2 * longer.seconds, from, pairs);
    }
    return longer;
  }

  private static String sum(String one, String other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    LatencyHistogram sum = decoded(one);
    sum.add(decoded(other));
    return ResponseIntervals.encoded(sum);
  }

  private static LatencyHistogram decoded(String histogram) {
    return LatencyHistogram.decoded(histogram, LatencyHistogram.Edges.UNKNOWN);
  }

  /** The figures of times that these are the blocks of. */
  public LatencySummary estimates(LatencyHistogram whole) {
    TimeConfidence confidence = new TimeConfidence(whole);
    histograms.forEach(each -> confidence.add(each == null ? null : decoded(each)));
    return confidence.summary();
  }
}
