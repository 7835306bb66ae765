// SPDX-License-Identifier: EPL-2.0
package io.fleetload.scenario;

import io.fleetload.pack.TargetPart;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.disturb.Action;
import io.fleetload.profile.disturb.Disturbance;
import io.fleetload.profile.disturb.DisturbancePlace;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks whether the disturbances of a profile can be done where its target runs. */
final class DisturbanceChecks {
  private static final int MOST = 50;

  /** Messages before the first one say what is late after it. */
  private static final Span EARLIEST = Span.parse("2s");

  private final Scenario scenario;
  private final LoadProfile profile;
  private final ProfileChecks checks;
  private final boolean embedded;
  private final DisturbancePlace place;

  private DisturbanceChecks(Scenario scenario, ProfileChecks checks) {
    this.scenario = scenario;
    this.profile = scenario.profile();
    this.checks = checks;
    this.embedded = scenario.run().target().embedded();
    this.place = profile.disturbing().disturbIn();
  }

  static void check(Scenario scenario, ProfileChecks checks) {
    DisturbancePlace place = scenario.profile().disturbing().disturbIn();
    if (place != null) {
      checks.when(
          (place.compose() == null) == (place.namespace() == null),
          "disturbIn",
          "expected one of compose and namespace");
      checks.when(
          place.namespace() == null && place.context() != null,
          "disturbIn.context",
          "leave it out: it is of Kubernetes; or write disturbIn.namespace");
    }
    if (!scenario.profile().disturbing().disturb().isEmpty()) {
      new DisturbanceChecks(scenario, checks).checkAll();
    }
  }

  private void checkAll() {
    List<Disturbance> all = profile.disturbing().disturb();
    checks.when(
        all.size() > MOST, "disturb", "found %s, expected at most %s".formatted(all.size(), MOST));
    checks.when(
        profile.phases().measuring() != null && profile.phases().measuring().until() != null,
        "phases.measure",
        "expected a length of time such as 2m, as the target is disturbed meanwhile");
    Set<String> names = new HashSet<>();
    Span before = new Span(0);
    for (int i = 0; i < all.size(); i++) {
      String path = "disturb[" + i + "]";
      Disturbance each = all.get(i);
      checks.when(
          !names.add(each.name()),
          path + ".name",
          "write another name: an earlier one has \"%s\" already".formatted(each.name()));
      times(path, each, before);
      before = new Span(each.at().nanos() + (each.length() == null ? 0 : each.length().nanos()));
      if (each.run() == null) {
        ofPart(path, each);
      } else {
        ofCommand(path, each);
      }
    }
  }

  private void times(String path, Disturbance each, Span before) {
    Span measure = profile.phases().measure();
    if (each.at().nanos() < EARLIEST.nanos()) {
      checks.problem(
          path + ".at",
          "found \"%s\", expected at least %s: what was before says what is late"
              .formatted(each.at(), EARLIEST));
    } else if (measure != null && each.at().nanos() >= measure.nanos()) {
      checks.problem(
          path + ".at",
          "found \"%s\", expected less than phases.measure, which is %s"
              .formatted(each.at(), measure));
    } else if (each.at().nanos() < before.nanos()) {
      checks.problem(
          path + ".at",
          "found \"%s\", expected %s or later, when the one before is over"
              .formatted(each.at(), before));
    }
  }

  private void ofCommand(String path, Disturbance each) {
    checks.when(
        each.run().isEmpty() || each.run().get(0).isBlank(),
        path + ".run",
        "is empty, expected the words of a command such as [./restart-broker, \"2\"]");
    checks.when(
        each.part() != null || each.action() != null,
        path + ".run",
        "is given together with part or do; write one of them");
    checks.when(
        each.length() != null || each.to() != null || each.processes() != null,
        path,
        "leave out for, to and processes: the command itself knows what it does");
  }

  private void ofPart(String path, Disturbance each) {
    if (each.part() == null || each.action() == null) {
      checks.problem(path, "expected part and do, such as part: adapter, do: restart; or run");
      return;
    }
    Action action = each.action();
    checks.when(
        action == Action.STOP && (each.length() == null || each.length().nanos() == 0),
        path + ".for",
        "is missing: write how long it is away, such as for: 60s");
    checks.when(
        each.length() != null && action != Action.STOP && action != Action.SCALE,
        path + ".for",
        "leave it out with %s; write do: stop to keep a part away".formatted(action.key()));
    checks.when(
        (action == Action.SCALE) != (each.to() != null),
        path + ".to",
        action == Action.SCALE
            ? "is missing: write the number of processes, such as to: 1"
            : "leave it out with %s; it belongs to do: scale".formatted(action.key()));
    checks.when(
        each.processes() != null && action != Action.RESTART && action != Action.KILL,
        path + ".processes",
        "leave it out with %s".formatted(action.key()));
    Optional<TargetPart> part =
        scenario.run().parts().stream().filter(one -> one.name().equals(each.part())).findFirst();
    if (part.isEmpty()) {
      List<String> known = scenario.run().parts().stream().map(TargetPart::name).toList();
      checks.problem(
          path + ".part",
          known.isEmpty()
              ? "found \"%s\"; the parts of pack \"%s\" are not known, so write run: with a command"
                  .formatted(each.part(), scenario.pack().name())
              : "found \"%s\", expected one of %s; or run: with a command"
                  .formatted(each.part(), String.join(", ", known)));
    } else {
      inPlace(path, each, part.get());
    }
  }

  private void inPlace(String path, Disturbance each, TargetPart part) {
    if (embedded) {
      String where = "the embedded target";
      possible(
          path, part, each, where, part.embedded().isEmpty(), Set.of(Action.RESTART, Action.STOP));
    } else if (place == null) {
      checks.problem(
          "disturbIn",
          "is missing: write where the target runs, as { compose: PROJECT } or { namespace: NAME }");
    } else if (place.compose() != null) {
      possible(
          path,
          part,
          each,
          "Docker Compose",
          part.compose().isEmpty(),
          Set.of(Action.RESTART, Action.STOP, Action.KILL));
    } else {
      possible(path, part, each, "Kubernetes", part.labels() == null, Set.of(Action.values()));
    }
  }

  private void possible(
      String path,
      TargetPart part,
      Disturbance each,
      String where,
      boolean unknown,
      Set<Action> actions) {
    if (unknown) {
      checks.problem(
          path + ".part",
          "%s has no part \"%s\" of its own; write run: with a command, or run it elsewhere"
              .formatted(where, part.name()));
    } else if (!actions.contains(each.action())) {
      List<String> can = actions.stream().sorted().map(Action::key).toList();
      checks.problem(
          path + ".do",
          "found \"%s\", which %s cannot do; expected one of %s, or run: with a command"
              .formatted(each.action().key(), where, String.join(", ", can)));
    }
    checks.when(
        each.processes() != null && actions.size() < Action.values().length,
        path + ".processes",
        "leave it out: %s runs one process of each part".formatted(where));
  }
}
