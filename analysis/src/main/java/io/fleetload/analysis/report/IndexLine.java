// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.results.format.ExitCode;

/**
 * A row of the index as the page prints it.
 *
 * @param colour {@code fine}, {@code bad} or {@code void}, or empty of a run that has no result yet
 * @param link the page of the run; null if it has none
 */
record IndexLine(
    IndexRow row,
    String time,
    String colour,
    String link,
    String asked,
    String reached,
    String p99,
    String lost) {

  static IndexLine of(IndexRow row) {
    return new IndexLine(
        row,
        row.began().substring(0, 16).replace('T', ' ') + " UTC",
        colour(row),
        row.file() == null ? null : link(row.page()),
        rate(row.asked()),
        rate(row.reached()),
        row.p99() == null ? FigureFormat.NOTHING : FigureFormat.digits(row.p99()),
        row.lost() == null ? FigureFormat.NOTHING : FigureFormat.count(row.lost()));
  }

  private static String colour(IndexRow row) {
    if (row.file() == null) {
      return "";
    }
    return row.status().equals(ExitCode.PASSED.status())
        ? "fine"
        : row.status().equals(ExitCode.THRESHOLDS_CROSSED.status()) ? "bad" : "void";
  }

  private static String link(String page) {
    int slash = page.lastIndexOf('/');
    return PageLinks.encoded(page.substring(0, slash)) + page.substring(slash);
  }

  private static String rate(Double value) {
    return value == null ? FigureFormat.NOTHING : FigureFormat.rate(value);
  }
}
