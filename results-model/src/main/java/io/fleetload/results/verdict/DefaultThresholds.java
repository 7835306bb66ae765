// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.figure.FigurePath;
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
 * which users without a session are bounded instead. What a profile allows of a flow it allows of
 * each tenant's part.
 */
public final class DefaultThresholds {
  private static final String WITHOUT_SESSION = "flows.*.notSentBy.notConnected";

  /** Bound for each tenant, as the unsent messages of a small one hardly move the figure of all. */
  private static final Threshold OF_TENANTS = Threshold.parse("tenants.*.flows.*.achieved >= 99%");

  private static final List<Threshold> ALL =
      List.of(
          Threshold.parse("devices.notConnected == 0"),
          Threshold.parse("devices.unexpectedAnswers == 0"),
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
          Threshold.parse("commands.altered == 0"),
          Threshold.parse("limits.*.refused > 0"),
          Threshold.parse("limits.*.refusedBelow == 0"),
          Threshold.parse("limits.*.acceptedAbove == 0"),
          Threshold.parse("limits.*.refusedDelivered == 0"),
          Threshold.parse("announcements.*.begins.missing == 0"),
          Threshold.parse("announcements.*.begins.duplicate == 0"),
          Threshold.parse("announcements.*.begins.misdelivered == 0"),
          Threshold.parse("announcements.*.begins.invented == 0"),
          Threshold.parse("announcements.*.ends.missing == 0"),
          Threshold.parse("announcements.*.ends.duplicate == 0"),
          Threshold.parse("announcements.*.ends.misdelivered == 0"),
          Threshold.parse("announcements.*.ends.invented == 0"));

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
  public record OnFigure(Threshold threshold, FigurePath.FoundFigure figure) {}

  /** The defaults in force on the figures of a result. */
  public List<OnFigure> in(JsonNode figures) {
    Set<String> bounded =
        own.stream()
            .filter(each -> !each.windowed())
            .flatMap(each -> new FigurePath(each.path(), null).presentIn(figures).stream())
            .map(FigurePath.FoundFigure::name)
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
    inForce.addAll(ofTenants(figures, bounded));
    return inForce;
  }

  /**
   * The bounds on what the flows achieved, the profile's own among them, for each tenant's part.
   */
  private List<OnFigure> ofTenants(JsonNode figures, Set<String> bounded) {
    List<OnFigure> inForce = new ArrayList<>();
    for (FigurePath.FoundFigure part : OF_TENANTS.figures().presentIn(figures)) {
      String ofFlow = "flows." + part.stars().get(1) + ".achieved";
      List<Threshold> bounds =
          bounded.contains(ofFlow)
              ? own.stream()
                  .filter(each -> isFloorOf(ofFlow, each, figures))
                  .map(each -> Threshold.parse("tenants.*." + each.text()))
                  .toList()
              : List.of(OF_TENANTS);
      if (!bounded.contains(part.name()) && !lacksOneAtMost(part, figures)) {
        bounds.forEach(each -> inForce.add(new OnFigure(each, part)));
      }
    }
    return inForce;
  }

  private static boolean isFloorOf(String figure, Threshold threshold, JsonNode figures) {
    return !threshold.windowed()
        && !threshold.ofBaseline()
        && threshold.divisor() == null
        && (threshold.comparison() == Threshold.Relation.AT_LEAST
            || threshold.comparison() == Threshold.Relation.MORE)
        && threshold.path().startsWith("flows.")
        && threshold.figures().presentIn(figures).stream()
            .anyMatch(each -> each.name().equals(figure));
  }

  /**
   * Checks whether all of a tenant's messages but one were sent in time. The last one may leave a
   * moment after the end, and may be more than a hundredth of a small tenant's.
   */
  private static boolean lacksOneAtMost(FigurePath.FoundFigure part, JsonNode figures) {
    JsonNode own =
        figures.path("tenants").path(part.stars().get(0)).path("flows").path(part.stars().get(1));
    JsonNode notSent = own.path("notSentBy");
    long due =
        own.path("scheduled").asLong()
            - notSent.path("asleep").asLong()
            - notSent.path("away").asLong();
    return part.value() != null
        && part.value() > 0
        && part.value() < 1
        && Math.round(due * (1 - part.value())) <= 1;
  }

  /**
   * Checks whether a figure is of a closed flow; in an open one {@code achieved} bounds what is
   * unsent.
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
