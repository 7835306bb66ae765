// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Deals an endless row of things to a few parties by their weights, evenly: of as many things in a
 * row as the weights add up to, counted from the first, each party has exactly its weight; of any
 * stretch it has its share but for 4; and of every k-th thing, which is what a shard has, it has
 * its share too, which dealing in rounds would not do (3 to 1 in four shards gives one shard
 * nothing but the fourth).
 *
 * <p>Thing i is put at the place i·φ mod 1 of a circle, φ the golden ratio: of all row-like
 * sequences that one fills the circle most evenly, and so does every k-th of it (Knuth, The Art of
 * Computer Programming, volume 3, section 6.4, theorem S). Parties own arcs of the circle as long
 * as their weights. The circle's places are replaced by ranks in each round, so that a round is
 * exact.
 */
final class WeightedDealer {
  /** The golden ratio's fraction as a 64-bit one; a product's overflow is its integer part. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int[] weights;
  private final int[] rank;
  private final int[] partyOfRank;

  /**
   * A dealing.
   *
   * @param weights each at least 1; 3 and 1 is the same as 6 and 2
   */
  WeightedDealer(int... weights) {
    int divisor = Arrays.stream(weights).reduce(0, WeightedDealer::common);
    this.weights = Arrays.stream(weights).map(weight -> weight / divisor).toArray();
    int round = Arrays.stream(this.weights).sum();
    int[] byPlace =
        IntStream.range(0, round)
            .boxed()
            .sorted(Comparator.comparing(i -> i * GOLDEN, Long::compareUnsigned))
            .mapToInt(Integer::intValue)
            .toArray();
    this.rank = new int[round];
    this.partyOfRank = new int[round];
    for (int i = 0; i < round; i++) {
      rank[byPlace[i]] = i;
    }
    int from = 0;
    for (int party = 0; party < this.weights.length; party++) {
      Arrays.fill(partyOfRank, from, from + this.weights[party], party);
      from += this.weights[party];
    }
  }

  /** The party that the thing with that number belongs to. */
  int party(int thing) {
    int length = rank.length;
    // Where the round begins on the circle, as a rank; its things keep their order from there.
    long begin = (long) (thing / length) * length * GOLDEN;
    int turned = (int) Math.multiplyHigh(begin >>> 1, (long) length << 1);
    return partyOfRank[(rank[thing % length] + turned) % length];
  }

  /** Number of the first so many things that are a party's. */
  int share(int party, int first) {
    int length = rank.length;
    int share = first / length * weights[party];
    for (int thing = first - first % length; thing < first; thing++) {
      share += party(thing) == party ? 1 : 0;
    }
    return share;
  }

  private static int common(int a, int b) {
    return b == 0 ? a : common(b, a % b);
  }
}
