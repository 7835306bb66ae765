// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.compare.ComparedRun;
import io.fleetload.analysis.compare.ResultRun;
import io.fleetload.analysis.compare.Spread;
import io.fleetload.analysis.compare.SpreadTable;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The runs of a series, from the first to the last. A run that is no verdict on the target is named
 * and does not count: its figures are those of a busy generator, or of half a run.
 */
public final class RepeatedRuns {
  private final String name;
  private final int asked;
  private final List<Repeat.RunOfSeries> runs = new ArrayList<>();

  /** The declared figures of each run. */
  private final List<Map<String, Double>> figures = new ArrayList<>();

  private final List<ComparedRun> compared = new ArrayList<>();

  /**
   * None yet.
   *
   * @param name the profile's {@code run.name}
   * @param asked how many are to be made
   */
  public RepeatedRuns(String name, int asked) {
    this.name = name;
    this.asked = asked;
  }

  /**
   * Adds the next run.
   *
   * @param directory where its results lie
   * @throws IOException with one line if its result cannot be read
   */
  public Repeat.RunOfSeries add(Path directory) throws IOException {
    JsonNode result = ResultFiles.resultTree(directory.resolve(Result.FILE));
    String place = directory.getFileName().toString();
    ComparedRun run = ResultRun.of(place, result);
    List<String> crossed = new ArrayList<>();
    for (JsonNode threshold : result.path("thresholds")) {
      if (!threshold.path("held").asBoolean()) {
        crossed.add(threshold.path("threshold").asText());
      }
    }
    runs.add(
        new Repeat.RunOfSeries(
            place,
            result.path("runId").asText(),
            result.at("/verdict/status").asText(),
            crossed.stream().distinct().toList(),
            run.noVerdict()));
    compared.add(run);
    figures.add(run.noVerdict() == null ? figures(result) : Map.of());
    return runs.get(runs.size() - 1);
  }

  private static Map<String, Double> figures(JsonNode result) {
    Map<String, Double> all = new LinkedHashMap<>();
    FigureCatalogue.kinds().forEach(each -> all.putAll(each.in(result)));
    Map<String, Double> shown = new LinkedHashMap<>(all);
    shown.keySet().removeIf(each -> isOfTooFew(each, all));
    return shown;
  }

  private static boolean isOfTooFew(String figure, Map<String, Double> all) {
    int dot = figure.lastIndexOf('.');
    Double count = all.get(figure.substring(0, dot + 1) + "count");
    return count != null
        && !LatencySummary.isOfEnough(figure.substring(dot + 1), count.longValue());
  }

  /** Returns the table of the figures that comparisons show, over the runs that count. */
  public List<SpreadTable.SpreadRow> table() {
    return SpreadTable.of(compared.stream().filter(each -> each.noVerdict() == null).toList());
  }

  /** Returns the result so far, while the series goes on. */
  public Repeat soFar() {
    return stopped(ExitCode.INTERRUPTED, "the series has not come to its end");
  }

  /** Returns the result of a series that was interrupted. */
  public Repeat interrupted() {
    long whole =
        runs.stream().filter(each -> !each.status().equals(ExitCode.INTERRUPTED.status())).count();
    return stopped(ExitCode.INTERRUPTED, "interrupted after %s of %s runs".formatted(whole, asked));
  }

  /**
   * Returns the result of a series that did not come to its end.
   *
   * @param code the reason
   * @param why the reason in a sentence
   */
  public Repeat stopped(ExitCode code, String why) {
    List<ExitCode> codes = codes();
    codes.add(code);
    List<String> reasons = reasons();
    reasons.add(0, why);
    return repeat(false, Verdict.of(ExitCode.worst(codes), reasons));
  }

  /** Returns the result of a series in which all runs were made. */
  public Repeat ended() {
    return repeat(true, Verdict.of(ExitCode.worst(codes()), reasons()));
  }

  private List<ExitCode> codes() {
    return runs.stream()
        .map(each -> ExitCode.ofStatus(each.status()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private Repeat repeat(boolean complete, Verdict verdict) {
    return new Repeat(
        Repeat.VERSION,
        name,
        asked,
        complete,
        verdict,
        (int) counted(),
        List.copyOf(runs),
        spreads());
  }

  private long counted() {
    return runs.stream().filter(each -> each.leftOut() == null).count();
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    long counted = counted();
    if (counted == 0) {
      reasons.add("no run counts, so there is no median");
    } else {
      reasons.add(
          counted == runs.size()
              ? "all %s runs count".formatted(counted)
              : "%s of %s runs count".formatted(counted, runs.size()));
    }
    if (counted == 1) {
      reasons.add("one run counts, so how far runs are apart is not known");
    }
    for (Repeat.RunOfSeries each : runs) {
      if (each.leftOut() != null) {
        reasons.add("%s is left out: %s".formatted(each.directory(), each.leftOut()));
      } else if (!each.crossed().isEmpty()) {
        reasons.add(
            "%s crossed \"%s\"".formatted(each.directory(), String.join("\", \"", each.crossed())));
      }
    }
    return reasons;
  }

  private Map<String, Repeat.FigureSpread> spreads() {
    Map<String, Repeat.FigureSpread> spreads = new LinkedHashMap<>();
    for (Map<String, Double> run : figures) {
      for (String each : run.keySet()) {
        spreads.computeIfAbsent(each, this::spread);
      }
    }
    return spreads;
  }

  private Repeat.FigureSpread spread(String figure) {
    List<Double> values = new ArrayList<>();
    for (Map<String, Double> run : figures) {
      values.add(run.isEmpty() ? null : valueOf(figure, run));
    }
    Spread spread = Spread.of(values.stream().filter(Objects::nonNull).toList());
    String unit = FigureCatalogue.unitOf(figure).strip();
    return new Repeat.FigureSpread(
        unit.isEmpty() ? null : unit,
        spread.runs(),
        spread.median(),
        spread.min(),
        spread.max(),
        spread.relative(),
        values);
  }

  private static Double valueOf(String figure, Map<String, Double> run) {
    return run.getOrDefault(figure, FigureCatalogue.isCountByCause(figure) ? 0.0 : null);
  }
}
