// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The figures of one contestant's windows, shown as their median with the extremes. */
final class Samples {
  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  double median() {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Median, least and most, without decimals. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%,.0f (%,.0f to %,.0f)",
        median(),
        Collections.min(values),
        Collections.max(values));
  }
}
