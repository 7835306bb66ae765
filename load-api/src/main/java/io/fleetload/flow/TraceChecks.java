// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.process.UsageException;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.schedule.trace.TraceLines;

/** Checks whether a flow can send the messages of its trace. */
final class TraceChecks {
  /** A longer file is read on by the run itself. */
  private static final long MOST_LINES = 1_000_000;

  private final LoadProfile profile;
  private final FlowSet flows;
  private final ProfileChecks checks;

  TraceChecks(LoadProfile profile, FlowSet flows, ProfileChecks checks) {
    this.profile = profile;
    this.flows = flows;
    this.checks = checks;
  }

  void check(String name) {
    String path = "flows." + name + ".times";
    String instead = "; use rate, every, stages or closed";
    checks.when(
        flows.specs().stream().anyMatch(each -> each.name().equals(name) && each.byTurn()),
        path,
        "cannot be used for messages of this kind: their numbers say which device sends" + instead);
    checks.when(
        !flows.steps().after(name).isEmpty(),
        path,
        "cannot be used where steps follow (%s)"
                .formatted(String.join(", ", flows.steps().after(name)))
            + instead);
    checks.when(
        profile.sharedBy().areSeveral(),
        path,
        "cannot be used with several tenants: which of them lost a message is not known" + instead);
    checkWarmUp();
    checks.file(path, () -> read(name));
  }

  /** Before the measured phase a trace sends nothing, so that its first line is not lost there. */
  private void checkWarmUp() {
    Phases phases = profile.phases();
    boolean alone = profile.timings().values().stream().allMatch(each -> each.times() != null);
    if (alone && phases.warmUp().longest().nanos() + phases.ramp().nanos() > 0) {
      checks.problem(
          phases.ramp().nanos() > 0 ? "phases.ramp" : "phases.warmUp",
          "leave it out: a trace begins with the measured phase, and no other flow sends before"
              + " it");
    }
  }

  private void read(String name) throws UsageException {
    try (TraceLines lines = FlowRates.trace(profile, name)) {
      while (lines.line() < MOST_LINES && lines.next()) {
        // Each line that is wrong ends this.
      }
      if (lines.n() < 0 && lines.line() < MOST_LINES) {
        throw FlowRates.traceOf(profile, name)
            .wrong("has no line of the flow %s, expected one".formatted(name));
      }
    }
  }
}
