// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written as {@code 512B} or {@code 1KiB}.
 *
 * @param bytes the number; not negative
 */
@Quantity(form = Size.FORM, expected = Size.EXPECTED)
public record Size(int bytes) {
  static final String FORM = "([0-9]{1,6})\\s*(B|KiB)";
  static final String EXPECTED = "a size such as 512B or 1KiB";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  /**
   * Reads a size.
   *
   * @throws IllegalArgumentException if the text is not a size
   */
  @JsonCreator
  public static Size parse(String text) {
    Matcher parts = PATTERN.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    int number = Integer.parseInt(parts.group(1));
    return new Size(parts.group(2).equals("B") ? number : number * 1024);
  }

  /** The size as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return bytes + "B";
  }
}
