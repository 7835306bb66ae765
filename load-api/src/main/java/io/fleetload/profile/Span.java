// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time, written as {@code 500ms}, {@code 30s}, {@code 15m} or {@code 1h}.
 *
 * @param nanos the length in ns; not negative
 */
@Quantity(form = Span.FORM, expected = Span.EXPECTED)
public record Span(long nanos) {
  static final String FORM = "([0-9]{1,6}(?:\\.[0-9]{1,9})?)\\s*(ms|s|m|h)";
  static final String EXPECTED = "a length of time such as 500ms, 30s, 15m or 1h";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  /**
   * Reads a length of time.
   *
   * @throws IllegalArgumentException if the text is none
   */
  @JsonCreator
  public static Span parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(Expected.found(text, EXPECTED));
    }
    double unit =
        switch (parts.group(2)) {
          case "ms" -> 1e6;
          case "s" -> 1e9;
          case "m" -> 60e9;
          default -> 3_600e9;
        };
    return new Span(Math.round(Double.parseDouble(parts.group(1)) * unit));
  }

  /** The length in s. */
  public double seconds() {
    return nanos / 1e9;
  }

  /** The length in ms. */
  public long millis() {
    return nanos / 1_000_000;
  }

  /** The length as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    if (nanos % 60_000_000_000L == 0 && nanos > 0) {
      return nanos / 60_000_000_000L + "m";
    }
    return nanos % 1_000_000_000L == 0
        ? nanos / 1_000_000_000L + "s"
        : BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
  }
}
