// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.capacity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Equal nodes, and whether pods fit them in whatever order they come.
 *
 * <p>Kubernetes places one pod at a time, on the node with the most room left
 * (NodeResourcesFit/LeastAllocated), and never moves it again. So a sum that fits is not enough: a
 * large pod that comes last can find a little room on every node and enough on none. Pods are
 * therefore placed twice, the largest first and the largest last.
 */
public record Capacity(NodeSize size, int nodes) {
  /** EKS runs two of them wherever there is room. */
  private static final Demand COREDNS = new Demand("coredns", 2, 100, 70);

  private static final int MOST_NODES = 100;

  /** Names of the pods that stay pending in the worse order; none if all fit. */
  public List<String> pending(List<Demand> demands) {
    List<Demand> pods = new ArrayList<>();
    List<Demand> all = new ArrayList<>(demands);
    all.add(COREDNS);
    all.forEach(each -> pods.addAll(Collections.nCopies(each.pods(), each)));
    pods.sort(Comparator.comparingInt(Demand::milliCpu).thenComparingInt(Demand::mebibytes));
    List<String> largestLast = placed(pods);
    Collections.reverse(pods);
    List<String> largestFirst = placed(pods);
    return largestLast.size() >= largestFirst.size() ? largestLast : largestFirst;
  }

  /** The fewest nodes of a size that all fit, if any number does. */
  public static Optional<Capacity> proposed(NodeSize size, List<Demand> demands) {
    for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
      Capacity capacity = new Capacity(size, nodes);
      if (capacity.pending(demands).isEmpty()) {
        return Optional.of(capacity);
      }
    }
    return Optional.empty();
  }

  /** One line on what is asked, what there is, and what would do. */
  public String verdict(List<Demand> demands) {
    int asked = demands.stream().mapToInt(each -> each.pods() * each.milliCpu()).sum();
    List<String> pending = pending(demands);
    String sum =
        String.format(
            Locale.ROOT,
            "%,dm CPU asked, %d x %s have %,dm for pods",
            asked,
            nodes,
            size.name(),
            nodes * size.milliCpuForPods());
    if (pending.isEmpty()) {
      return sum + ": fits";
    }
    List<String> proposals =
        NodeSize.C5A.stream()
            .flatMap(each -> proposed(each, demands).stream())
            .map(each -> each.nodes() + " x " + each.size().name())
            .toList();
    return "%s: pending %s; would do: %s"
        .formatted(sum, String.join(", ", pending), String.join(" or ", proposals));
  }

  private List<String> placed(List<Demand> pods) {
    int[] cpu = new int[nodes];
    int[] memory = new int[nodes];
    int[] count = new int[nodes];
    List<String> pending = new ArrayList<>();
    for (Demand pod : pods) {
      int best = -1;
      for (int node = 0; node < nodes; node++) {
        boolean fits =
            cpu[node] + pod.milliCpu() <= size.milliCpuForPods()
                && memory[node] + pod.mebibytes() <= size.mebibytesForPods()
                && count[node] < size.maxPods();
        if (fits && (best < 0 || share(cpu, memory, node) < share(cpu, memory, best))) {
          best = node;
        }
      }
      if (best < 0) {
        pending.add(pod.name());
      } else {
        cpu[best] += pod.milliCpu();
        memory[best] += pod.mebibytes();
        count[best]++;
      }
    }
    return pending;
  }

  private double share(int[] cpu, int[] memory, int node) {
    return (double) cpu[node] / size.milliCpuForPods()
        + (double) memory[node] / size.mebibytesForPods();
  }
}
