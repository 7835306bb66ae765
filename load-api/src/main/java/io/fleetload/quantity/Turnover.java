// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fleetload.profile.key.ProfileChecks;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the fleet in a stretch of time, written as {@code 5%/min}, {@code 0.1%/s} or {@code
 * 50%/h}.
 *
 * @param percentPerMinute the part in hundredths a minute; more than 0
 */
@Quantity(form = Turnover.FORM, expected = Turnover.EXPECTED)
public record Turnover(double percentPerMinute) {
  static final String FORM =
      "(?!0+(?:\\.0+)?\\s*%)([0-9]{1,6}(?:\\.[0-9]{1,9})?)\\s*%\\s*/\\s*(s|min|m|h)";
  static final String EXPECTED = "a share of the fleet in a time, above 0, such as 5%/min";

  private static final Pattern PATTERN = Pattern.compile(FORM);
  private static final double MOST = 100;

  /**
   * Reads a turnover.
   *
   * @throws IllegalArgumentException if the text is not a turnover, or is zero
   */
  @JsonCreator
  public static Turnover parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    double minutes =
        switch (parts.group(2)) {
          case "s" -> 1 / 60.0;
          case "h" -> 60;
          default -> 1;
        };
    return new Turnover(Double.parseDouble(parts.group(1)) / minutes);
  }

  /** Takes the turnover of a number, in a second. */
  public double perSecond(int whole) {
    return whole * percentPerMinute / 100 / 60;
  }

  public void check(String path, ProfileChecks checks) {
    // Half a thousandth of grace: 100%/60s is not exactly 100 in a double.
    if (percentPerMinute > MOST + 5e-4) {
      checks.problem(
          path,
          "found \"%s\", expected at most 100%%/min: the whole fleet once a minute"
              .formatted(this));
    }
  }

  /** The turnover as a profile writes it, by the minute. */
  @Override
  @JsonValue
  public String toString() {
    return BigDecimal.valueOf(percentPerMinute).stripTrailingZeros().toPlainString() + "%/min";
  }
}
