// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Multiplier of a rate, written as {@code 20%}; {@code 0%} for none, {@code 150%} for half as much
 * again.
 *
 * @param percent the factor in hundredths; not negative
 */
@Quantity(form = Factor.FORM, expected = Factor.EXPECTED)
public record Factor(double percent) {
  static final String FORM = "([0-9]{1,4}(?:\\.[0-9]{1,9})?)\\s*%";

  /** Description of what is expected. */
  public static final String EXPECTED = "a factor such as 20%, or 0% for no messages";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  /**
   * Reads a factor.
   *
   * @throws IllegalArgumentException if the text is not a factor
   */
  @JsonCreator
  public static Factor parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    return new Factor(Double.parseDouble(parts.group(1)));
  }

  /** The factor as a number: 1 for 100%. */
  public double asNumber() {
    return percent / 100;
  }

  /** The factor as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "%";
  }
}
