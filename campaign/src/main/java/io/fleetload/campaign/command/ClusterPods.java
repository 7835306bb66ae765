// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.cluster.ClusterOrder;
import io.fleetload.campaign.cluster.Deadlines;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.option.SimulatorPods;
import io.fleetload.process.UsageException;
import io.fleetload.quantity.Span;
import io.fleetload.tool.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine;

/** The options of a command that starts pods on a cluster. */
final class ClusterPods {
  private static final Path MANIFESTS = Path.of("hono-deploy", "simulators", "base");

  @CommandLine.Option(
      names = "--images",
      paramLabel = "FILE",
      required = true,
      description =
          "a file with a line REGISTRY/TOOL@sha256:DIGEST for each tool, as crane push prints them")
  private Path images;

  @CommandLine.Option(
      names = "--pods",
      paramLabel = "FILE",
      description =
          "a YAML file with what the pods have on your cluster, such as a pull secret, tolerations or"
              + " resources; see docs/how-to/cluster.md")
  private Path pods;

  @CommandLine.Option(
      names = "--autoscaled",
      description = "lets pods be without a node for --wait: nodes are added for them")
  private boolean autoscaled;

  @CommandLine.Option(
      names = "--wait",
      paramLabel = "SPAN",
      defaultValue = Deadlines.WAIT,
      description =
          "the longest wait for pods to run, for all shards to be connected and for a shard's book;"
              + " default ${DEFAULT-VALUE}")
  private String patience;

  @CommandLine.Option(
      names = "--new-registry",
      description = "lets provisioning write where no device registry was before")
  private boolean newRegistry;

  /**
   * Returns the user's order for provisioning.
   *
   * @throws UsageException if an option is wrong
   */
  ClusterOrder order(ProfileOptions profile) throws UsageException {
    return order(profile, 1, 1, Map.of());
  }

  /**
   * Returns the user's order for a load test.
   *
   * @throws UsageException if an option is wrong
   */
  ClusterOrder order(ProfileOptions profile, SimulatorPods simulators) throws UsageException {
    if (simulators.backends() < 1) {
      throw new UsageException(
          "--backends: found %s, expected 1 or more".formatted(simulators.backends()));
    }
    return order(profile, simulators.shards(), simulators.backends(), simulators.labels());
  }

  private ClusterOrder order(
      ProfileOptions profile, int shards, int backends, Map<String, String> labels)
      throws UsageException {
    Duration longest = patience();
    return new ClusterOrder(
        profile.file(),
        profile.overrides(),
        images,
        Installation.own().home().resolve(MANIFESTS),
        pods,
        shards,
        backends,
        longest,
        labels,
        autoscaled,
        newRegistry);
  }

  private Duration patience() throws UsageException {
    try {
      Span span = Span.parse(patience);
      if (span.seconds() < 1) {
        throw new UsageException("--wait: found \"%s\", expected 1s or more".formatted(patience));
      }
      return Duration.ofNanos(span.nanos());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--wait: " + e.getMessage());
    }
  }
}
