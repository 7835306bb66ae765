// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.Stage;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Level;
import io.fleetload.quantity.Span;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the stages of a flow follow one another and each has one shape. */
final class StageChecks {
  private final String path;
  private final ProfileChecks checks;

  StageChecks(String path, ProfileChecks checks) {
    this.path = path;
    this.checks = checks;
  }

  void check(List<Stage> stages) {
    if (stages.isEmpty()) {
      checks.problem(
          path, "is empty, expected at least one stage such as { for: 2m, rate: 600/s }");
    }
    long end = 0;
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      String at = path + "[" + i + "]";
      shape(stage, i, at);
      if (stage.length().nanos() == 0) {
        checks.problem(
            at + ".for",
            "found \"%s\", expected a length of time above 0".formatted(stage.length()));
      }
      long start = start(stage, i, end);
      end = Math.max(end, start) + stage.length().nanos();
    }
  }

  private long start(Stage stage, int i, long end) {
    if (stage.at() == null) {
      return end;
    }
    if (i == 0 && stage.at().nanos() > 0) {
      checks.problem(
          path + "[0].at",
          "found \"%s\", expected 0s: the first stage begins with the measured phase"
              .formatted(stage.at()));
    } else if (stage.at().nanos() < end) {
      checks.problem(
          path + "[" + i + "].at",
          "found \"%s\", which goes back in time: the stage before ends at %s; expected that or"
                  .formatted(stage.at(), new Span(end))
              + " later");
    }
    return stage.at().nanos();
  }

  private void shape(Stage stage, int i, String at) {
    List<String> shapes = new ArrayList<>();
    if (stage.rate() != null) {
      shapes.add("rate");
    }
    if (stage.to() != null) {
      shapes.add("to");
    }
    if (stage.spike() != null) {
      shapes.add("spike");
    }
    if (shapes.size() > 1) {
      checks.problem(
          at + "." + shapes.get(1),
          "is given together with %s, expected one of rate, to, spike".formatted(shapes.get(0)));
    }
    if (stage.to() == null) {
      onlyARamp(at + ".from", stage.from());
      onlyARamp(at + ".steps", stage.steps());
    }
    if (i == 0 && !stage.tellsItsStart()) {
      checks.problem(at, "begins with no rate, expected rate, from or spike in the first stage");
    }
    highest(at + ".rate", stage.rate());
    highest(at + ".from", stage.from());
    highest(at + ".to", stage.to());
    highest(at + ".spike", stage.spike());
  }

  private void onlyARamp(String at, Object found) {
    if (found != null) {
      checks.problem(at, "found \"%s\" without to, expected both in a ramp".formatted(found));
    }
  }

  private void highest(String at, Level found) {
    if (found != null) {
      FlowChecks.highest(at, found, found.perSecond(), checks);
    }
  }
}
