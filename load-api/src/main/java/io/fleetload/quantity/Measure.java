// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.results.time.Precision;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Length of the measured phase, written as a length of time ({@code 10m}), or as {@code until p99 ±
 * 5% within 30m}: until that figure of the response times of every flow is known so precisely, and
 * no longer than that.
 *
 * @param until how precisely the response times are to be known; null for a length of time
 * @param longest its length; of one until a precision, the longest
 */
@Quantity(form = Measure.FORM, expected = Measure.EXPECTED)
public record Measure(Precision until, Span longest) {
  static final String FORM =
      Span.FORM
          + "|until\\s+(?:mean|p50|p75|p90|p95|p99|p99\\.9|p99\\.99)\\s*(?:±|\\+-|\\+/-)\\s*"
          + "[0-9]{1,2}(?:\\.[0-9]{1,3})?\\s*%\\s+within\\s+"
          + Span.FORM;

  static final String EXPECTED =
      "a length of time such as 10m, or a precision with the longest time such as until p99 ± 5%"
          + " within 30m";

  private static final Pattern UNTIL =
      Pattern.compile(
          "until\\s+([a-z0-9.]+)\\s*(?:±|\\+-|\\+/-)\\s*([0-9.]+)\\s*%\\s+within\\s+(.*)");

  /**
   * Reads the length of the measured phase.
   *
   * @throws IllegalArgumentException if the text is not such a length
   */
  @JsonCreator
  public static Measure parse(String text) {
    if (!text.strip().matches(FORM)) {
      throw new IllegalArgumentException(ValueError.found(text, EXPECTED));
    }
    Matcher until = UNTIL.matcher(text.strip());
    return until.matches()
        ? new Measure(
            new Precision(
                until.group(1), new BigDecimal(until.group(2)).movePointLeft(2).doubleValue()),
            Span.parse(until.group(3)))
        : of(Span.parse(text));
  }

  /** A measured phase of that length. */
  public static Measure of(Span length) {
    return new Measure(null, length);
  }

  /** Says what is wrong with it. */
  public void check(String path, ProfileChecks checks) {
    if (longest.nanos() == 0) {
      checks.problem(path, ValueError.found(this, "a length of time above 0"));
    }
    if (until != null && until.share() == 0) {
      checks.problem(path, ValueError.found(this, "a precision above 0%, such as ± 5%"));
    }
  }

  /** The length as a profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return until == null ? longest.toString() : "until %s within %s".formatted(until, longest);
  }
}
