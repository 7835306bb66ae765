// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.arion.ghz.GhzSummary;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;
import io.fleetload.results.ResultView;
import java.util.List;

/** Clients that read, write and watch the neighbor rules of an Arion master, and its Hazelcast. */
public final class ArionPack implements Pack<ArionProfile> {
  @Override
  public String name() {
    return "arion";
  }

  @Override
  public Class<ArionProfile> profile() {
    return ArionProfile.class;
  }

  @Override
  public Description describe(ArionProfile profile) {
    return new ArionRun(profile);
  }

  @Override
  public List<ResultView> views() {
    return List.of(new GhzSummary());
  }
}
