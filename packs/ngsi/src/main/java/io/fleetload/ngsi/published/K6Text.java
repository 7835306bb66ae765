// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run as k6 printed its summary before version 1, to the blank; then what it does not say. */
final class K6Text {
  private static final String INDENT = "     ";
  private static final double MICROS_A_MILLI = 1e3;
  private static final double MILLIS_A_SECOND = 1e3;
  private static final double SECONDS_A_MINUTE = 60;
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};

  private K6Text() {}

  /** A metric with its figures, as they are printed. */
  private record Row(String name, List<String> cells) {}

  static String of(K6Summary summary) {
    List<Row> rows = new ArrayList<>();
    summary.metrics().forEach((name, metric) -> rows.add(new Row(shown(name), cells(metric))));
    int longest = rows.stream().mapToInt(each -> each.name().length()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (Row row : rows) {
      StringBuilder line = new StringBuilder(INDENT);
      line.append(row.name()).append(".".repeat(longest + 3 - row.name().length())).append(':');
      for (int i = 0; i < row.cells().size(); i++) {
        line.append(' ').append(padded(row.cells().get(i), width(rows, row.cells().size(), i)));
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add("");
    lines.addAll(summary.hidden().lines("k6"));
    lines.add(
        "  http_req_duration has the wait for a connection and connecting in it, which k6 leaves");
    lines.add("  out; iterations are those that have an outcome of their first request.");
    return String.join("\n", lines) + "\n";
  }

  /** A metric of one request is below that of all. */
  private static String shown(String name) {
    int tag = name.indexOf('{');
    return tag < 0 ? name : "  { " + name.substring(tag + 1, name.length() - 1) + " }";
  }

  /** Cells under each other are equally wide, in rows of as many. */
  private static int width(List<Row> rows, int size, int column) {
    return rows.stream()
        .filter(each -> each.cells().size() == size)
        .mapToInt(each -> each.cells().get(column).length())
        .max()
        .orElse(0);
  }

  private static String padded(String cell, int width) {
    return cell + " ".repeat(width - cell.length());
  }

  private static List<String> cells(K6Metric metric) {
    Map<String, Number> values = metric.values();
    return switch (metric.type()) {
      case "trend" ->
          values.entrySet().stream()
              .map(each -> each.getKey() + "=" + time(each.getValue().doubleValue()))
              .toList();
      case "rate" ->
          List.of(
              String.format(Locale.ROOT, "%.2f%%", floor(100 * values.get("rate").doubleValue())),
              "✓ " + values.get("passes"),
              "✗ " + values.get("fails"));
      case "gauge" ->
          List.of(
              values.get("value").toString(),
              "min=" + values.get("min"),
              "max=" + values.get("max"));
      default -> counter(metric);
    };
  }

  private static List<String> counter(K6Metric metric) {
    double count = metric.values().get("count").doubleValue();
    double rate = metric.values().get("rate").doubleValue();
    return metric.isData()
        ? List.of(bytes(count), bytes(rate) + "/s")
        : List.of(
            metric.values().get("count").toString(),
            trimmed(String.format(Locale.ROOT, "%.6f", rate)) + "/s");
  }

  /** In the unit that is next below it, cut to two decimals. */
  static String time(double millis) {
    if (millis == 0) {
      return "0s";
    }
    if (millis < 1) {
      return cut(millis * MICROS_A_MILLI) + "µs";
    }
    double seconds = millis / MILLIS_A_SECOND;
    if (seconds < 1) {
      return cut(millis) + "ms";
    }
    if (seconds < SECONDS_A_MINUTE) {
      return cut(seconds) + "s";
    }
    long minutes = (long) (seconds / SECONDS_A_MINUTE);
    return minutes + "m" + Math.round(seconds - minutes * SECONDS_A_MINUTE) + "s";
  }

  private static String cut(double value) {
    return trimmed(String.format(Locale.ROOT, "%.2f", floor(value)));
  }

  /**
   * To two decimals. What is written in decimals can be a little less in binary: 4.9 is 4.8999….
   */
  private static double floor(double value) {
    return Math.floor(value * 100 + 1e-6) / 100;
  }

  private static String trimmed(String decimals) {
    return decimals.replaceFirst("\\.?0+$", "");
  }

  /** In steps of 1000. */
  static String bytes(double bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1000 && unit < BYTES.length - 1) {
      value /= 1000;
      unit++;
    }
    double tenths = Math.floor(value * 10 + 0.5) / 10;
    String format = tenths < 10 && unit > 0 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, format, tenths, BYTES[unit]);
  }
}
