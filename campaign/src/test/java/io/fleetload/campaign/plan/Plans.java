// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import io.fleetload.rig.Home;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plans of shipped profiles on a common node, whose variables need no value. */
final class Plans {
  static final NodeType NODE = new NodeType("8cpu/16Gi", 8, 16, null);

  private Plans() {}

  static Scenario scenario(Path profile, String... overrides) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putIfAbsent("PSK_SECRET", "a secret of a test");
    return Scenario.read(profile, List.of(overrides), PlanVariables.of(profile, environment));
  }

  static PaperPlan of(String profile, Integer shards, String... overrides) throws Exception {
    return PaperPlan.of(scenario(Home.path(profile), overrides), shards, NODE, null);
  }
}
