// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks whether a profile's thresholds can be judged: what is misspelt is found before the run.
 */
final class ThresholdChecks {
  /** Each is judged for every flow and every window. */
  private static final int MOST = 1_000;

  private final LoadProfile profile;
  private final FlowSet flows;
  private final FigureNames figures;
  private final ProfileChecks checks;

  ThresholdChecks(LoadProfile profile, FlowSet flows, ProfileChecks checks) {
    this.profile = profile;
    this.flows = flows;
    this.figures = flows.figures(profile);
    this.checks = checks;
  }

  void check() {
    if (profile.thresholds().size() > MOST) {
      checks.problem(
          "thresholds",
          "found %s, expected at most %s; * names all flows, tenants or groups"
              .formatted(profile.thresholds().size(), MOST));
      return;
    }
    for (int i = 0; i < profile.thresholds().size(); i++) {
      String path = "thresholds[" + i + "]";
      try {
        check(profile.thresholds().get(i).threshold(), path);
      } catch (IllegalArgumentException e) {
        checks.problem(path, e.getMessage());
      }
    }
  }

  private void check(Threshold threshold, String path) {
    String[] keys = threshold.path().split("\\.", 3);
    List<String> known = new ArrayList<>(flows.names());
    known.add("*");
    if (keys.length > 1 && keys[0].equals("flows") && !known.contains(keys[1])) {
      checks.problem(
          path,
          "names the flow \"%s\", expected one of %s".formatted(keys[1], String.join(", ", known)));
    } else if (asksForARate(keys)) {
      checks.problem(
          path,
          "names \"%s\", but a closed flow is asked for no rate; expected a figure such as"
                  .formatted(threshold.path())
              + " flows.*.reached or flows.*.response.p99");
    } else if (keys.length > 1 && keys[0].equals("tenants") && !namesTenant(threshold)) {
      checks.problem(
          path,
          !profile.sharedBy().areSeveral()
              ? "names figures of a tenant, which a result has for a list tenants only"
              : "names no tenant: \"%s\"; expected one of %s, *, and then a figure such as"
                      .formatted(threshold.path(), String.join(", ", ids()))
                  + " flows.*.response.p99");
    } else if (keys.length > 1 && keys[0].equals("groups") && !namesGroup(keys[1])) {
      checks.problem(
          path,
          groups().isEmpty()
              ? "names figures of a group, which a result has for devices.groups only"
              : "names no group: \"%s\"; expected one of %s, *, and then a figure such as connected"
                  .formatted(threshold.path(), String.join(", ", groups())));
    } else if (!profile.flowsByName().isEmpty() && !figures.has(threshold)) {
      checks.problem(
          path,
          "names no figure of the result: \"%s\"; expected one %s"
              .formatted(threshold.path(), instead(threshold)));
    } else if (threshold.windowed()) {
      checkWindows(threshold, path);
    } else if (threshold.abort()) {
      checks.problem(path, "aborts, which takes windows; expected their length, such as every 10s");
    }
    if (threshold.surely() && threshold.windowed()) {
      checks.problem(path, "is on windows, which have no interval; leave out surely, or every");
    }
    if (threshold.surely() && threshold.ofBaseline()) {
      checks.problem(
          path,
          "compares with a baseline, which has noise of its own; leave out surely, and compare runs"
              + " with loadtest compare");
    }
    if (threshold.ofBaseline() && profile.baseline() == null) {
      checks.problem(
          path,
          "compares with a baseline that is not given; expected --baseline DIR or the key"
              + " baseline");
    }
  }

  private String instead(Threshold threshold) {
    List<String> times = figures.timesInsteadOf(threshold.path());
    return times.isEmpty()
        ? "such as ledger.lost, flows.*.failed, flows.*.achieved or flows.*.response.p99"
        : "of " + String.join(", ", times);
  }

  private void checkWindows(Threshold threshold, String path) {
    Phases phases = profile.phases();
    boolean ofTenants = threshold.ofTenants() && ids().size() > 1;
    int interval = ofTenants ? phases.intervalSeconds(ids().size()) : phases.intervalSeconds();
    if (!profile.flowsByName().isEmpty() && !figures.hasPerWindow(threshold)) {
      checks.problem(
          path,
          "has no value for each window: \"%s\"; expected one of the whole phase, without every,"
                  .formatted(threshold.path())
              + " or one such as flows.*.response.p99, flows.*.failed or flows.*.achieved");
    } else if (threshold.everySeconds() > phases.measure().seconds()) {
      checks.problem(
          path,
          "every %s s is longer than the measured phase; expected at most %s"
              .formatted(threshold.everySeconds(), phases.measure()));
    } else if (threshold.everySeconds() % interval != 0) {
      checks.problem(
          path,
          "every %s s: a run as long as this one keeps %s in intervals of %s s;"
                  .formatted(
                      threshold.everySeconds(),
                      ofTenants
                          ? "what each of %s tenants did".formatted(ids().size())
                          : "its response times",
                      interval)
              + " expected a multiple of that");
    }
  }

  /** Returns whether a threshold is on a rate asked for, of flows that are all closed. */
  private boolean asksForARate(String[] keys) {
    List<String> closed = flows.closed();
    return keys.length == 3
        && keys[0].equals("flows")
        && (keys[2].equals("achieved") || keys[2].equals("asked"))
        && !closed.isEmpty()
        && closed.containsAll(
            keys[1].equals("*") ? profile.flowsByName().keySet() : List.of(keys[1]));
  }

  /** An id may hold dots, so it is not split off. */
  private boolean namesTenant(Threshold threshold) {
    String rest = threshold.path().substring(threshold.path().indexOf('.') + 1);
    return ids().size() > 1
        && (rest.startsWith("*.") || ids().stream().anyMatch(each -> rest.startsWith(each + ".")));
  }

  private boolean namesGroup(String name) {
    return !groups().isEmpty() && (name.equals("*") || groups().contains(name));
  }

  private List<String> groups() {
    return profile.devices().groupNames();
  }

  private List<String> ids() {
    Tenants tenants = profile.sharedBy();
    return tenants.areSeveral()
        ? tenants.shares().stream().map(Tenants.TenantShare::id).toList()
        : List.of();
  }
}
