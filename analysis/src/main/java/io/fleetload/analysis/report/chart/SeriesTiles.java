// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import io.fleetload.analysis.repeat.Repeat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tiles of runs that are all the same: the medians that a reader sees first, with their range. */
public final class SeriesTiles {
  private final Repeat repeat;

  private SeriesTiles(Repeat repeat) {
    this.repeat = repeat;
  }

  /** A figure of a flow; of the whole run where the flow is empty. */
  private record OfFlow(String flow, Repeat.FigureOfRuns figure) {}

  /** Returns the tiles of a series; none where no run counts. */
  public static List<Tile> of(Repeat repeat) {
    SeriesTiles series = new SeriesTiles(repeat);
    List<Tile> tiles = new ArrayList<>();
    series
        .worst("achieved", Comparator.comparingDouble((OfFlow each) -> -each.figure.least()))
        .map(each -> series.tile("reached of asked", each, FigureFormat::percent, " %"))
        .ifPresent(tiles::add);
    series
        .worst("response.p99", Comparator.comparingDouble(each -> each.figure.median()))
        .map(each -> series.tile("response p99", each, FigureFormat::digits, " ms"))
        .ifPresent(tiles::add);
    Optional.ofNullable(repeat.figures().get("ledger.lost"))
        .map(each -> new OfFlow("", each))
        .map(each -> series.tile("lost", each, FigureFormat::plain, ""))
        .ifPresent(tiles::add);
    series
        .worst("failed", Comparator.comparingDouble(each -> each.figure.most()))
        .map(each -> series.tile("failed", each, FigureFormat::plain, ""))
        .ifPresent(tiles::add);
    return tiles;
  }

  private Optional<OfFlow> worst(String figure, Comparator<OfFlow> order) {
    Pattern name = Pattern.compile("flows\\.([^.]+)\\." + Pattern.quote(figure));
    List<OfFlow> flows = new ArrayList<>();
    for (Map.Entry<String, Repeat.FigureOfRuns> each : repeat.figures().entrySet()) {
      Matcher parts = name.matcher(each.getKey());
      if (parts.matches() && each.getValue().median() != null) {
        flows.add(new OfFlow(parts.group(1), each.getValue()));
      }
    }
    return flows.stream().max(order);
  }

  private Tile tile(String name, OfFlow of, Function<Double, String> text, String unit) {
    Repeat.FigureOfRuns figure = of.figure;
    String range =
        figure.least().equals(figure.most())
            ? "in each of %s runs".formatted(figure.count())
            : "median; %s to %s%s in %s runs"
                .formatted(
                    text.apply(figure.least()), text.apply(figure.most()), unit, figure.count());
    return new Tile(
        name,
        text.apply(figure.median()) + unit,
        of.flow.isEmpty() ? range : of.flow + ", " + range,
        Tile.Mark.PLAIN);
  }
}
