// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.confidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Interval of 95 % of a figure: of 100 runs as this one, about 95 have the true value in theirs. In
 * a file it is {@code [low, high]}, with {@code null} for an end that is not known.
 *
 * @param low its lower end, in the figure's unit; null if there are too few messages to know one
 * @param high its upper end, likewise
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"low", "high"})
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ConfidenceInterval(Double low, Double high) {
  /** The part of each tail outside an interval. */
  public static final double TAIL = 0.025;

  /** Half the interval of a value with a noise that is known and normal, in standard errors. */
  public static final double HALF = 1.959964;

  /** The same of a value that may be wrong by so much either way. */
  public ConfidenceInterval widenedBy(double error) {
    return new ConfidenceInterval(
        low == null ? null : (Double) (low - error), high == null ? null : (Double) (high + error));
  }

  /** Returns whether both ends are known. */
  @JsonIgnore
  public boolean isWhole() {
    return low != null && high != null;
  }

  /**
   * Half of its width as a part of a value.
   *
   * @return infinite if an end or the value is missing
   */
  public double halfOf(Double value) {
    return value == null || !isWhole() || value == 0
        ? Double.POSITIVE_INFINITY
        : Math.max(high - value, value - low) / Math.abs(value);
  }
}
