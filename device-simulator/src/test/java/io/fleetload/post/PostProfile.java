// SPDX-License-Identifier: EPL-2.0
package io.fleetload.post;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.NamedDevices;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.HostPort;
import java.util.Map;

/** The profile of a load test of a post office. */
public record PostProfile(
    @Inline Common common,
    @Doc(value = "the post office under test", required = true) Office target,
    @Doc(value = "who writes letters", required = true) NamedDevices devices,
    @Doc(value = "the flows of letters, by names of your choice", required = true)
        Map<String, Letter> flows)
    implements LoadProfile {

  public record Office(
      @Doc(value = "where it is", required = true, form = HostPort.FORM, expected = "host:port")
          String server)
      implements SystemUnderTest {
    @Override
    public String described() {
      return "post office";
    }
  }

  public record Letter(@Inline Timing timing) implements Flow {}

  /** Fills in what the profile leaves open. */
  public PostProfile {
    flows = Flow.inOrder(flows);
    common = common.completed(flows.values(), devices.longestTimeout());
  }

  @Override
  @JsonIgnore
  public Map<String, Letter> flowsByName() {
    return flows;
  }

  @Override
  public void check(ProfileChecks checks) {
    HostPort.check("target.server", target.server(), checks);
  }
}
