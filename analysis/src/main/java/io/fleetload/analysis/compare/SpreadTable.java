// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Distances between the runs of one kind, in the figures by which runs are compared. */
public final class SpreadTable {
  private SpreadTable() {}

  /**
   * One figure.
   *
   * @param group the flow or the part of the result that it is of
   * @param name its name there, with its unit
   * @param median the middle value
   * @param least the smallest
   * @param most the largest
   * @param spread how far these two are apart, as a share of the median
   * @param runs how many runs have it
   */
  public record SpreadRow(
      String group,
      String name,
      String median,
      String least,
      String most,
      String spread,
      int runs) {}

  /** The rows of these runs, those of one group together. */
  public static List<SpreadRow> of(List<ComparedRun> runs) {
    Map<String, Map<Figure, List<Double>>> groups = new LinkedHashMap<>();
    for (ComparedRun run : runs) {
      run.figures()
          .forEach(
              (figure, value) ->
                  groups
                      .computeIfAbsent(figure.group(), each -> new LinkedHashMap<>())
                      .computeIfAbsent(figure, each -> new ArrayList<>())
                      .add(value));
    }
    return groups.values().stream()
        .flatMap(each -> each.entrySet().stream())
        .map(each -> row(each.getKey(), Spread.of(each.getValue())))
        .toList();
  }

  private static SpreadRow row(Figure figure, Spread spread) {
    return new SpreadRow(
        figure.group(),
        figure.name(),
        figure.scale().plain(spread.median()),
        figure.scale().plain(spread.min()),
        figure.scale().plain(spread.max()),
        percent(spread.relative()),
        spread.runs());
  }

  /** Returns a share in percent, or a dash for null. */
  static String percent(Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
