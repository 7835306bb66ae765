// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Largest difference between sides that are alike.
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

  /**
   * Returns the largest difference that is within it, as a share of A or in the figure's unit.
   *
   * @param base A's value
   */
  double of(Figure figure, double base, boolean relative) {
    double least = figure.scale().least();
    double size = Math.abs(base);
    return relative ? Math.max(share, least / size) : Math.max(least, share * size);
  }

  /** Returns the bound as text for people, in percent. */
  String text() {
    return ResultRun.whole(Math.round(share * 1e8) / 1e6) + " %";
  }
}
