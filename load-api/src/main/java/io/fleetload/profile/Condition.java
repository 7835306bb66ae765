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
 * @param surely whether it is judged only if the bound lies outside the interval of the figure
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
    @Doc(
            "whether an outcome counts only if the bound lies outside the figure's interval of 95 %;"
                + " else there is no verdict; of all thresholds by the key sure")
        Boolean surely,
    @Doc("whether a crossed window ends the run; needs windows") Boolean abort) {

  /** Entries that a list of thresholds may have, in words. */
  public static final String EXPECTED =
      "a bound such as flows.*.response.p99 < 500ms every 10s, or a mapping with that, every, surely, abort";

  /** Reads a threshold from a mapping. */
  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public Condition {}

  /** Reads a threshold from a text. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Condition of(String text) {
    return new Condition(text, null, null, null);
  }

  /** The whole of it as one line, as {@link Threshold#parse} reads it. */
  @JsonValue
  public String text() {
    return that
        + (every == null ? "" : " every " + every)
        + (Boolean.TRUE.equals(surely) ? " surely" : "")
        + (Boolean.TRUE.equals(abort) ? " abort" : "");
  }

  /** The same, judged only where it is sure; one in windows, which have no interval, as it is. */
  Condition beingSure() {
    boolean windowed =
        every != null || that == null || that.matches("(?s).*\\s(every|surely)\\s?.*");
    return windowed ? this : new Condition(that, every, true, abort);
  }

  /** The same, judged whether it is sure or not. */
  Condition beingUnsure() {
    return new Condition(
        that == null ? null : that.replaceFirst("\\s+surely\\b", ""), every, null, abort);
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
