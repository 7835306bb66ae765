// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Test of two shares by their counts, such as the messages that failed of those sent.
 *
 * @param countA what was counted on side A
 * @param ofA out of how many
 * @param countB what was counted on side B
 * @param ofB out of how many
 */
record CountTest(double countA, double ofA, double countB, double ofB) {

  /** Standard errors on each side of an interval of 95 %. */
  private static final double Z = Difference.quantile(Double.POSITIVE_INFINITY, Difference.TAIL);

  /**
   * Returns the difference of the shares. Its chances are those of the exact conditional test: of
   * all that was counted, B has as many as chance gives it (Przyborowski and Wilenski, Biometrika
   * 31, 1940). Its interval is Newcombe's method 10 (Statistics in Medicine 17, 1998).
   */
  Difference difference() {
    double estimate = countB / ofB - countA / ofA;
    double[] a = wilson(countA, ofA);
    double[] b = wilson(countB, ofB);
    double down = Math.hypot(countB / ofB - b[0], a[1] - countA / ofA);
    double up = Math.hypot(b[1] - countB / ofB, countA / ofA - a[0]);
    boolean most = countA + countB > (ofA + ofB) / 2;
    return new Difference(
        false,
        estimate,
        estimate - down,
        estimate + up,
        Double.POSITIVE_INFINITY,
        most ? others().atMost() : atLeast(),
        most ? others().atLeast() : atMost());
  }

  /** Of what is counted nearly always, the rest: the rarer of two events has the exact chance. */
  private CountTest others() {
    return new CountTest(ofA - countA, ofA, ofB - countB, ofB);
  }

  /** The chance that B has so much or more. */
  private double atLeast() {
    return tail(countB);
  }

  /** The chance that B has so much or less. */
  private double atMost() {
    return countB == countA + countB ? 1 : 1 - tail(countB + 1);
  }

  /** A binomial tail as an incomplete beta function, for counts of any size. */
  private double tail(double least) {
    double all = countA + countB;
    return least <= 0
        ? 1
        : BetaDistribution.of(least, all - least + 1).cumulativeProbability(ofB / (ofA + ofB));
  }

  /**
   * The interval of one share (Wilson, Journal of the American Statistical Association 22, 1927).
   */
  private static double[] wilson(double count, double of) {
    double share = count / of;
    double middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of);
    double half =
        Z / (1 + Z * Z / of) * Math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of));
    return new double[] {Math.max(0, middle - half), Math.min(1, middle + half)};
  }
}
