// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * The arrival rate of a stage: as a {@link Rate}, and {@code 0/s} for a pause.
 *
 * @param perSecond messages a second; not negative
 */
@Quantity(form = Level.FORM, expected = Level.EXPECTED)
public record Level(double perSecond) {
  static final String FORM = "([0-9]{1,9}(?:\\.[0-9]{1,30})?)\\s*/\\s*(s|m|h)";
  static final String EXPECTED = "a rate such as 600/s, or 0/s for a pause";

  private static final Pattern PATTERN = Pattern.compile(FORM);
  private static final Pattern ZERO = Pattern.compile("0+(?:\\.0+)?\\s*/\\s*[smh]");

  /**
   * Reads a level.
   *
   * @throws IllegalArgumentException if the text is not a level
   */
  @JsonCreator
  public static Level parse(String text) {
    if (!PATTERN.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    return new Level(ZERO.matcher(text.strip()).matches() ? 0 : Rate.parse(text).perSecond());
  }

  /** The level as a profile writes it, in messages a second. */
  @Override
  @JsonValue
  public String toString() {
    return perSecond == 0 ? "0/s" : new Rate(perSecond).toString();
  }
}
