// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.util.Map;
import java.util.TreeMap;

/** Figures in Prometheus' text format, in the order in which they are given. */
public final class Figures {
  private final StringBuilder page = new StringBuilder();

  Figures() {}

  /** Adds a figure that may fall. */
  public void gauge(String name, Number value) {
    type(name, "gauge");
    line(name, value);
  }

  /** Adds a figure that only rises. */
  public void counter(String name, Number value) {
    type(name, "counter");
    line(name, value);
  }

  /** Adds a figure that only rises, once for each value of a label, in their order. */
  public void counters(String name, String label, Map<String, ? extends Number> values) {
    type(name, "counter");
    new TreeMap<>(values)
        .forEach((each, value) -> line("%s{%s=\"%s\"}".formatted(name, label, each), value));
  }

  private void type(String name, String type) {
    page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void line(String name, Number value) {
    page.append(name).append(' ').append(value).append('\n');
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
