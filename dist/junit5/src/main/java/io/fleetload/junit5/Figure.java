// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A figure of a result, a row of its {@code figures.csv}.
 *
 * @param name such as {@code flows.telemetry.response.p99}
 * @param value in its unit
 * @param unit {@code ms}, {@code /s}, {@code s}, {@code MB} and so on; {@code count} of a number;
 *     {@code share} of a part, from 0 to 1
 */
public record Figure(String name, double value, String unit) {
  private static final int DECIMALS = 3;

  /** The value with its unit, as a person reads it; a share in percent. */
  @Override
  public String toString() {
    return told(value);
  }

  /** Another value of this figure, for a person. */
  String told(double other) {
    return switch (unit) {
      case "count" -> plain(other);
      // Cut, not rounded: 99.9999 % is not all.
      case "share" ->
          BigDecimal.valueOf(other)
                  .movePointRight(2)
                  .setScale(DECIMALS, RoundingMode.FLOOR)
                  .stripTrailingZeros()
                  .toPlainString()
              + " %";
      case "/s" -> plain(other) + "/s";
      default -> plain(other) + " " + unit;
    };
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number)
        .setScale(DECIMALS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }
}
