// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fleetload.pack.Target;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageSourceTest {
  private static final Golden WORDS = Golden.of("tool");
  private static final Target.ServiceMetrics AMQP =
      new Target.ServiceMetrics("hono_amqp_nocredit_total", "hono_amqp_timeout_total", "hono_");

  private final List<String> said = new ArrayList<>();
  private HttpServer server;
  private int status = 200;
  private String body = "";

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private URI at(String query) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics" + query);
  }

  private PageSource page() {
    return new PageSource(at("?token=hunter2"), AMQP, said::add);
  }

  @Test
  void aJvmWithMicrometerTellsHowBusyItIs() {
    body =
        """
        system_cpu_count 4.0
        process_cpu_usage 0.25
        jvm_memory_used_bytes{area="heap"} 3.0E8
        jvm_memory_used_bytes{area="nonheap"} 1.0E8
        jvm_gc_pause_seconds_count{action="end of minor GC"} 3
        jvm_gc_pause_seconds_sum{action="end of minor GC"} 0.5
        jvm_gc_pause_seconds_sum{action="end of major GC"} 0.25
        """;
    assertThat(page().read())
        .isEqualTo(
            new ProcessReading(null, 1.0, null, null, 0.75, null, null, null, 400.0, null, null));
    assertThat(said).isEmpty();
  }

  @Test
  void aProcessOfAnotherKindTellsItsTime() {
    body = "process_cpu_seconds_total 7.5\nprocess_resident_memory_bytes 5e7\n";
    assertThat(page().read()).isEqualTo(new ProcessReading(7.5, null, 50.0, null, null));
  }

  @Test
  void aContainerOrAHostTellsItsTraffic() {
    body =
        """
        node_network_receive_bytes_total{device="eth0"} 5e6
        node_network_receive_bytes_total{device="eth1"} 1e6
        node_network_transmit_bytes_total{device="eth0"} 2e6
        """;
    assertThat(page().read())
        .isEqualTo(
            new ProcessReading(null, null, null, null, null, null, 6.0, 2.0, null, null, null));
    body += "container_network_receive_bytes_total{pod=\"adapter\"} 3e6\n";
    assertThat(page().read())
        .isEqualTo(
            new ProcessReading(null, null, null, null, null, null, 3.0, 2.0, null, null, null));
  }

  @Test
  void aJvmThatDidNotPauseYetPausedForNoTime() {
    body = "jvm_threads_live_threads 20\n";
    assertThat(page().read()).isEqualTo(new ProcessReading(null, null, null, null, 0.0));
  }

  @Test
  void aServiceOfHonoTellsWhichRequestsToOthersFailed() {
    body =
        """
        process_cpu_seconds_total 7.5
        hono_amqp_nocredit_total{tenant="a"} 5.0
        hono_amqp_nocredit_total{tenant="b"} 2.0
        hono_amqp_timeout_total{tenant="a"} 3.0
        """;
    ProcessReading reading = page().read();
    assertThat(reading.callsWithoutCredit()).isEqualTo(7.0);
    assertThat(reading.callTimeouts()).isEqualTo(3.0);
    body = "hono_connections_unauthenticated 0.0\njvm_threads_live_threads 20\n";
    assertThat(page().read().callsWithoutCredit()).as("none yet").isZero();
    body = "kafka_server_requests_total 9\njvm_threads_live_threads 20\n";
    assertThat(page().read().callsWithoutCredit()).as("no service of Hono").isNull();
  }

  @Test
  void aPageThatSaysNothingOfUseIsSaidOnceWithoutItsQuery() {
    PageSource page = page();
    assertThat(page.read()).isEqualTo(ProcessReading.NOTHING);
    assertThat(page.read()).isEqualTo(ProcessReading.NOTHING);
    assertThat(said)
        .singleElement()
        .satisfies(line -> WORDS.says(line.replace(at("").toString(), "URL"), "URL"));
  }

  @Test
  void aPageThatIsNotThereIsSaid() {
    status = 404;
    assertThat(page().read()).isEqualTo(ProcessReading.NOTHING);
    server.stop(0);
    assertThat(page().read()).isEqualTo(ProcessReading.NOTHING);
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).contains("answers with HTTP status 404");
    assertThat(said.get(1)).contains("is not reachable");
  }

  @Test
  void aPageThatIsLateTwiceInARowIsSaid() throws IOException {
    // Takes connections and never answers.
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      URI address = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/metrics");
      PageSource page = new PageSource(address, AMQP, said::add);
      assertThat(page.read()).isEqualTo(ProcessReading.NOTHING);
      assertThat(said).as("it may be busy at its start").isEmpty();
      assertThat(page.read()).isEqualTo(ProcessReading.NOTHING);
    }
    assertThat(said).singleElement().asString().contains("does not answer within 2 s");
  }

  @Test
  void aPageIsNamedByItsHostAndPort() {
    assertThat(PageSource.name(URI.create("http://adapter:8088/metrics")))
        .isEqualTo("adapter:8088");
    assertThat(PageSource.name(URI.create("http://adapter:8088/prometheus")))
        .isEqualTo("adapter:8088");
    assertThat(PageSource.name(URI.create("https://adapter/q/metrics?token=hunter2")))
        .isEqualTo("adapter/q/metrics");
  }
}
