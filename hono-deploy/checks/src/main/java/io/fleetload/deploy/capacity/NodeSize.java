// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.capacity;

import java.util.List;
import java.util.Optional;

/**
 * A size of node and what is left of it for pods.
 *
 * @param name the instance type
 * @param cpus virtual CPUs
 * @param mebibytes memory by the price list
 * @param maxPods as many as EKS lets it have with the VPC's addresses
 */
public record NodeSize(String name, int cpus, int mebibytes, int maxPods) {
  /**
   * The compute-optimised sizes that this installation is planned with, from small to large, by
   * AWS's list of instance types and EKS's eni-max-pods.txt.
   */
  public static final List<NodeSize> C5A =
      List.of(
          new NodeSize("c5a.large", 2, 4_096, 29),
          new NodeSize("c5a.xlarge", 4, 8_192, 58),
          new NodeSize("c5a.2xlarge", 8, 16_384, 58),
          new NodeSize("c5a.4xlarge", 16, 32_768, 234));

  /** Requests of EKS's own pods on every node: aws-node (two containers) and kube-proxy. */
  private static final int DAEMONS_MILLI_CPU = 25 + 25 + 100;

  /** The free memory below which the kubelet evicts pods, in MiB. */
  private static final int EVICTION_MEBIBYTES = 100;

  /** The kernel and firmware keep this share of the memory on the price list. */
  private static final double UNSEEN_MEMORY = 0.075;

  /** The size of that name. */
  public static Optional<NodeSize> named(String name) {
    return C5A.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * Thousandths of a CPU for pods. EKS reserves 6 % of the first CPU, 1 % of the second, 0.5 % of
   * the next two and 0.25 % of the rest (bootstrap.sh of the EKS AMI).
   */
  public int milliCpuForPods() {
    double reserved =
        60
            + 10 * Math.min(1, cpus - 1)
            + 5 * Math.max(0, Math.min(2, cpus - 2))
            + 2.5 * Math.max(0, cpus - 4);
    return (int) Math.floor(1_000 * cpus - reserved) - DAEMONS_MILLI_CPU;
  }

  /**
   * Mebibytes for pods. EKS reserves 255 MiB and 11 MiB for every pod that the node may have
   * (bootstrap.sh of the EKS AMI).
   */
  public int mebibytesForPods() {
    return (int) (mebibytes * (1 - UNSEEN_MEMORY)) - 255 - 11 * maxPods - EVICTION_MEBIBYTES;
  }
}
