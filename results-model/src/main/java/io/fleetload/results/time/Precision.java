// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.confidence.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The precision of a figure of the response times: its interval of 95 % reaches no further than a
 * share of it to either side.
 *
 * @param figure its label, such as {@code p99} or {@code mean}
 * @param share the share, such as 0.05
 */
public record Precision(String figure, double share) {

  /** The share to which it is known of these times; infinite where an end is not known. */
  public double reached(LatencySummary times) {
    String key = LatencySummary.key(figure);
    ConfidenceInterval interval = times.intervals() == null ? null : times.intervals().get(key);
    return interval == null || !LatencySummary.BY_BLOCKS.equals(times.intervalsBy())
        ? Double.POSITIVE_INFINITY
        : interval.halfOf(times.time(key));
  }

  /** A share as people read it, such as {@code ± 9.1%}. */
  static String text(double share) {
    return "± "
        + BigDecimal.valueOf(share)
            .movePointRight(2)
            .setScale(3, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + "%";
  }

  @Override
  public String toString() {
    return figure + " " + text(share);
  }
}
