// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time of day, written as the time since midnight ({@code 7h}, {@code 7h30m}) or as a clock shows
 * it ({@code 07:30}); {@code 24h} is the midnight at its end.
 *
 * @param nanos since midnight, ns; up to a day
 */
@Quantity(form = TimeOfDay.FORM, expected = TimeOfDay.EXPECTED)
public record TimeOfDay(long nanos) {
  static final String FORM =
      "(?:[01]?[0-9]|2[0-3])h(?:[0-5]?[0-9]m)?(?:[0-5]?[0-9]s)?|24h"
          + "|(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?|24:00";

  /** Description of what is expected. */
  public static final String EXPECTED = "a time of day from 0h to 24h such as 7h, 7h30m or 07:30";

  private static final Pattern PATTERN = Pattern.compile(FORM);
  private static final Pattern PART = Pattern.compile("[0-9]+");
  private static final long HOUR = 3_600_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /**
   * Reads a time of day.
   *
   * @throws IllegalArgumentException if the text is not a time of day
   */
  @JsonCreator
  public static TimeOfDay parse(String text) {
    String stripped = text.strip();
    if (!PATTERN.matcher(stripped).matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    // 7h20s has no minutes.
    String whole = stripped.replaceFirst("h(?=[0-9]+s)", "h0m");
    long nanos = 0;
    long unit = HOUR;
    Matcher part = PART.matcher(whole);
    while (part.find()) {
      nanos += Long.parseLong(part.group()) * unit;
      unit /= 60;
    }
    return new TimeOfDay(nanos);
  }

  /** The time as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    long minutes = nanos % HOUR / (60 * SECOND);
    long seconds = nanos / SECOND % 60;
    return nanos / HOUR
        + "h"
        + (minutes == 0 ? "" : minutes + "m")
        + (seconds == 0 ? "" : seconds + "s");
  }
}
