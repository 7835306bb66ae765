// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.metrics.Meters;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.GroupSessions;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.simulator.measure.TenantCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceMetricsTest {
  private static final long MILLI = 1_000_000L;

  private final Meters meters = new Meters();
  private final DeviceMetrics metrics = new DeviceMetrics(meters);

  @AfterEach
  void close() {
    meters.close();
  }

  private static LatencyHistogram of(long... nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : nanos) {
      histogram.record(each);
    }
    return histogram;
  }

  private static RunFigures figures(long sent, LatencyHistogram recent, LatencyHistogram lag) {
    FlowCounts counts =
        new FlowCounts(sent + 3, sent, sent, sent - 7, Map.of("protocol.5.03", 2L), Map.of(), 5, 1);
    return new RunFigures(
        new DeviceBook.FleetCounts(
            50, 49, 52, Map.of("transport.timeout", 3L), 1, of(), null, null, null),
        Map.of("event", new FlowFigures(20.0, FlowCounts.NONE, counts, recent)),
        lag.summary());
  }

  @Test
  void everyNameHasItsUnitAndEveryCounterItsTotal() {
    metrics.show(figures(100, of(), of(4 * MILLI)));

    assertThat(meters.page())
        .contains(
            "fleetload_devices_asked 50.0\n",
            "fleetload_devices_connected 49.0\n",
            "fleetload_connect_attempts_total 52.0\n",
            "fleetload_connect_failed_total{cause=\"transport.timeout\"} 3.0\n",
            "fleetload_disconnects_total 1.0\n",
            "fleetload_asked_messages_per_second{flow=\"event\"} 20.0\n",
            "fleetload_messages_in_flight{flow=\"event\"} 5.0\n",
            "fleetload_messages_scheduled_total{flow=\"event\",period=\"measured\"} 103.0\n",
            "fleetload_messages_sent_total{flow=\"event\",period=\"measured\"} 100.0\n",
            "fleetload_messages_ok_total{flow=\"event\",period=\"measured\"} 93.0\n",
            "fleetload_messages_retransmitted_total{flow=\"event\",period=\"measured\"} 1.0\n",
            "# TYPE fleetload_messages_sent_total counter\n",
            "# TYPE fleetload_response_seconds histogram\n",
            "process_cpu_usage");
    assertThat(meters.page())
        .containsPattern("fleetload_generator_lag_seconds\\{quantile=\"0.99\"\\} 0\\.00[34]");
  }

  @Test
  void aCauseIsThereBeforeItsFirstFailureAndAnotherComesWithIt() {
    metrics.show(figures(100, of(), of()));

    assertThat(meters.page())
        .contains(
            "failed_total{cause=\"transport.timeout\",flow=\"event\",period=\"measured\"} 0.0\n",
            "failed_total{cause=\"protocol.5.03\",flow=\"event\",period=\"measured\"} 2.0\n",
            "not_sent_total{cause=\"deviceBusy\",flow=\"event\",period=\"measured\"} 0.0\n");
  }

  @Test
  void severalTenantsHaveCountersOfTheirOwnAndOneHasNone() {
    metrics.show(figures(100, of(), of()));
    assertThat(meters.page()).doesNotContain("tenant");

    metrics.show(
        new RunFigures(
            new DeviceBook.FleetCounts(50, 49, 52, Map.of(), 1, of(), null, null, null),
            Map.of(
                "event",
                new FlowFigures(
                    20.0,
                    FlowCounts.NONE,
                    FlowCounts.NONE,
                    of(),
                    List.of(
                        new TenantCounts("loud", 75, 70, 4),
                        new TenantCounts("quiet", 25, 25, 0)))),
            of().summary()));

    assertThat(meters.page())
        .contains(
            "fleetload_tenant_messages_sent_total{flow=\"event\",tenant=\"loud\"} 75.0\n",
            "fleetload_tenant_messages_ok_total{flow=\"event\",tenant=\"loud\"} 70.0\n",
            "fleetload_tenant_messages_failed_total{flow=\"event\",tenant=\"loud\"} 4.0\n",
            "fleetload_tenant_messages_failed_total{flow=\"event\",tenant=\"quiet\"} 0.0\n");
  }

  @Test
  void theBucketsHoldTheLatenciesOfAllSecondsAndNoneTwice() {
    metrics.show(figures(100, of(2 * MILLI, 30 * MILLI), of()));
    metrics.show(figures(200, of(3 * MILLI, 60_000 * MILLI), of()));

    assertThat(meters.page())
        .contains(
            "fleetload_messages_sent_total{flow=\"event\",period=\"measured\"} 200.0\n",
            "fleetload_response_seconds_bucket{flow=\"event\",le=\"0.001\"} 0\n",
            "fleetload_response_seconds_bucket{flow=\"event\",le=\"0.005\"} 2\n",
            "fleetload_response_seconds_bucket{flow=\"event\",le=\"0.05\"} 3\n",
            "fleetload_response_seconds_bucket{flow=\"event\",le=\"30.0\"} 3\n",
            "fleetload_response_seconds_bucket{flow=\"event\",le=\"+Inf\"} 4\n",
            "fleetload_response_seconds_count{flow=\"event\"} 4\n");
  }

  @Test
  void sessionsThatEndedAreCountedByWhatEndedThem() {
    Reconnects again =
        new Reconnects(
            new Reconnects.Ends(1, 2, 9, 3, 4, 5), 12, 11, Map.of(), 4, of(), Outage.none());
    metrics.show(
        new RunFigures(
            new DeviceBook.FleetCounts(50, 50, 50, Map.of(), 4, of(), null, again, null),
            Map.of(),
            of().summary()));

    assertThat(meters.page())
        .contains(
            "fleetload_sessions_ended_total{why=\"churn\"} 1.0\n",
            "fleetload_sessions_ended_total{why=\"storm\"} 2.0\n",
            "fleetload_sessions_ended_total{why=\"rebind\"} 3.0\n",
            "fleetload_sessions_ended_total{why=\"target\"} 4.0\n",
            "fleetload_sessions_ended_total{why=\"silent\"} 5.0\n",
            "fleetload_sessions_outstanding 4.0\n");
  }

  @Test
  void theSessionsOfEachGroupHaveItsLabel() {
    metrics.show(
        new RunFigures(
            new DeviceBook.FleetCounts(50, 45, 50, Map.of(), 0, of(), null, null, null),
            Map.of(),
            of().summary(),
            List.of(
                new GroupSessions.GroupCounts("meters", 45, 45, 1),
                new GroupSessions.GroupCounts("gateways", 5, 0, 0))));

    assertThat(meters.page())
        .contains(
            "fleetload_group_sessions_asked{group=\"gateways\"} 5.0\n",
            "fleetload_group_sessions_connected{group=\"gateways\"} 0.0\n",
            "fleetload_group_sessions_connected{group=\"meters\"} 45.0\n",
            "fleetload_group_sessions_outstanding{group=\"meters\"} 1.0\n");
  }
}
