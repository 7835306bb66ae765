// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import picocli.CommandLine;

/** The pods of a load test on a cluster. */
final class SimulatorPods {
  @CommandLine.Option(
      names = "--shards",
      paramLabel = "K",
      required = true,
      description = "the parts of the device side, a pod each")
  private int shards;

  @CommandLine.Option(
      names = "--backends",
      paramLabel = "M",
      defaultValue = "1",
      description = "the processes of the backend, a pod each; default ${DEFAULT-VALUE}")
  private int backends;

  int shards() {
    return shards;
  }

  int backends() {
    return backends;
  }
}
