// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ProfileChecks;

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
    profile.phases().check(profile, counted);
    new StepChecks(flows, counted).check();
    new FlowChecks(profile, flows.steps(), counted).check();
    new ThresholdChecks(profile, flows, counted).check();
    if (profile.findLimit() != null) {
      new FindLimitChecks(profile.findLimit(), profile, counted).check();
    }
    if (problems[0] == 0) {
      profile.checkSound(checks);
    }
  }
}
