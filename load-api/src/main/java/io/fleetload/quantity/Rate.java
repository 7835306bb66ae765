// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An arrival rate, written as {@code 600/s}, {@code 36000/min} or {@code 0.5/s}.
 *
 * @param perSecond messages (or connections) a second; more than 0
 */
@Quantity(form = Rate.FORM, expected = Rate.EXPECTED)
public record Rate(double perSecond) {
  static final String FORM =
      "(?!0+(?:\\.0+)?\\s*/)([0-9]{1,9}(?:\\.[0-9]{1,30})?)\\s*/\\s*(s|min|m|h|d)";
  static final String EXPECTED = "a rate above 0 such as 600/s";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  /**
   * Reads a rate.
   *
   * @throws IllegalArgumentException if the text is not a rate, or is zero
   */
  @JsonCreator
  public static Rate parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    double number = Double.parseDouble(parts.group(1));
    double seconds =
        switch (parts.group(2)) {
          case "s" -> 1;
          case "h" -> 3600;
          case "d" -> 86_400;
          default -> 60;
        };
    if (number <= 0) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    return new Rate(number / seconds);
  }

  /** The rate as a profile writes it, in messages a second. */
  @Override
  @JsonValue
  public String toString() {
    return BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString() + "/s";
  }
}
