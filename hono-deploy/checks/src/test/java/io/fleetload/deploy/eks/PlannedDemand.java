// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.capacity.Demand;
import io.fleetload.deploy.manifest.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What Hono will ask for, from the values and the post-renderer, without rendering the chart. */
final class PlannedDemand {
  private PlannedDemand() {}

  static List<Demand> ofHono() {
    try {
      JsonNode values = DeployFolder.yaml("eks/helm/values.yaml");
      JsonNode replicas =
          DeployFolder.yaml("eks/helm/post-renderer/kustomization.yaml").path("replicas");
      return List.of(
          demand("adapter-coap", values.at("/adapters/coap"), replicas),
          demand("service-auth", values.at("/authServer"), replicas),
          demand(
              "service-device-registry",
              values.at("/deviceRegistryExample/mongoDBBasedDeviceRegistry"),
              replicas),
          demand("service-command-router", values.at("/commandRouterService"), replicas),
          demand("data-grid", values.at("/dataGridExample"), replicas),
          demand("jaeger-all-in-one", values.at("/jaegerBackendExample"), replicas));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Demand demand(String part, JsonNode component, JsonNode replicas) {
    String name = "eclipse-hono-" + part;
    int pods = 1;
    for (JsonNode each : replicas) {
      if (each.path("name").asText().equals(name)) {
        pods = each.path("count").asInt();
      }
    }
    JsonNode requests = component.at("/resources/requests");
    return new Demand(
        name,
        pods,
        Quantity.milliCpu(requests.path("cpu").asText()),
        Quantity.mebibytes(requests.path("memory").asText()));
  }
}
