// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The thresholds of every run. Each is in force unless the profile has a threshold of its own on
 * the same figure: on {@code flows.telemetry.failed} for that flow, on {@code flows.*.failed} for
 * all flows. A ratio replaces the default of the figure that is divided; a threshold on windows
 * replaces none, as what ends after the last window is in no window. A result without a figure has
 * no default on it either: no ledger without a backend, no {@code achieved} of a closed flow, in
 * which users without a session are bounded instead.
 */
public final class DefaultThresholds {
  private static final String WITHOUT_SESSION = "flows.*.notSentBy.notConnected";

  private static final List<Threshold> ALL =
      List.of(
          Threshold.parse("devices.notConnected == 0"),
          Threshold.parse("flows.*.achieved >= 99%"),
          Threshold.parse(WITHOUT_SESSION + " == 0"),
          Threshold.parse("flows.*.failed == 0"),
          Threshold.parse("flows.*.unsettled == 0"),
          Threshold.parse("ledger.lost == 0"),
          Threshold.parse("ledger.duplicate == 0"),
          Threshold.parse("ledger.misdelivered == 0"),
          Threshold.parse("ledger.altered == 0"),
          Threshold.parse("ledger.invented == 0"),
          Threshold.parse("ledger.unstamped == 0"),
          Threshold.parse("ledger.foreign == 0"),
          Threshold.parse("ledger.store.lost == 0"),
          Threshold.parse("ledger.store.storedTwice == 0"),
          Threshold.parse("ledger.store.misdelivered == 0"),
          Threshold.parse("ledger.store.altered == 0"),
          Threshold.parse("ledger.store.invented == 0"),
          Threshold.parse("commands.deliveredUnconfirmed == 0"),
          Threshold.parse("commands.duplicate == 0"),
          Threshold.parse("commands.misdelivered == 0"),
          Threshold.parse("commands.altered == 0"));

  private final List<Threshold> own;

  /**
   * The defaults beside a profile's thresholds.
   *
   * @param own the thresholds of the profile
   */
  public DefaultThresholds(List<Threshold> own) {
    this.own = List.copyOf(own);
  }

  /**
   * A default that is in force on a figure.
   *
   * @param threshold the bound
   * @param figure one of the figures that it names
   */
  record OnFigure(Threshold threshold, FigurePath.Figure figure) {}

  /** The defaults in force on the figures of a result. */
  List<OnFigure> in(JsonNode figures) {
    Set<String> bounded =
        own.stream()
            .filter(each -> !each.windowed())
            .flatMap(each -> new FigurePath(each.path(), null).presentIn(figures).stream())
            .map(FigurePath.Figure::name)
            .collect(Collectors.toSet());
    List<OnFigure> inForce = new ArrayList<>();
    for (Threshold each : ALL) {
      Threshold bound = flowByFlow(each, bounded);
      bound.figures().presentIn(figures).stream()
          .filter(figure -> !bounded.contains(figure.name()))
          .filter(
              figure -> !each.path().equals(WITHOUT_SESSION) || isOfUsers(figure.name(), figures))
          .forEach(figure -> inForce.add(new OnFigure(bound, figure)));
    }
    return inForce;
  }

  /**
   * Whether a figure is of a closed flow; in an open one {@code achieved} bounds what is unsent.
   */
  private static boolean isOfUsers(String figure, JsonNode figures) {
    return figures.path("flows").path(figure.split("\\.")[1]).has("closed");
  }

  /**
   * A profile that bounds a figure of the ledger for one flow leaves it as it is for the others.
   */
  private static Threshold flowByFlow(Threshold threshold, Set<String> bounded) {
    return threshold.path().startsWith("ledger.")
            && bounded.stream().anyMatch(name -> name.endsWith("." + threshold.path()))
            && !bounded.contains(threshold.path())
        ? Threshold.parse("flows.*." + threshold.text())
        : threshold;
  }
}
