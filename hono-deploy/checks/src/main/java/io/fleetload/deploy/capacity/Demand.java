// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.manifest.Manifests;
import io.fleetload.deploy.manifest.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Equal pods that want room on a node. The scheduler goes by requests, not by use.
 *
 * @param name of the workload
 * @param pods how many
 * @param milliCpu requested by each, in thousandths of a CPU
 * @param mebibytes requested by each
 */
public record Demand(String name, int pods, int milliCpu, int mebibytes) {
  private static final Set<String> WORKLOADS = Set.of("Deployment", "StatefulSet", "Job");

  /**
   * The requests of the workloads among manifests.
   *
   * @throws IllegalArgumentException if a container requests no CPU or no memory: its demand cannot
   *     be planned
   */
  public static List<Demand> of(Manifests manifests) {
    return manifests.objects().stream()
        .filter(each -> WORKLOADS.contains(each.path("kind").asText()))
        .map(Demand::of)
        .toList();
  }

  private static Demand of(JsonNode workload) {
    String name = workload.at("/metadata/name").asText();
    JsonNode spec = workload.path("spec");
    int pods =
        workload.path("kind").asText().equals("Job")
            ? spec.path("parallelism").asInt(1)
            : spec.path("replicas").asInt(1);
    int cpu = 0;
    int memory = 0;
    for (JsonNode container : containers(spec.at("/template/spec"))) {
      JsonNode requests = container.at("/resources/requests");
      if (!requests.has("cpu") || !requests.has("memory")) {
        throw new IllegalArgumentException(
            name
                + ", container "
                + container.path("name").asText()
                + ": requests no CPU or memory");
      }
      cpu += Quantity.milliCpu(requests.path("cpu").asText());
      memory += Quantity.mebibytes(requests.path("memory").asText());
    }
    return new Demand(name, pods, cpu, memory);
  }

  private static List<JsonNode> containers(JsonNode pod) {
    List<JsonNode> containers = new ArrayList<>();
    pod.path("containers").forEach(containers::add);
    return containers;
  }
}
