// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a whole, written as {@code 20%} or {@code 0.5%}.
 *
 * @param percent the part in hundredths; more than 0
 */
@Quantity(form = Share.FORM, expected = Share.EXPECTED)
public record Share(double percent) {
  static final String FORM = "(?!0+(?:\\.0+)?\\s*%)([0-9]{1,6}(?:\\.[0-9]{1,9})?)\\s*%";
  static final String EXPECTED = "a share above 0% such as 20%";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  /**
   * Reads a share.
   *
   * @throws IllegalArgumentException if the text is not a share, or is zero
   */
  @JsonCreator
  public static Share parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    return new Share(Double.parseDouble(parts.group(1)));
  }

  /** The part of 1. */
  public double fraction() {
    return percent / 100;
  }

  /** Takes the share of a number, rounded. */
  public int of(int whole) {
    return (int) Math.min(whole, Math.round(whole * percent / 100));
  }

  /** The share as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + "%";
  }
}
