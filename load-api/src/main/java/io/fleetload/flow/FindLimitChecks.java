// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.FindLimit;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Increment;
import io.fleetload.quantity.LoadLevel;
import java.util.Locale;

/**
 * Checks whether a search for the limit can be made with the flows of a profile, and comes to an
 * end.
 */
final class FindLimitChecks {
  private static final int MOST_STEPS = 200;

  /** The most that {@code devices.count} may be. */
  private static final int MOST_DEVICES = 10_000_000;

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
    if (search.raisesDevices()) {
      devices();
    } else if (search.to().isRate()) {
      FlowChecks.highest("findLimit.to", search.to(), search.to().amount(), checks);
    }
    if (search.probe().nanos() == 0) {
      checks.problem("findLimit.probe", "found \"0s\", expected a length of time above 0");
    }
    search.warmUp().check("findLimit.warmUp", checks);
    boolean fits = isOfUnit("findLimit.from", search.from());
    fits &= isOfUnit("findLimit.to", search.to());
    if (fits) {
      range();
    }
  }

  private boolean isOfUnit(String path, LoadLevel level) {
    if (level.isRate() != search.raisesDevices()) {
      return true;
    }
    checks.problem(
        path,
        level.isRate()
            ? "found \"%s\", expected a number of devices such as 1000, as findLimit.of is %s"
                .formatted(level, search.of().name().toLowerCase(Locale.ROOT))
            : "found \"%s\", expected a rate such as 600/s, or findLimit.of: devices"
                .formatted(level));
    return false;
  }

  private void range() {
    double from = search.from().amount();
    if (from >= search.to().amount()) {
      checks.problem(
          "findLimit.to",
          "found \"%s\", expected %s above findLimit.from (%s)"
              .formatted(
                  search.to(), search.raisesDevices() ? "a number" : "a rate", search.from()));
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

  private void devices() {
    if (search.of() == FindLimit.SearchLoad.DEVICES
        && profile.timings().values().stream().allMatch(each -> each.every() == null)) {
      checks.problem(
          "findLimit.of",
          "found \"devices\", expected a flow with every, or both: no rate here follows the number"
              + " of devices");
    }
    int groups = profile.devices().groupNames().size();
    checks.when(
        !search.from().isRate() && search.from().amount() < groups,
        "findLimit.from",
        "found \"%s\", expected at least %s: a device of each of devices.groups"
            .formatted(search.from(), groups));
    if (!search.to().isRate() && search.to().amount() > MOST_DEVICES) {
      checks.problem(
          "findLimit.to",
          "found \"%s\", expected at most %s devices".formatted(search.to(), MOST_DEVICES));
    }
    share("findLimit.step", search.step());
    share("findLimit.resolution", search.resolution());
  }

  private void share(String path, Increment increment) {
    if (increment.percent() == 0) {
      checks.problem(
          path,
          "found \"%s\", expected a share such as 50%%, as findLimit.of is %s"
              .formatted(increment, search.of().name().toLowerCase(Locale.ROOT)));
    }
  }

  private void constant(String name, Timing flow) {
    String why =
        search.raisesDevices()
            ? " raises the number of devices and measures for findLimit.probe; expected every or"
                + " rate, or no findLimit"
            : " scales constant rates; expected rate, or no findLimit";
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
    for (double load = from; load < search.to().amount(); load += search.stepFrom(load)) {
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
