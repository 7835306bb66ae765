// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fleetload.pack.Target;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Span;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.TargetCost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CostReadingsTest {
  private static final Phases PHASES =
      new Phases(null, null, null, Measure.parse("60s"), Span.parse("15s"));

  private final List<String> said = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    InetAddress four = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(four, 0), 0);
    server.createContext(
        "/prometheus",
        exchange -> {
          byte[] page = "process_cpu_seconds_total 7\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private CostReadings of(Target.MetricsPage... pages) {
    CostReadings readings = new CostReadings(PHASES, CostReadings.HostReading.ELSEWHERE, said::add);
    readings.pagesOf(
        new Target(
            null,
            null,
            List.of("adapter", "router"),
            List.of(pages),
            List.of(),
            List.of(),
            null,
            Target.Preparation.NONE,
            Span.parse("0s")));
    return readings;
  }

  private URI at(String host) {
    return URI.create("http://" + host + ":" + server.getAddress().getPort() + "/prometheus");
  }

  @Test
  void theMeasuredPhaseIsKnownFromWhenTheFlowsBegin() throws Exception {
    try (CostReadings readings =
        of(new Target.MetricsPage(at("localhost"), List.of("adapter"), false))) {
      readings.flowsBeginIn(Duration.ZERO);
      readings.awaitEnd();

      TargetCost cost = readings.cost(100).orElseThrow();
      assertThat(cost.processes())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.name()).isEqualTo("localhost:" + server.getAddress().getPort());
                assertThat(each.cpuSeconds()).isZero();
              });
      assertThat(cost.parts().included()).containsExactly("adapter");
      assertThat(cost.parts().withoutPage()).containsExactly("router");
      assertThat(cost.network()).isNull();
    }
  }

  @Test
  void everyAddressOfANameMayBeAProcessOfItsOwn() throws Exception {
    try (CostReadings readings =
        of(
            new Target.MetricsPage(at("localhost"), List.of("adapter"), true),
            new Target.MetricsPage(at("no-such-name.invalid"), List.of("router"), true))) {
      readings.flowsBeginIn(Duration.ZERO);
      readings.awaitEnd();

      assertThat(readings.cost(100).orElseThrow().processes())
          .singleElement()
          .extracting(ProcessCost::name)
          .isEqualTo("127.0.0.1:" + server.getAddress().getPort());
      assertThat(said).singleElement().asString().contains("no-such-name.invalid", "not reachable");
    }
  }

  @Test
  void aRunThatNeverBeganOrWhoseTargetShowsNothingHasNoCost() throws Exception {
    try (CostReadings none = of();
        CostReadings notBegun =
            of(new Target.MetricsPage(at("localhost"), List.of("adapter"), false))) {
      none.flowsBeginIn(Duration.ZERO);
      none.awaitEnd();
      notBegun.awaitEnd();

      assertThat(none.cost(100)).isEmpty();
      assertThat(notBegun.cost(100)).isEmpty();
    }
  }
}
