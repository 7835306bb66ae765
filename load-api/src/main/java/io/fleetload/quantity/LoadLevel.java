// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * A load that a search for the limit tries: a rate as {@link Rate} has it, or a number of devices.
 *
 * @param amount messages a second, or devices
 * @param isRate which of these it is
 */
@Quantity(form = LoadLevel.FORM, expected = LoadLevel.EXPECTED)
public record LoadLevel(double amount, boolean isRate) {
  static final String FORM = "(?:" + Rate.FORM + "|[1-9][0-9]{0,8})";
  static final String EXPECTED =
      "a rate above 0 such as 600/s, or with findLimit.of devices their number such as 1000";

  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");

  /**
   * Reads a load.
   *
   * @throws IllegalArgumentException if the text is neither of the two
   */
  @JsonCreator
  public static LoadLevel parse(String text) {
    if (COUNT.matcher(text.strip()).matches()) {
      return new LoadLevel(Integer.parseInt(text.strip()), false);
    }
    if (!Pattern.matches(FORM, text.strip())) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    return new LoadLevel(Rate.parse(text).perSecond(), true);
  }

  /** The load as a profile writes it; a rate in messages a second. */
  @Override
  @JsonValue
  public String toString() {
    return isRate ? new Rate(amount).toString() : String.valueOf((long) amount);
  }
}
