// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Distance of one rate above another, written as a rate ({@code 100/s}) or as a share of the lower
 * one ({@code 50%}).
 *
 * @param perSecond messages a second; 0 where it is a share
 * @param percent share of the lower rate, in %; 0 where it is a rate
 */
@Quantity(form = Increment.FORM, expected = Increment.EXPECTED)
public record Increment(double perSecond, double percent) {
  static final String FORM =
      "(?!0+(?:\\.0+)?\\s*[/%])([0-9]{1,9}(?:\\.[0-9]{1,30})?)\\s*(?:/\\s*(s|min|m|h)|%)";
  static final String EXPECTED = "a rate above 0 such as 100/s, or a share above 0 such as 50%";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  /**
   * Reads an increment.
   *
   * @throws IllegalArgumentException if the text is not an increment, or is zero
   */
  @JsonCreator
  public static Increment parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    return parts.group(2) == null
        ? new Increment(0, Double.parseDouble(parts.group(1)))
        : new Increment(Rate.parse(text).perSecond(), 0);
  }

  /** Size of the increment on a rate; both in messages a second. */
  public double of(double rate) {
    return perSecond + rate * percent / 100;
  }

  /** The increment as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return percent == 0
        ? new Rate(perSecond).toString()
        : BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "%";
  }
}
