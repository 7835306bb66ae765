// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.commandline.LabelOption;
import io.fleetload.process.UsageException;
import java.util.Map;
import picocli.CommandLine;

/** The pods of a load test on a cluster. */
public final class SimulatorPods {
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

  @CommandLine.Mixin private final LabelOption labels = new LabelOption();

  public int shards() {
    return shards;
  }

  public int backends() {
    return backends;
  }

  /**
   * The user's own words on the run.
   *
   * @throws UsageException if one has another form
   */
  public Map<String, String> labels() throws UsageException {
    return labels.labels();
  }
}
