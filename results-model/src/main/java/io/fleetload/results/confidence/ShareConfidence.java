// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.confidence;

import java.util.Arrays;

/**
 * Intervals of shares: so many of so many messages.
 *
 * <p>By Wilson's interval (Journal of the American Statistical Association 22, 1927; recommended by
 * Brown, Cai and DasGupta, Statistical Science 16, 2001). Where blocks of time scatter more than
 * single messages explain, it is that of as many fewer messages (design effect: Kish, Survey
 * Sampling, 1965, 8.2).
 */
public final class ShareConfidence {
  private ShareConfidence() {}

  /** Of messages that are taken as independent; null without messages. */
  public static ConfidenceInterval of(long count, long all) {
    return all <= 0 || count < 0 || count > all ? null : wilson(count / (double) all, all);
  }

  /**
   * Of messages that blocks of time have parts of.
   *
   * @param count so many of them
   * @param all of all of them
   * @param counts in each block
   * @param alls how many messages there were in it
   * @return null if there were no messages; without enough blocks, as if messages were independent
   */
  public static ConfidenceInterval of(long count, long all, long[] counts, long[] alls) {
    double inBlocks = Arrays.stream(alls).sum();
    if (all <= 0 || count > all || inBlocks == 0) {
      return of(count, all);
    }
    double share = Math.min(1, Arrays.stream(counts).sum() / inBlocks);
    double single = Math.sqrt(inBlocks * share * (1 - share));
    BlockNoise noise = BlockNoise.of(residuals(counts, alls, share));
    double wider =
        single == 0 ? 1 : BlockNoise.half(single, noise) / (ConfidenceInterval.HALF * single);
    return wilson(count / (double) all, all / square(wider));
  }

  /**
   * Of what follows a plan, as sends follow a schedule: single messages are no draws then, and add
   * no noise of their own.
   *
   * @param counts in each block of time
   * @param planned how many were planned in it
   * @return null if none was planned, or there are too few blocks to know the noise
   */
  public static ConfidenceInterval ofPlan(long[] counts, long[] planned) {
    double count = 0;
    double all = 0;
    for (int i = 0; i < counts.length; i++) {
      count += counts[i];
      all += planned[i];
    }
    BlockNoise noise = all == 0 ? null : BlockNoise.of(residuals(counts, planned, count / all));
    return noise == null
        ? null
        : new ConfidenceInterval(
            Math.max(0, (count - noise.half()) / all), Math.min(1, (count + noise.half()) / all));
  }

  private static double[] residuals(long[] counts, long[] alls, double share) {
    double[] residuals = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      residuals[i] = counts[i] - share * alls[i];
    }
    return residuals;
  }

  private static ConfidenceInterval wilson(double share, double all) {
    double squared = square(ConfidenceInterval.HALF);
    double middle = (share + squared / (2 * all)) / (1 + squared / all);
    double half =
        ConfidenceInterval.HALF
            * Math.sqrt(share * (1 - share) / all + squared / (4 * all * all))
            / (1 + squared / all);
    return new ConfidenceInterval(
        share == 0 ? 0 : Math.max(0, middle - half), share == 1 ? 1 : Math.min(1, middle + half));
  }

  private static double square(double value) {
    return value * value;
  }
}
