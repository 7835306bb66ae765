// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import java.util.HashMap;
import java.util.Map;

/**
 * A page in Prometheus' text format, each metric over all its labels. Neither comments nor
 * timestamps matter here; what is no sample is passed over.
 */
final class PrometheusText {
  private final Map<String, Double> sums = new HashMap<>();
  private final Map<String, Double> largest = new HashMap<>();

  private PrometheusText() {}

  static PrometheusText of(String page) {
    PrometheusText text = new PrometheusText();
    page.lines().filter(line -> !line.startsWith("#")).forEach(text::sample);
    return text;
  }

  /** Returns the sum of a metric over its labels, or null if the page does not have it. */
  Double sum(String name) {
    return sums.get(name);
  }

  /**
   * Returns the largest value of a metric over its labels, or null if the page does not have it.
   */
  Double largest(String name) {
    return largest.get(name);
  }

  /** Returns whether the page has a metric with that beginning. */
  boolean hasAny(String prefix) {
    return sums.keySet().stream().anyMatch(name -> name.startsWith(prefix));
  }

  private void sample(String line) {
    int end = 0;
    while (end < line.length() && line.charAt(end) != '{' && !blank(line.charAt(end))) {
      end++;
    }
    String[] fields = line.substring(afterLabels(line, end)).trim().split("\\s+");
    try {
      double value = Double.parseDouble(fields[0]);
      if (Double.isFinite(value)) {
        String name = line.substring(0, end);
        sums.merge(name, value, Double::sum);
        largest.merge(name, value, Math::max);
      }
    } catch (NumberFormatException e) {
      // No sample, or the +Inf that the format has and Java has not.
    }
  }

  /**
   * Returns the place after the labels. A label's value, between quotes, may have a brace, and a
   * quote after a backslash.
   */
  private static int afterLabels(String line, int from) {
    if (from >= line.length() || line.charAt(from) != '{') {
      return from;
    }
    boolean quoted = false;
    for (int i = from + 1; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == '}' && !quoted) {
        return i + 1;
      }
    }
    return line.length();
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t';
  }
}
