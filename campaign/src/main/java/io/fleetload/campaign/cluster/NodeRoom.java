// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Room that the nodes have left for pods: what they can allocate, without the requests of the pods
 * on them. The scheduler puts one pod at a time on the node with the most room left
 * (NodeResourcesFit, LeastAllocated), and never moves it again. This class does the same.
 */
final class NodeRoom {
  private static final double MEBI = 1 << 20;

  private final List<Free> nodes;

  private NodeRoom(List<Free> nodes) {
    this.nodes = nodes;
  }

  /** A node's room: CPU in thousandths, memory in bytes, pods. */
  private static final class Free {
    private final String name;
    private final long allMilli;
    private final long allBytes;
    private long milli;
    private long bytes;
    private long pods;

    Free(Node node) {
      Map<String, Quantity> all = node.getStatus().getAllocatable();
      name = node.getMetadata().getName();
      milli = milliOf(all.get("cpu"));
      bytes = bytesOf(all.get("memory"));
      pods = all.containsKey("pods") ? number(all.get("pods")).longValue() : Long.MAX_VALUE;
      allMilli = milli;
      allBytes = bytes;
    }

    void take(PodRequest asked) {
      milli -= asked.milli();
      bytes -= asked.bytes();
      pods--;
    }

    boolean has(PodRequest asked) {
      return milli >= asked.milli() && bytes >= asked.bytes() && pods > 0;
    }

    double share() {
      return (double) milli / allMilli + (double) bytes / allBytes;
    }

    @Override
    public String toString() {
      return name + " " + new PodRequest(milli, bytes);
    }
  }

  /**
   * The resources that a pod requests.
   *
   * @param milli thousandths of a CPU
   * @param bytes of memory
   */
  record PodRequest(long milli, long bytes) {
    /** By its containers. */
    static PodRequest of(PodSpec pod) {
      long milli = 0;
      long bytes = 0;
      for (Container each : pod.getContainers()) {
        Map<String, Quantity> requests =
            each.getResources() == null ? null : each.getResources().getRequests();
        if (requests != null) {
          milli += milliOf(requests.get("cpu"));
          bytes += bytesOf(requests.get("memory"));
        }
      }
      return new PodRequest(milli, bytes);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,dm CPU and %,.0f MiB", milli, bytes / MEBI);
    }
  }

  /**
   * Looks at the nodes.
   *
   * @param pods shows all that run anywhere
   * @param spec a pod that is to find room
   */
  static NodeRoom of(List<Node> nodes, Consumer<Consumer<Pod>> pods, PodSpec spec) {
    Map<String, Free> free = new LinkedHashMap<>();
    for (Node node : nodes) {
      if (takes(node, spec)) {
        free.put(node.getMetadata().getName(), new Free(node));
      }
    }
    pods.accept(
        each -> {
          Free room = free.get(each.getSpec().getNodeName());
          if (room != null && !isOver(each)) {
            room.take(PodRequest.of(each.getSpec()));
          }
        });
    return new NodeRoom(List.copyOf(free.values()));
  }

  private static boolean isOver(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  private static boolean takes(Node node, PodSpec spec) {
    Map<String, String> labels =
        Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
    boolean ready =
        node.getStatus().getConditions().stream()
            .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
    boolean closed = node.getSpec() != null && isTrue(node.getSpec().getUnschedulable());
    List<Taint> taints = node.getSpec() == null ? List.of() : node.getSpec().getTaints();
    return ready
        && !closed
        && labels.entrySet().containsAll(spec.getNodeSelector().entrySet())
        && taints.stream()
            .filter(each -> !each.getEffect().equals("PreferNoSchedule"))
            .allMatch(each -> spec.getTolerations().stream().anyMatch(by -> tolerates(by, each)));
  }

  private static boolean isTrue(Boolean value) {
    return value != null && value;
  }

  private static boolean tolerates(Toleration by, Taint taint) {
    boolean effect = by.getEffect() == null || by.getEffect().equals(taint.getEffect());
    boolean all = by.getKey() == null && "Exists".equals(by.getOperator());
    boolean key = Objects.equals(by.getKey(), taint.getKey());
    boolean value =
        "Exists".equals(by.getOperator()) || Objects.equals(by.getValue(), taint.getValue());
    return effect && (all || (key && value));
  }

  /** Returns the number of nodes. */
  int nodes() {
    return nodes.size();
  }

  /** Returns the room that each node has left, as text. */
  String left() {
    return nodes.stream().map(Free::toString).collect(Collectors.joining(", "));
  }

  /**
   * Places equal pods.
   *
   * @return how many of them find room; so many they take
   */
  int place(int count, PodRequest asked) {
    for (int placed = 0; placed < count; placed++) {
      Free best = null;
      for (Free each : nodes) {
        if (each.has(asked) && (best == null || each.share() > best.share())) {
          best = each;
        }
      }
      if (best == null) {
        return placed;
      }
      best.take(asked);
    }
    return count;
  }

  private static long milliOf(Quantity cpu) {
    return number(cpu).multiply(BigDecimal.valueOf(1_000)).longValue();
  }

  private static long bytesOf(Quantity memory) {
    return number(memory).longValue();
  }

  private static BigDecimal number(Quantity quantity) {
    return quantity == null ? BigDecimal.ZERO : quantity.getNumericalAmount();
  }
}
