// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time, written as {@code 500ms}, {@code 30s}, {@code 15m}, {@code 15min}, {@code 1h},
 * {@code 7d} or {@code 1m30s}.
 *
 * @param nanos the length in ns; not negative
 */
@Quantity(form = Span.FORM, expected = Span.EXPECTED)
public record Span(long nanos) {
  private static final long DAY_NANOS = 86_400_000_000_000L;
  private static final String DECIMALS = "(?:\\.[0-9]{1,9})?\\s*";

  /** Each unit once, the longest first. */
  static final String FORM =
      "(?=[0-9])(?:[0-9]{1,4}"
          + DECIMALS
          + "d\\s*)?(?:[0-9]{1,6}"
          + DECIMALS
          + "h\\s*)?(?:[0-9]{1,6}"
          + DECIMALS
          + "m(?:in)?(?!s)\\s*)?(?:[0-9]{1,9}"
          + DECIMALS
          + "s\\s*)?(?:[0-9]{1,12}"
          + DECIMALS
          + "ms)?";

  static final String EXPECTED = "a length of time such as 500ms, 30s, 15m, 1h or 7d";

  private static final Pattern PATTERN = Pattern.compile(FORM);
  private static final Pattern PART = Pattern.compile("([0-9.]+)\\s*([a-z]+)");

  /**
   * Reads a length of time.
   *
   * @throws IllegalArgumentException if the text is not a length of time
   */
  @JsonCreator
  public static Span parse(String text) {
    if (!PATTERN.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    long nanos = 0;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      double unit =
          switch (part.group(2)) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "h" -> 3_600e9;
            case "d" -> 86_400e9;
            default -> 60e9;
          };
      nanos += Math.round(Double.parseDouble(part.group(1)) * unit);
    }
    return new Span(nanos);
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
    if (nanos % DAY_NANOS == 0 && nanos > 0) {
      return nanos / DAY_NANOS + "d";
    }
    if (nanos % 60_000_000_000L == 0 && nanos > 0) {
      return nanos / 60_000_000_000L + "m";
    }
    return nanos % 1_000_000_000L == 0
        ? nanos / 1_000_000_000L + "s"
        : BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
  }
}
