// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.FindLimit;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.ProfileChecks;
import java.util.Locale;

/**
 * Checks whether a search for the limit can be made with the flows of a profile, and comes to an
 * end.
 */
final class FindLimitChecks {
  private static final int MOST_STEPS = 200;

  /** Smallest step between two rates, as a share of them: closer ones have the same effect. */
  private static final double FINEST_SHARE = 0.001;

  private final FindLimit search;
  private final LoadProfile profile;
  private final ProfileChecks checks;

  FindLimitChecks(FindLimit search, LoadProfile profile, ProfileChecks checks) {
    this.search = search;
    this.profile = profile;
    this.checks = checks;
  }

  void check() {
    profile.timings().forEach(this::constant);
    FlowChecks.highest("findLimit.to", search.to(), search.to().perSecond(), checks);
    if (search.probe().nanos() == 0) {
      checks.problem("findLimit.probe", "found \"0s\", expected a length of time above 0");
    }
    search.warmUp().check("findLimit.warmUp", checks);
    double from = search.from().perSecond();
    if (from >= search.to().perSecond()) {
      checks.problem(
          "findLimit.to",
          "found \"%s\", expected a rate above findLimit.from (%s)"
              .formatted(search.to(), search.from()));
      return;
    }
    steps(from);
    if (search.resolution().of(from) < from * FINEST_SHARE) {
      checks.problem(
          "findLimit.resolution",
          "found \"%s\", expected at least 0.1%% of findLimit.from (%s)"
              .formatted(search.resolution(), search.from()));
    }
  }

  private void constant(String name, Timing flow) {
    String why = " scales constant rates; expected rate, or no findLimit";
    if (flow.stages() != null) {
      checks.problem("flows." + name + ".stages", "is given together with findLimit, which" + why);
    }
    if (flow.day() != null) {
      checks.problem("flows." + name + ".day", "is given together with findLimit, which" + why);
    }
    if (flow.times() != null) {
      checks.problem("flows." + name + ".times", "is given together with findLimit, which" + why);
    }
    if (flow.closed() != null) {
      checks.problem("flows." + name + ".closed", "is given together with findLimit, which" + why);
    }
  }

  private void steps(double from) {
    int steps = 0;
    for (double rate = from; rate < search.to().perSecond(); rate += search.step().of(rate)) {
      if (++steps > MOST_STEPS) {
        checks.problem(
            "findLimit.step",
            String.format(
                Locale.ROOT,
                "found \"%s\", expected one that climbs from %s to %s in %d probes at most",
                search.step(),
                search.from(),
                search.to(),
                MOST_STEPS));
        return;
      }
    }
  }
}
