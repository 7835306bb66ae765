// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fleetload.profile.key.ProfileChecks;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Length of the warm-up, written as a length of time ({@code 30s}), or as {@code steady} or {@code
 * steady within 5m}: until the target's response times and backlog are steady, and no longer than
 * that.
 *
 * @param untilSteady whether it ends once the target is steady
 * @param longest its length; of one that lasts until the target is steady, the longest
 */
@Quantity(form = WarmUp.FORM, expected = WarmUp.EXPECTED)
public record WarmUp(boolean untilSteady, Span longest) {
  public static final WarmUp NONE = new WarmUp(false, new Span(0));

  static final String FORM = Span.FORM + "|steady(?:\\s+within\\s+" + Span.FORM + ")?";
  static final String EXPECTED =
      "a length of time such as 30s, or steady, or steady with its longest time such as steady"
          + " within 5m";

  private static final Pattern PATTERN = Pattern.compile("steady(?:\\s+within\\s+(.*))?");
  private static final Span WITHIN = Span.parse("3m");

  /**
   * Reads a warm-up.
   *
   * @throws IllegalArgumentException if the text is not a warm-up
   */
  @JsonCreator
  public static WarmUp parse(String text) {
    if (!text.strip().matches(FORM)) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    Matcher steady = PATTERN.matcher(text.strip());
    if (!steady.matches()) {
      return new WarmUp(false, Span.parse(text));
    }
    return new WarmUp(true, steady.group(1) == null ? WITHIN : Span.parse(steady.group(1)));
  }

  /** Says what is wrong with it. */
  public void check(String path, ProfileChecks checks) {
    if (untilSteady && longest.nanos() == 0) {
      checks.problem(
          path, ValueError.found(this, "a time above 0 within which it is to be steady"));
    }
  }

  /** The warm-up as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return untilSteady ? "steady within " + longest : longest.toString();
  }
}
