// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Smallest difference that makes one side worse.
 *
 * @param share of A's value, 0.1 for 10 %
 */
public record Bound(double share) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,4}(?:\\.[0-9]{1,6})?)\\s*%");

  /**
   * Reads a bound.
   *
   * @throws IllegalArgumentException with one line if the text is no bound
   */
  public static Bound parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException("found \"" + text + "\", expected a share such as 10%");
    }
    return new Bound(Double.parseDouble(parts.group(1)) / 100);
  }

  /** Returns whether a difference is beyond it. */
  boolean crossedBy(Figure figure, double difference, double base) {
    double size = Math.abs(difference);
    return size >= figure.scale().least() && size > share * Math.abs(base);
  }

  /** Returns the bound as text for people, in percent. */
  String text() {
    return ResultRun.whole(Math.round(share * 1e8) / 1e6) + " %";
  }
}
