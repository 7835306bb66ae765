// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.confidence;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Noise of a sum over blocks of time that follow each other. What a block has more or less than its
 * messages explain is its residual; how far residuals scatter says how far the sum would be
 * elsewhere in another run (batch means: Law, Simulation Modeling and Analysis, 5th edition,
 * 9.5.3).
 *
 * <p>Blocks that depend on the one before would make the noise look too small. So many small blocks
 * are taken only where neighbours look independent; else few long ones. If even these depend on
 * each other, the variance is that of a first-order autoregression, (1 + r) / (1 - r) times as
 * large, with as many fewer degrees of freedom (Bayley and Hammersley, The "effective" number of
 * independent observations in an autocorrelated time series, 1946; as in Skart: Tafazzoli and
 * Wilson, IIE Transactions 43, 2011).
 *
 * @param half half of the interval of 95 % of the sum
 * @param variance of the sum
 * @param freedom degrees of freedom of the variance
 */
public record BlockNoise(double half, double variance, double freedom) {
  /** With fewer blocks of time nothing is known of the noise. */
  public static final int LEAST = 5;

  /** Of fewer blocks a correlation says nothing. */
  private static final int CORRELATED = 10;

  private static final int MANY = 60;
  private static final int FEW = 20;

  /**
   * Neighbours look dependent if their correlation is so many standard errors above 0: 30 % of
   * independent ones do as well, and lose little by it.
   */
  private static final double DEPENDENT = 0.5244;

  /** So often blocks of independent messages scatter more than these explain, by chance. */
  private static final double BY_CHANCE = 0.2;

  private static final double MOST_CORRELATION = 0.8;
  private static final double LEAST_FREEDOM = 2;

  /**
   * The noise of the sum of these residuals.
   *
   * @param residuals of blocks of one length in the order of time; their mean is taken off
   * @return null of fewer than {@value #LEAST} blocks
   */
  public static BlockNoise of(double[] residuals) {
    if (residuals.length < LEAST) {
      return null;
    }
    double[] blocks = joined(residuals, MANY);
    double correlation = correlation(blocks);
    if (blocks.length < CORRELATED || !looksDependent(correlation, blocks.length)) {
      correlation = 0;
    } else if (blocks.length > FEW) {
      blocks = joined(residuals, FEW);
      correlation = correlation(blocks);
      correlation = looksDependent(correlation, blocks.length) ? correlation : 0;
    }
    double r = Math.max(0, Math.min(correlation, MOST_CORRELATION));
    double inflation = (1 + r) / (1 - r);
    double squares = 0;
    for (double each : centred(blocks)) {
      squares += each * each;
    }
    // The mean that was taken off moved along with dependent blocks.
    double hidden = Math.max(0.3, 1 - (inflation - 1) / blocks.length);
    double variance = squares * blocks.length / (blocks.length - 1.0) * inflation / hidden;
    double freedom = Math.max(LEAST_FREEDOM, blocks.length * (1 - r * r) / (1 + r * r) - 1);
    return new BlockNoise(
        TDistribution.of(freedom).inverseSurvivalProbability(ConfidenceInterval.TAIL)
            * Math.sqrt(variance),
        variance,
        freedom);
  }

  /**
   * Half of the interval of a sum that has the noise of single messages at least. Where blocks
   * scatter no more than these explain, it is theirs alone, which is known better (a test of the
   * variance: the chi-squared distribution).
   *
   * @param single standard error of the sum if its messages are independent
   * @param noise that of blocks of time; null if it is not known
   */
  public static double half(double single, BlockNoise noise) {
    double ofMessages = ConfidenceInterval.HALF * single;
    boolean explained =
        noise == null
            || noise.variance * noise.freedom
                <= single
                    * single
                    * ChiSquaredDistribution.of(noise.freedom)
                        .inverseSurvivalProbability(BY_CHANCE);
    return explained ? ofMessages : Math.max(ofMessages, noise.half);
  }

  private static boolean looksDependent(double correlation, int blocks) {
    return correlation * Math.sqrt(blocks) > DEPENDENT;
  }

  /** At most so many blocks, each the sum of its parts. */
  private static double[] joined(double[] residuals, int most) {
    int size = Math.min(most, residuals.length);
    double[] sums = new double[size];
    for (int block = 0; block < size; block++) {
      int end = (int) ((block + 1L) * residuals.length / size);
      for (int i = (int) ((long) block * residuals.length / size); i < end; i++) {
        sums[block] += residuals[i];
      }
    }
    return sums;
  }

  /**
   * The correlation of neighbours, without the bias of a short series (Kendall, Note on Bias in the
   * Estimation of Autocorrelation, Biometrika 41, 1954).
   */
  private static double correlation(double[] blocks) {
    double[] residuals = centred(blocks);
    double squares = 0;
    double products = 0;
    for (int i = 0; i < residuals.length; i++) {
      squares += residuals[i] * residuals[i];
      products += i == 0 ? 0 : residuals[i] * residuals[i - 1];
    }
    double found = squares == 0 ? 0 : products / squares;
    return squares == 0 ? 0 : found + (1 + 3 * found) / residuals.length;
  }

  private static double[] centred(double[] blocks) {
    double mean = 0;
    for (double each : blocks) {
      mean += each / blocks.length;
    }
    double[] centred = new double[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      centred[i] = blocks[i] - mean;
    }
    return centred;
  }
}
