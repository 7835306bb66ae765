// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class ClusterClockTest {
  private static final Instant HERE = Instant.parse("2026-11-28T12:00:00Z");

  @Test
  void itIsTheClockOfTheLastAnswer() throws Exception {
    ClusterClock clock = new ClusterClock(Clock.fixed(HERE, ZoneOffset.UTC));
    assertThat(clock.instant()).isEqualTo(HERE);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        KubernetesClient client = asking(server, clock)) {
      answered(server, client, "Sat, 28 Nov 2026 12:10:00 GMT");
      assertThat(clock.instant()).isEqualTo(HERE.plusSeconds(600));

      answered(server, client, "tomorrow");
      assertThat(clock.instant()).isEqualTo(HERE.plusSeconds(600));
    }
  }

  private static KubernetesClient asking(ServerSocket server, ClusterClock clock) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + server.getLocalPort())
            .withHttp2Disable(true)
            .build();
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientBuilderConsumer(each -> each.addOrReplaceInterceptor("clock", clock))
        .build();
  }

  private static void answered(ServerSocket server, KubernetesClient client, String date)
      throws Exception {
    FutureTask<Void> answer =
        new FutureTask<>(
            () -> {
              try (Socket socket = server.accept()) {
                BufferedReader asked =
                    new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                while (!asked.readLine().isEmpty()) {
                  // The header ends with an empty line.
                }
                String text =
                    "HTTP/1.1 200 OK\r\nDate: "
                        + date
                        + "\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
              }
              return null;
            });
    Thread thread = new Thread(answer);
    thread.setDaemon(true);
    thread.start();
    assertThat(client.raw("/version")).isEqualTo("{}");
    answer.get();
  }
}
