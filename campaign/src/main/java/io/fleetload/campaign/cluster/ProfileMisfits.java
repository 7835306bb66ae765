// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fleetload.profile.Coordination;
import io.fleetload.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** Parts of a profile that pods cannot run, a line each that names the key. */
public final class ProfileMisfits {
  private ProfileMisfits() {}

  /** Of a run. */
  public static List<String> ofRun(Scenario scenario) {
    List<String> lines = new ArrayList<>(ofPlaces(scenario));
    if (!scenario.profile().disturbing().disturb().isEmpty()) {
      lines.add(
          "disturb: pods do not disturb the target; run it with loadtest run, from where the target"
              + " is reached");
    }
    if (!scenario.flows().hasBackend()) {
      lines.add(
          "flows: give one that arrives at the backend, which gives the verdict on a cluster");
    }
    return lines;
  }

  /** Of places that the pods do not reach, whether a run follows or provisioning alone. */
  static List<String> ofPlaces(Scenario scenario) {
    List<String> lines = new ArrayList<>();
    if (scenario.run().target().embedded()) {
      lines.add(
          "target.kind: is embedded, which is started on this machine; expected external, at an"
              + " address that the pods reach");
    }
    Coordination place = scenario.profile().coordination();
    if (place != null && place.directory() != null) {
      lines.add(
          "coordination.directory: the pods share none; expected another place (docs/how-to/shards.md)");
    }
    if (scenario.profile().baseline() != null) {
      lines.add(
          "baseline: the pods have no earlier run; leave it out, and compare afterwards with"
              + " loadtest compare");
    }
    return lines;
  }
}
