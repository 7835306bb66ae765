// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.Flow;
import io.fleetload.profile.Life;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ProfileChecks;
import java.util.HashSet;
import java.util.Set;

/** The checks that every profile passes, for whatever pack it is. */
public final class RunChecks {
  private RunChecks() {}

  /**
   * Notes what is wrong with what all profiles have, and then what its pack finds.
   *
   * @param flows those of the run
   */
  public static void check(LoadProfile profile, FlowSet flows, ProfileChecks checks) {
    int[] problems = {0};
    ProfileChecks counted =
        (path, message) -> {
          problems[0]++;
          checks.problem(path, message);
        };
    profile.check(counted);
    if (profile.coordination() != null) {
      profile.coordination().check(counted);
    }
    profile.generator().check(counted);
    profile.devices().check(profile.phases(), counted);
    new GroupChecks(profile, counted).check();
    waves(profile, counted);
    profile.phases().check(profile, counted);
    names(flows, counted);
    new StepChecks(flows, counted).check();
    new FlowChecks(profile, flows, counted).check();
    new ThresholdChecks(profile, flows, counted).check();
    if (profile.expect() != null) {
      profile.expect().check(profile::refusals, profile.sharedBy(), counted);
    }
    if (profile.findLimit() != null) {
      new FindLimitChecks(profile.findLimit(), profile, counted).check();
    }
    if (problems[0] == 0) {
      profile.checkSound(checks);
    }
  }

  private static void waves(LoadProfile profile, ProfileChecks checks) {
    Life life = profile.devices().life();
    boolean shared = profile.sessions() != profile.devices().count();
    String why =
        "leave it out: it is for devices with a session each, and here devices share sessions";
    checks.when(shared && life.joins() != null, "devices.life.joins", why);
    checks.when(shared && life.leaves() != null, "devices.life.leaves", why);
  }

  private static void names(FlowSet flows, ProfileChecks checks) {
    Set<String> names = new HashSet<>();
    for (FlowSpec each : flows.specs()) {
      String path = "flows." + each.name();
      checks.when(
          each.answers() == null && !each.name().matches(Flow.NAME),
          path,
          "is no name for a flow, expected letters and digits, a letter first, 24 at most");
      checks.when(
          !names.add(each.name()),
          path,
          "write another name: the pack adds a flow of this name to another one");
    }
  }
}
