// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.OrText;
import io.fleetload.quantity.Span;
import io.fleetload.results.verdict.Threshold;

/**
 * A threshold as a profile has it: a text, or the same with its parts apart.
 *
 * @param that the bound on a figure
 * @param every length of the windows that are judged; null for the whole measured phase
 * @param abort whether a crossed window ends the run
 */
@OrText(Condition.EXPECTED)
public record Condition(
    @Doc(
            value = "the bound on a figure",
            required = true,
            expected = "<figure> <comparison> <bound>, such as flows.*.response.p99 < 500ms")
        String that,
    @Doc("length of the windows that are judged, each by itself; default the whole phase")
        Span every,
    @Doc("whether a crossed window ends the run; needs windows") Boolean abort) {

  /** Entries that a list of thresholds may have, in words. */
  public static final String EXPECTED =
      "a bound such as flows.*.response.p99 < 500ms every 10s, or a mapping with that, every, abort";

  /** Reads a threshold from a mapping. */
  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public Condition {}

  /** Reads a threshold from a text. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Condition of(String text) {
    return new Condition(text, null, null);
  }

  /** The whole of it as one line, as {@link Threshold#parse} reads it. */
  @JsonValue
  public String text() {
    return that
        + (every == null ? "" : " every " + every)
        + (Boolean.TRUE.equals(abort) ? " abort" : "");
  }

  /**
   * Reads the threshold that it asks for.
   *
   * @throws IllegalArgumentException with one line that says what is allowed
   */
  public Threshold threshold() {
    return Threshold.parse(text());
  }

  @Override
  public String toString() {
    return text();
  }
}
