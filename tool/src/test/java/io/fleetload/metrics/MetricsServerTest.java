// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
  private static final String UP = "{\"status\":\"UP\",\"checks\":[]}";

  private final Meters meters = new Meters();

  @AfterEach
  void close() {
    meters.close();
  }

  private static HttpResponse<String> get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void thePageShowsWhatWasSetLast() throws Exception {
    try (MetricsServer server = MetricsServer.start("127.0.0.1", 0, meters)) {
      meters.counter("fleetload.test", "A test", 1, "flow", "event");
      meters.counter("fleetload.test", "A test", 2, "flow", "event");
      HttpResponse<String> page = get(server.address());
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
      assertThat(page.body())
          .contains("# HELP fleetload_test_total A test\n", "test_total{flow=\"event\"} 2.0\n");
      assertThat(get(server.address() + "/more").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void whoWaitsForTheToolIsToldWhenItIsReady() throws Exception {
    try (MetricsServer server = MetricsServer.start("127.0.0.1", 0, meters)) {
      String health = server.address().replace("/metrics", "/q/health");
      String ready = server.address().replace("/metrics", "/ready");
      assertThat(get(ready).statusCode()).isEqualTo(503);
      assertThat(get(health + "/ready"))
          .returns(503, HttpResponse::statusCode)
          .returns("{\"status\":\"DOWN\",\"checks\":[]}", HttpResponse::body);
      server.ready();
      assertThat(get(ready).statusCode()).isEqualTo(200);
      assertThat(get(health + "/ready").body()).isEqualTo(UP);
      assertThat(get(ready + "/more").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aToolThatIsNotReadyIsAlive() throws Exception {
    try (MetricsServer server = MetricsServer.start("127.0.0.1", 0, meters)) {
      HttpResponse<String> live = get(server.address().replace("/metrics", "/q/health/live"));
      assertThat(live.statusCode()).isEqualTo(200);
      assertThat(live.headers().firstValue("Content-Type").orElse(""))
          .startsWith("application/json");
      assertThat(live.body()).isEqualTo(UP);
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (MetricsServer server = MetricsServer.start("127.0.0.1", 0, meters)) {
      int port = URI.create(server.address()).getPort();
      assertThatThrownBy(() -> MetricsServer.start("127.0.0.1", port, meters))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("--metrics-port: ")
          .hasMessageContaining("127.0.0.1:" + port);
    }
  }
}
