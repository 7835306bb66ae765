// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A figure of a model with its interval of 95 %.
 *
 * @param value the best value
 * @param low the lower end
 * @param high the upper end; absent where the probes set none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Estimate(double value, double low, Double high) {
  /** The same with the ends in their order around the value, to six digits. */
  public static Estimate of(double value, double low, double high) {
    return new Estimate(
        rounded(value),
        rounded(Math.min(low, value)),
        Double.isFinite(high) ? Double.valueOf(rounded(Math.max(high, value))) : null);
  }

  static double rounded(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value;
    }
    double scale = Math.pow(10, 5 - Math.floor(Math.log10(Math.abs(value))));
    return Math.round(value * scale) / scale;
  }
}
