// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.key.ProfileChecks;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks whether the steps of a profile follow flows that it has, and an iteration is not too long.
 */
final class StepChecks {
  /**
   * The most messages of one iteration. A failure counts all that it leaves out at once, which must
   * not hold up other messages.
   */
  static final int MOST_OF_ITERATION = 1_000_000;

  /** Each is a part of the one before it, in every iteration. */
  static final int MOST_IN_A_ROW = 100;

  private final UserSteps steps;
  private final Set<String> heads;
  private final ProfileChecks checks;

  StepChecks(FlowSet flows, ProfileChecks checks) {
    this.steps = flows.steps();
    this.heads = flows.timings().keySet();
    this.checks = checks;
  }

  void check() {
    Set<String> begun = new HashSet<>();
    for (String head : heads) {
      begun.addAll(steps.of(head));
      if (steps.depth(head) > MOST_IN_A_ROW) {
        checks.problem(
            "flows." + head,
            "is followed by %s steps one after the other, expected at most %s"
                .formatted(steps.depth(head), MOST_IN_A_ROW));
      }
      if (steps.messagesAfter(head) > MOST_OF_ITERATION) {
        checks.problem(
            "flows." + head,
            String.format(
                Locale.ROOT,
                "is followed by %.0f messages in one iteration, expected at most %s",
                steps.messagesAfter(head),
                MOST_OF_ITERATION));
      }
    }
    Map<String, Step> byName = steps.byName();
    byName.forEach(
        (name, step) -> {
          String path = "flows." + name;
          if (!heads.contains(step.after()) && !byName.containsKey(step.after())) {
            checks.problem(
                path,
                "follows \"%s\", which this profile has not; expected one of %s"
                    .formatted(step.after(), named(name)));
          } else if (!begun.contains(name)) {
            checks.problem(
                path,
                "follows \"%s\", which follows it: nothing begins them; expected one of %s"
                    .formatted(step.after(), String.join(", ", heads)));
          }
        });
  }

  private String named(String step) {
    return Stream.concat(heads.stream(), steps.byName().keySet().stream())
        .filter(each -> !each.equals(step))
        .collect(Collectors.joining(", "));
  }
}
