// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigureKind.Trait;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencySummary;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the figures that a result will have, known before the run: a misspelt threshold is found
 * at the start and not after its fifteen minutes. It is the {@link FigureCatalogue} with the names
 * of the run.
 */
public final class FigureNames {
  /** A percentile may hold a dot. */
  private static final Pattern TIME = Pattern.compile("(.+?)\\.(?:p\\d+\\.\\d+|[^.]+)");

  private final Set<String> flows;
  private final Set<String> open;
  private final Set<String> closed;
  private final List<String> tenants;
  private final List<String> groups;
  private final Set<String> severalReceivers;
  private final List<String> parts;
  private List<String> announcements = List.of();
  private final List<String> disturbances;
  private List<String> limits = List.of();
  private final ObjectNode whole = JsonNodeFactory.instance.objectNode();
  private final ObjectNode window = JsonNodeFactory.instance.objectNode();

  /** The figures of a run of a fleet without groups. */
  public FigureNames(
      Collection<String> flows,
      Collection<String> closed,
      Tenants tenants,
      Map<String, String> answers,
      boolean store,
      Collection<String> severalReceivers,
      Collection<String> parts) {
    this(flows, closed, tenants, List.of(), answers, store, severalReceivers, parts, List.of());
  }

  /**
   * The figures of a run in which tenants may share the fleet.
   *
   * @param flows names of its flows that do not only answer
   * @param closed those among them of a closed model
   * @param tenants the tenants; null if there are no figures of each
   * @param groups names of the groups that the fleet is made of; empty for none
   * @param answers the flows that only answer commands, each with the flow that has these commands
   * @param store whether the store behind the target is read
   * @param severalReceivers the flows with several receivers for each message
   * @param parts names of the parts of a message's time that the driver tells; empty for none
   * @param disturbances names of the disturbances of the target; empty for none
   */
  public FigureNames(
      Collection<String> flows,
      Collection<String> closed,
      Tenants tenants,
      Collection<String> groups,
      Map<String, String> answers,
      boolean store,
      Collection<String> severalReceivers,
      Collection<String> parts,
      Collection<String> disturbances) {
    List<String> answering =
        answers.keySet().stream().filter(each -> flows.contains(answers.get(each))).toList();
    this.parts = List.copyOf(parts);
    this.disturbances = List.copyOf(disturbances);
    this.groups = List.copyOf(groups);
    this.closed = Set.copyOf(closed);
    this.open = new LinkedHashSet<>(flows);
    open.removeAll(closed);
    open.removeAll(answering);
    this.flows = new LinkedHashSet<>(flows);
    this.flows.addAll(answering);
    this.severalReceivers = new LinkedHashSet<>(this.flows);
    this.severalReceivers.retainAll(severalReceivers);
    this.tenants =
        tenants == null || !tenants.areSeveral()
            ? List.of()
            : tenants.shares().stream().map(Tenants.TenantShare::id).toList();
    for (FigureKind each : FigureCatalogue.kinds()) {
      if (!each.is(Trait.AFTER_THE_VERDICT)
          && !(each.is(Trait.COMMANDS) && answering.isEmpty())
          && !each.is(Trait.ANNOUNCEMENTS)
          && !each.is(Trait.LIMITS)
          && (store || !each.is(Trait.STORE))
          && !(each.is(Trait.PARTS) && parts.isEmpty())
          && !(each.is(Trait.RECEIVERS) && this.severalReceivers.isEmpty())) {
        put(each, 0, whole);
        if (each.is(Trait.PER_WINDOW)) {
          put(each, 0, window);
        }
      }
    }
  }

  /** Adds the figures of sessions that the target announces, by its words for what it announces. */
  public FigureNames announcing(Collection<String> kinds) {
    announcements = List.copyOf(kinds);
    FigureCatalogue.kinds().stream()
        .filter(each -> each.is(Trait.ANNOUNCEMENTS))
        .forEach(each -> put(each, 0, whole));
    return this;
  }

  /** Adds the figures of limits that the profile expects, by the words of their kinds. */
  public FigureNames limiting(Collection<String> kinds) {
    limits = List.copyOf(kinds);
    FigureCatalogue.kinds().stream()
        .filter(each -> each.is(Trait.LIMITS))
        .filter(
            each ->
                each.keys().get(0).equals("limits")
                    ? limits.contains(each.keys().get(1))
                    : limits.stream().anyMatch(kind -> !kind.equals(LimitKind.CONNECTIONS.key())))
        .forEach(each -> put(each, 0, whole));
    return this;
  }

  /** Returns whether the threshold's path names at least one figure. */
  public boolean has(Threshold threshold) {
    return !named(threshold).isEmpty();
  }

  /** The times that a result has there where the path asks for another one; none elsewhere. */
  public List<String> timesInsteadOf(String path) {
    Matcher time = TIME.matcher(path);
    return time.matches() && has(Threshold.parse(time.group(1) + ".p99 < 1ms"))
        ? LatencySummary.TIMES.stream().map(LatencySummary::label).toList()
        : List.of();
  }

  /** Returns whether the threshold's path names at least one figure that every window has. */
  public boolean hasPerWindow(Threshold threshold) {
    return !threshold.figures().presentIn(window).isEmpty();
  }

  /** The default thresholds that are in force beside those of a profile, as they are written. */
  public List<String> defaultsBeside(List<Threshold> own) {
    return new DefaultThresholds(own)
        .in(whole).stream().map(each -> each.threshold().text()).distinct().toList();
  }

  /** The names of the figures that the threshold's path names. */
  public List<String> named(Threshold threshold) {
    return threshold.figures().in(whole).stream()
        .filter(each -> each.value() != null)
        .map(FigurePath.FoundFigure::name)
        .toList();
  }

  /** Puts a 1 wherever a result of the run has a figure of the kind. */
  private void put(FigureKind kind, int depth, ObjectNode tree) {
    for (String key : keys(kind, depth)) {
      if (depth == kind.keys().size() - 1) {
        tree.put(key, 1);
      } else {
        put(kind, depth + 1, tree.withObjectProperty(key));
      }
    }
  }

  private Set<String> flows(FigureKind kind) {
    if (kind.is(Trait.RECEIVERS)) {
      return severalReceivers;
    }
    return kind.is(Trait.OPEN_FLOW) ? open : kind.is(Trait.CLOSED_FLOW) ? closed : flows;
  }

  private Collection<String> keys(FigureKind kind, int depth) {
    String key = kind.keys().get(depth);
    if (!key.equals("*")) {
      return List.of(key);
    }
    return switch (kind.keys().get(depth - 1)) {
      case "flows" -> flows(kind);
      case "tenants" -> tenants;
      case "groups" -> groups;
      case "parts" -> parts;
      case "announcements" -> announcements;
      case "disturb" -> disturbances;
      // Causes are not known before the run; a threshold may name any.
      default -> List.of();
    };
  }
}
