// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.deploy.manifest.Manifests;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private static final NodeSize LARGE = NodeSize.named("c5a.large").orElseThrow();

  /** The published load test's requests and replicas. */
  private static final List<Demand> PUBLISHED =
      List.of(
          new Demand("adapter-coap", 3, 500, 640),
          new Demand("service-auth", 2, 500, 512),
          new Demand("service-device-registry", 2, 500, 512),
          new Demand("service-command-router", 2, 500, 512),
          new Demand("data-grid", 3, 500, 512),
          new Demand("jaeger", 1, 1_000, 1_024));

  @Test
  void thePublishedRequestsDoNotFitThePublishedNodes() {
    Capacity published = new Capacity(LARGE, 3);

    assertThat(published.pending(PUBLISHED)).isNotEmpty();
    assertThat(published.verdict(PUBLISHED))
        .startsWith("7,000m CPU")
        .contains("3 x c5a.large", "5,340m", ": pending ")
        .endsWith(": 7 x c5a.large or 3 x c5a.xlarge or 1 x c5a.2xlarge or 1 x c5a.4xlarge");
  }

  @Test
  void aLargePodThatComesLastIsNotPromisedTheRoomInPieces() {
    List<Demand> small = List.of(new Demand("small", 6, 400, 100));
    List<Demand> mixed = List.of(small.get(0), new Demand("large", 1, 1_500, 100));

    assertThat(new Capacity(LARGE, 3).pending(small)).isEmpty();
    assertThat(new Capacity(LARGE, 3).pending(mixed)).containsExactly("large");
  }

  @Test
  void memoryIsALimitOfItsOwn() {
    assertThat(new Capacity(LARGE, 1).pending(List.of(new Demand("big", 2, 10, 2_000))))
        .containsExactly("big");
  }

  @Test
  void whatIsLeftOfANodeIsWhatEksLeaves() {
    assertThat(LARGE.milliCpuForPods()).isEqualTo(1_930 - 150);
    assertThat(NodeSize.named("c5a.2xlarge").orElseThrow().milliCpuForPods())
        .isEqualTo(7_910 - 150);
    assertThat(LARGE.mebibytesForPods()).isBetween(3_000, 3_200);
  }

  @Test
  void aPodThatFitsNoNodeIsNotProposedAny() {
    assertThat(Capacity.proposed(LARGE, List.of(new Demand("huge", 1, 4_000, 100)))).isEmpty();
  }

  @Test
  void theDemandIsRequestsTimesPodsOverAllContainers() throws Exception {
    Manifests manifests =
        Manifests.parse(
            """
            kind: Job
            metadata: { name: devices }
            spec:
              parallelism: 5
              template:
                spec:
                  containers:
                    - { name: a, resources: { requests: { cpu: 500m, memory: 1Gi } } }
                    - { name: b, resources: { requests: { cpu: "1", memory: 24Mi } } }
            ---
            kind: Service
            metadata: { name: other }
            """);

    assertThat(Demand.of(manifests)).containsExactly(new Demand("devices", 5, 1_500, 1_048));
  }

  @Test
  void aContainerWithoutRequestsCannotBePlanned() throws Exception {
    Manifests manifests =
        Manifests.parse(
            "{kind: Job, metadata: {name: j},"
                + " spec: {template: {spec: {containers: [{name: c}]}}}}");

    assertThatThrownBy(() -> Demand.of(manifests)).hasMessageStartingWith("j, container c: ");
  }
}
