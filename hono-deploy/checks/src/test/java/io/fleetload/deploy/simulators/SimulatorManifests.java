// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.capacity.Demand;
import io.fleetload.deploy.manifest.Manifests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The manifests of the simulators, to which {@code loadtest cluster} adds what is of one run. */
public final class SimulatorManifests {
  private SimulatorManifests() {}

  /** The Jobs. */
  public static Manifests jobs() throws IOException {
    return Manifests.parse(text());
  }

  /** The Jobs as they are written. */
  static String text() throws IOException {
    return String.join(
        "\n---\n",
        DeployFolder.text("simulators/base/provisioning.yaml"),
        DeployFolder.text("simulators/base/backend.yaml"),
        DeployFolder.text("simulators/base/devices.yaml"));
  }

  /** What a run of so many shards asks of the nodes. */
  public static List<Demand> demands(int shards) throws IOException {
    List<Demand> demands = new ArrayList<>();
    for (Demand each : Demand.of(jobs())) {
      int pods = each.name().equals("device-simulator") ? shards : each.pods();
      demands.add(new Demand(each.name(), pods, each.milliCpu(), each.mebibytes()));
    }
    return demands;
  }
}
