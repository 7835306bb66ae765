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
  private final Variation variation;
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
    this(name, asked, null);
  }

  /**
   * None yet, of a series with another value of a key in each run.
   *
   * @param name the {@code run.name} of the first one's profile
   * @param variation the values
   */
  public RepeatedRuns(String name, Variation variation) {
    this(name, variation.values().size(), variation);
  }

  private RepeatedRuns(String name, int asked, Variation variation) {
    this.name = name;
    this.asked = asked;
    this.variation = variation;
  }

  /**
   * Adds the next run.
   *
   * @param directory where its results lie
   * @throws IOException with one line if its result cannot be read
   */
  public Repeat.RunOfSeries add(Path directory) throws IOException {
    return add(runs.size() + 1, directory);
  }

  /**
   * Adds a run.
   *
   * @param number which run of the series it is, from 1 on
   * @param directory where its results lie
   * @throws IOException with one line if its result cannot be read
   */
  public Repeat.RunOfSeries add(int number, Path directory) throws IOException {
    JsonNode result = ResultFiles.resultTree(directory.resolve(Result.FILE));
    String place = directory.getFileName().toString();
    ComparedRun run = ResultRun.of(place, result);
    runs.add(RunReading.of(variation, number - 1, place, result, run.noVerdict()));
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

  /**
   * Returns the table of the figures that comparisons show, over the runs that count; no row of
   * runs that differ on purpose.
   */
  public List<SpreadTable.SpreadRow> table() {
    return variation != null
        ? List.of()
        : SpreadTable.of(compared.stream().filter(each -> each.noVerdict() == null).toList());
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
        variation == null ? null : variation.over(),
        asked,
        complete,
        verdict,
        (int) counted(),
        List.copyOf(runs),
        figuresOfRuns());
  }

  private long counted() {
    return runs.stream().filter(each -> each.leftOut() == null).count();
  }

  private List<String> reasons() {
    return new SeriesReasons(variation == null ? null : variation.over(), runs).all();
  }

  private Map<String, Repeat.FigureOfRuns> figuresOfRuns() {
    Map<String, Repeat.FigureOfRuns> all = new LinkedHashMap<>();
    for (Map<String, Double> run : figures) {
      for (String each : run.keySet()) {
        all.computeIfAbsent(each, this::figure);
      }
    }
    return all;
  }

  private Repeat.FigureOfRuns figure(String figure) {
    List<Double> values = new ArrayList<>();
    for (Map<String, Double> run : figures) {
      values.add(run.isEmpty() ? null : valueOf(figure, run));
    }
    Spread spread = Spread.of(values.stream().filter(Objects::nonNull).toList());
    boolean same = variation == null;
    String unit = FigureCatalogue.unitOf(figure).strip();
    return new Repeat.FigureOfRuns(
        unit.isEmpty() ? null : unit,
        spread.runs(),
        same ? spread.median() : null,
        same ? spread.min() : null,
        same ? spread.max() : null,
        same ? spread.relative() : null,
        values);
  }

  private static Double valueOf(String figure, Map<String, Double> run) {
    return run.getOrDefault(figure, FigureCatalogue.isCountByCause(figure) ? 0.0 : null);
  }
}
