// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.time.Clock;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(https = false)
class ClusterTest {
  KubernetesMockServer server;
  KubernetesClient client;

  @Test
  void theLogsOfManyPodsDoNotShareAConnection() {
    assertThat(Cluster.config(Config.empty()).isHttp2Disable()).isTrue();
  }

  @Test
  void aClusterThatIsBusyIsAskedAgainMoreThanTwice() {
    String path = "/api/v1/namespaces/load/configmaps";
    ConfigMap map = new ConfigMapBuilder().withNewMetadata().withName("run").endMetadata().build();
    server.expect().post().withPath(path).andReturn(429, "too many requests").times(4);
    server.expect().post().withPath(path).andReturn(201, map).once();
    Config quick =
        new ConfigBuilder(Cluster.config(client.getConfiguration()))
            .withRequestRetryBackoffInterval(1)
            .build();

    try (KubernetesClient patient = new KubernetesClientBuilder().withConfig(quick).build()) {
      new LoadNamespace(patient, "load", Clock.systemUTC()).create(map);
    }

    assertThat(server.getRequestCount()).isEqualTo(5);
  }
}
