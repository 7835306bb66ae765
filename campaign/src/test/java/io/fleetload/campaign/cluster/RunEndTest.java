// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fleetload.process.StopSignal;
import io.fleetload.results.format.ExitCode;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunEndTest {
  @TempDir private Path folder;

  @Test
  void whatAClusterThatDoesNotAnswerMayHaveIsNotRemoved() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + port)
            .withRequestRetryBackoffLimit(0)
            .build();
    List<String> said = new ArrayList<>();
    try (KubernetesClient away = new KubernetesClientBuilder().withConfig(config).build()) {
      LoadNamespace namespace = new LoadNamespace(away, Cluster.NAMESPACE, Clock.systemUTC());
      Sight sight = new Sight(namespace, Duration.ZERO, new StopSignal(), said::add);
      RunEnd end = new RunEnd(sight, "1f", folder);

      assertThat(end.of(Optional::empty)).isEqualTo(ExitCode.INTERRUPTED);

      assertThat(end.isKept()).isTrue();
    }
    assertThat(said).last().asString().endsWith(": loadtest cluster fetch 1f");
  }
}
