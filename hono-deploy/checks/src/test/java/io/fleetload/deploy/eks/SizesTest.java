// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.capacity.Capacity;
import io.fleetload.deploy.capacity.Demand;
import io.fleetload.deploy.capacity.NodeSize;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the values ask for fits the nodes that Terraform makes. */
class SizesTest {
  private static final List<Demand> HONO = PlannedDemand.ofHono();

  @Test
  void honoFitsItsNodes() throws IOException {
    Capacity nodes = capacity("eks/terraform/sizes.auto.tfvars.json", "hono_nodes");

    assertThat(nodes.pending(HONO)).as(nodes.verdict(HONO)).isEmpty();
  }

  @Test
  void noFewerNodesOfThatSizeWouldDo() throws IOException {
    Capacity nodes = capacity("eks/terraform/sizes.auto.tfvars.json", "hono_nodes");

    assertThat(Capacity.proposed(nodes.size(), HONO)).contains(nodes);
  }

  @Test
  void thePublishedNodesAreTooFew() throws IOException {
    Capacity published = capacity("eks/terraform/seed.tfvars.json", "hono_nodes");

    assertThat(published).isEqualTo(new Capacity(NodeSize.C5A.get(0), 3));
    assertThat(published.pending(HONO)).isNotEmpty();
  }

  static Capacity capacity(String file, String nodes) throws IOException {
    JsonNode sizes = DeployFolder.yaml(file).path(nodes);
    return new Capacity(
        NodeSize.named(sizes.path("type").asText()).orElseThrow(), sizes.path("count").asInt());
  }
}
