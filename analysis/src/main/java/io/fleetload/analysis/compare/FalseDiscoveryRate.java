// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.List;

/** Limit on false findings among several figures that are judged together. */
public final class FalseDiscoveryRate {
  private FalseDiscoveryRate() {}

  /**
   * Returns the largest chance that is still a finding, so that the expected share of false ones is
   * at most the rate; of sides that are equal, the chance of any finding is at most the rate.
   * Source: Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995. It holds
   * for figures that rise and fall together (Benjamini and Yekutieli, Annals of Statistics 29,
   * 2001).
   *
   * @param chances of each figure, if nothing had changed
   * @return the limit; below 0 if nothing is found
   */
  public static double limit(List<Double> chances, double rate) {
    double[] sorted = chances.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    for (int place = sorted.length; place > 0; place--) {
      if (sorted[place - 1] <= rate * place / sorted.length) {
        return sorted[place - 1];
      }
    }
    return -1;
  }
}
