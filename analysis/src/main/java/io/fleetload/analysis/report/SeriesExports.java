// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.export.Exports;
import io.fleetload.analysis.export.JUnitXml;
import io.fleetload.analysis.export.Markdown;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RunMark;
import io.fleetload.analysis.repeat.RunTable;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Files for other programs from a series of runs and from a search for the limit, as a run has
 * them: test cases for a build server, and a page of Markdown for a pull request.
 */
public final class SeriesExports {
  /** The figures of each flow that a reader of a pull request looks for. */
  private static final Pattern LOOKED_FOR =
      Pattern.compile(
          "flows\\.[^.]+\\.(achieved|failed|response\\.p50|response\\.p99)" + "|ledger\\.lost");

  private final StringBuilder text = new StringBuilder();

  private SeriesExports() {}

  /**
   * Writes those of a series.
   *
   * @throws IOException with one line if a file cannot be written
   */
  public static void write(Repeat repeat, Path directory) throws IOException {
    List<JUnitXml.TestCase> cases =
        repeat.runs().stream()
            .map(
                each ->
                    new JUnitXml.TestCase(
                        each.value() == null
                            ? each.directory()
                            : repeat.over().key() + "=" + each.value(),
                        each.crossed().isEmpty() ? null : String.join("; ", each.crossed()),
                        each.leftOut()))
            .toList();
    write(directory, repeat.run(), "series", repeat.verdict(), cases, of(repeat));
  }

  /**
   * Writes those of a search.
   *
   * @throws IOException with one line if a file cannot be written
   */
  public static void write(Limit limit, Path directory) throws IOException {
    boolean holds = limit.verdict().code() == ExitCode.PASSED;
    JUnitXml.TestCase least =
        new JUnitXml.TestCase(
            "the thresholds hold at " + limit.search().text(limit.search().from()),
            holds ? null : String.join("; ", limit.verdict().reasons()),
            null);
    write(directory, limit.run(), "search", limit.verdict(), List.of(least), of(limit));
  }

  private static void write(
      Path directory,
      String run,
      String kind,
      Verdict verdict,
      List<JUnitXml.TestCase> cases,
      String markdown)
      throws IOException {
    ResultFiles.writeText(
        directory.resolve(Exports.JUNIT),
        JUnitXml.of(new JUnitXml.Subject(String.valueOf(run), kind, 0), verdict, cases));
    ResultFiles.writeText(directory.resolve(Exports.SUMMARY), markdown);
  }

  /** A series as Markdown. */
  static String of(Repeat repeat) {
    SeriesExports page = new SeriesExports();
    page.head(
        repeat.run(),
        repeat.over() == null ? repeat.runs().size() + " runs" : "over " + repeat.over().key(),
        repeat.verdict());
    if (repeat.over() == null) {
      page.runs(repeat);
    } else {
      for (RunTable table : RunTable.all(repeat)) {
        page.line("");
        page.table(RunTable.OF_TEXT, table.heads());
        table.rows().forEach(each -> page.row(each.cells()));
      }
    }
    page.line("");
    page.line(RunMark.LEGEND);
    return page.text.toString();
  }

  private void runs(Repeat repeat) {
    table(3, List.of("run", "verdict", "thresholds that were crossed, or why it does not count"));
    for (Repeat.RunOfSeries run : repeat.runs()) {
      row(
          List.of(
              run.directory(),
              RunMark.of(run).sign() + " " + run.status(),
              run.leftOut() == null ? String.join("; ", run.crossed()) : run.leftOut()));
    }
    line("");
    table(1, List.of("figure", "median", "least", "most", "runs"));
    repeat.figures().entrySet().stream()
        .filter(each -> LOOKED_FOR.matcher(each.getKey()).matches())
        .forEach(each -> figure(each.getKey(), each.getValue()));
  }

  private void figure(String name, Repeat.FigureOfRuns figure) {
    row(
        List.of(
            figure.unit() == null ? name : name + ", " + figure.unit(),
            digits(figure.median()),
            digits(figure.least()),
            digits(figure.most()),
            String.valueOf(figure.count())));
  }

  /** A search as Markdown. */
  static String of(Limit limit) {
    SeriesExports page = new SeriesExports();
    page.head(limit.run(), "limit", limit.verdict());
    page.table(2, List.of("load", "verdict", "reached/s", "p50 ms", "p99 ms", "crossed"));
    for (Probe probe : limit.probes()) {
      page.row(
          List.of(
              limit.search().text(probe.load()),
              probe.held() ? "held" : probe.judged() ? "crossed" : probe.status(),
              digits(probe.reached()),
              digits(probe.p50()),
              digits(probe.p99()),
              String.join("; ", probe.crossed())));
    }
    return page.text.toString();
  }

  private void head(String run, String what, Verdict verdict) {
    line(
        "### %s, %s: %s"
            .formatted(Markdown.text(String.valueOf(run)), Markdown.text(what), verdict.heading()));
    line("");
    verdict.reasons().forEach(reason -> line("- " + Markdown.text(reason)));
    line("");
  }

  /** Begins a table of which the first columns are text and the others numbers. */
  private void table(int ofText, List<String> heads) {
    row(heads);
    line("|" + "---|".repeat(ofText) + "--:|".repeat(heads.size() - ofText));
  }

  private void row(List<String> cells) {
    line(cells.stream().map(Markdown::text).collect(Collectors.joining(" | ", "| ", " |")));
  }

  private static String digits(Double value) {
    return value == null ? "–" : FigureFormat.digits(value);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
