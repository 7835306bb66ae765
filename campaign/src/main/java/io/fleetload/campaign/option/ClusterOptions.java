// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.stamp.RunId;
import picocli.CommandLine;

/** The cluster and the namespace that a command works in. */
public final class ClusterOptions {
  @CommandLine.Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = Cluster.NAMESPACE,
      description = "the namespace of the simulators; default ${DEFAULT-VALUE}")
  private String namespace;

  /**
   * Goes there.
   *
   * @throws TargetException if no configuration says which cluster
   */
  public Cluster cluster(Teller teller, StopSignal stop) throws TargetException {
    return Cluster.ofUser(
        namespace, stop, line -> teller.tell(new ToolEvent.Sentence(Campaign.TOOL, line)));
  }

  /**
   * Reads the id of a run.
   *
   * @throws UsageException if the text is not an id
   */
  public static RunId run(String text) throws UsageException {
    try {
      return RunId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("RUN: " + e.getMessage());
    }
  }
}
