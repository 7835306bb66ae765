// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.compare.ComparedFigures;
import io.fleetload.analysis.compare.Figure;
import io.fleetload.results.confidence.ConfidenceInterval;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The history of one profile and target, as documents have it.
 *
 * @param runs in the order of time
 * @param older how many were left out as they are too old
 */
record HistoryDocument(List<PastRun> runs, int older) {

  History.ProfileHistory history() {
    ChangeSearch search = new ChangeSearch(runs);
    PastRun newest = runs.get(runs.size() - 1);
    return new History.ProfileHistory(
        newest.of(),
        newest.name(),
        newest.target(),
        search.counted(),
        search.enough(),
        older,
        runs.stream().map(HistoryDocument::run).toList(),
        search.figures().stream().map(this::figure).toList(),
        search.changes().stream().map(this::change).toList());
  }

  private static History.RunOfHistory run(PastRun run) {
    Map<String, String> versions = new LinkedHashMap<>();
    Map<String, String> labels = new LinkedHashMap<>();
    run.surroundings()
        .forEach(
            (key, value) -> {
              if (key.startsWith(PastRun.LABEL)) {
                labels.put(key.substring(PastRun.LABEL.length()), value);
              } else {
                versions.put(key, value);
              }
            });
    return new History.RunOfHistory(
        run.directory().toString(),
        time(run.began()),
        run.status(),
        run.noVerdict(),
        versions,
        labels);
  }

  private static String time(Instant began) {
    return began.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private History.FigureOfHistory figure(FigureHistory of) {
    Figure figure = of.figure();
    return new History.FigureOfHistory(
        figure.group(),
        figure.name(),
        figure.scale() == Figure.Scale.SHARE ? "share" : figure.scale().unit(),
        figure.better().name().toLowerCase(Locale.ROOT),
        of.decides(),
        ComparedFigures.isOfFleetPart(figure),
        column(run -> run.figures().get(figure)),
        orNothing(column(run -> interval(run, figure, ConfidenceInterval::low))),
        orNothing(column(run -> interval(run, figure, ConfidenceInterval::high))),
        orNothing(column(run -> run.bounds().get(figure))));
  }

  private List<Double> column(Function<PastRun, Double> value) {
    List<Double> column = new ArrayList<>();
    runs.forEach(each -> column.add(value.apply(each)));
    return column;
  }

  private static List<Double> orNothing(List<Double> column) {
    return column.stream().allMatch(Objects::isNull) ? null : column;
  }

  private static Double interval(
      PastRun run, Figure figure, Function<ConfidenceInterval, Double> end) {
    ConfidenceInterval interval = run.intervals().get(figure);
    return interval == null ? null : end.apply(interval);
  }

  private History.ChangeOfFigure change(LevelChange change) {
    Figure figure = change.figure();
    return new History.ChangeOfFigure(
        figure.group(),
        figure.name(),
        change.decides(),
        change.isWorse() ? History.WORSE : "better",
        change.newest(),
        change.last(),
        change.first(),
        change.from(),
        change.to(),
        change.share(),
        text(change),
        differs(runs.get(change.last()), runs.get(change.first())));
  }

  private static String text(LevelChange change) {
    Figure.Scale scale = change.figure().scale();
    String levels = "%s -> %s".formatted(scale.plain(change.from()), scale.plain(change.to()));
    return change.share() == null
        ? levels
        : levels + String.format(Locale.ROOT, " (%+.1f %%)", 100 * change.share());
  }

  private static List<String> differs(PastRun before, PastRun after) {
    Set<String> keys = new LinkedHashSet<>(before.surroundings().keySet());
    keys.addAll(after.surroundings().keySet());
    List<String> differs = new ArrayList<>();
    for (String key : keys) {
      String here = before.surroundings().getOrDefault(key, "not set");
      String there = after.surroundings().getOrDefault(key, "not set");
      if (!here.equals(there)) {
        differs.add("%s: %s -> %s".formatted(key, here, there));
      }
    }
    return differs;
  }
}
