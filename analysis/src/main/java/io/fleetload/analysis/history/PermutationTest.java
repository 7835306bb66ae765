// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Chance that a series without any change has a statistic as large as one that was found: the share
 * of its orders that have.
 *
 * <p>Matteson and James test a split this way. Otava uses a test of Student's instead. But the
 * place is the best of many, and a test for one given place calls chance a change too often; Otava
 * makes up for that by a level of 0.001, which hides small changes. The permutations also need no
 * normal noise.
 *
 * <p>They stop once {@value #ENOUGH} had as large a value (Besag and Clifford, Sequential Monte
 * Carlo p-values, Biometrika 78, 1991), so only a change costs them all. They begin from a fixed
 * seed: the same runs always have the same changes.
 */
final class PermutationTest {
  private static final int ENOUGH = 20;

  /** Steps of all permutations together: a long series has fewer of them. */
  private static final int STEPS = 1_500_000;

  private static final int FEWEST = 1_499;
  private static final int MOST = 4_999;

  /** A sum of the same distances in another order may differ in its last digits. */
  private static final double ROUNDING = 1e-9;

  private PermutationTest() {}

  /**
   * Returns the chance.
   *
   * @param statistic of the values in an order
   * @param order the order in which they came
   */
  static double chance(ToDoubleFunction<int[]> statistic, int[] order, long seed) {
    int[] mixed = order.clone();
    double found = statistic.applyAsDouble(mixed);
    double bar = found - Math.abs(found) * ROUNDING;
    int most = Math.max(FEWEST, Math.min(MOST, STEPS / order.length));
    SplittableRandom random = new SplittableRandom(seed);
    int as = 0;
    for (int made = 1; made <= most; made++) {
      shuffle(mixed, random);
      if (statistic.applyAsDouble(mixed) >= bar && ++as == ENOUGH) {
        return (double) as / made;
      }
    }
    return (as + 1.0) / (most + 1.0);
  }

  private static void shuffle(int[] order, SplittableRandom random) {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
  }
}
