// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.Course;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.rig.Golden;
import io.fleetload.simulator.device.TestPlan;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.TenantParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A flow of one message a second after a warm-up of 2 s; the measured phase is of 20 s. */
class AbortWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long EPOCH = 1_700_000_000_000L;
  private static final FleetPlan PLAN =
      new TestPlan(1).with(TestPlan.phases("1s", "0s", "2s", "20s", "0s")).plan();

  private FlowBook book =
      new FlowBook(
          1.0, 2, 22, new RoundRobin(1, 0, "d"), new FlowBook.FlowTimes(0, 22 * SECOND, 2, 1));

  private static AbortWatch watch(String... thresholds) {
    return new AbortWatch(
        new RunTimes(PLAN, 0),
        List.of(thresholds).stream().map(Threshold::parse).toList(),
        null,
        EPOCH);
  }

  private Map<String, Course> until(int second) {
    for (int n = 0; n < second; n++) {
      book.scheduled(n, n * SECOND);
      book.sent(n, n * SECOND);
      book.ok(n, n * SECOND, n * SECOND, n * SECOND + (n == 8 ? 900_000_000L : 1_000_000L));
    }
    return Map.of("telemetry", book.course(second * SECOND));
  }

  @Test
  void theFirstCrossedWindowEndsTheRunAndIsNamed() {
    AbortWatch watch =
        watch("flows.*.ok > 0 every 5s abort", "flows.*.response.max < 500ms every 5s abort");
    Map<String, Course> flows = until(13);
    assertThat(watch.isNeeded()).isTrue();
    assertThat(watch.look(flows, 11 * SECOND + 999_000_000)).isEmpty();

    AbortReason aborted = watch.look(flows, 12 * SECOND + 250_000_000).orElseThrow();

    assertThat(aborted.threshold()).isEqualTo("flows.*.response.max < 500ms every 5s abort");
    assertThat(aborted.figure()).isEqualTo("flows.telemetry.response.max");
    assertThat(aborted.found()).isBetween(900.0, 901.0);
    assertThat(aborted.afterSeconds()).isEqualTo(10.25);
    assertThat(aborted.epochMs()).isEqualTo(EPOCH + 12_250);
    assertThat(aborted.sentence())
        .contains("10.3 s", "2023-11-14T22:13:32.250Z")
        .contains("\"flows.*.response.max < 500ms every 5s abort\"")
        .containsPattern("flows\\.telemetry\\.response\\.max was 900\\.\\d+ ms");
    Golden.of("run").holds("an abort", aborted.sentence());
  }

  @Test
  void aWindowOfOneTenantEndsTheRunOfAll() {
    Tenants tenants =
        new Tenants(
            List.of(new Tenants.TenantShare("loud", 1), new Tenants.TenantShare("quiet", 1)));
    RoundRobin turns = new RoundRobin(2, 0, "d");
    book =
        new FlowBook(
            1.0,
            2,
            22,
            turns,
            new FlowBook.FlowTimes(0, 22 * SECOND, 2, 1),
            new TenantParts(tenants, new byte[] {1, 0}, turns, 1, 2),
            null,
            null);
    AbortWatch watch = watch("tenants.*.flows.*.response.max < 500ms every 5s abort");
    // Message 8 is of device 0, which is the quiet one's.
    Map<String, Course> flows = until(13);
    assertThat(watch.look(flows, 11 * SECOND + 999_000_000)).isEmpty();

    AbortReason aborted = watch.look(flows, 12 * SECOND + 250_000_000).orElseThrow();

    assertThat(aborted.figure()).isEqualTo("tenants.quiet.flows.telemetry.response.max");
    assertThat(aborted.found()).isBetween(900.0, 901.0);
  }

  @Test
  void aThresholdWithoutAbortEndsNothing() {
    AbortWatch watch = watch("flows.*.response.max < 500ms every 5s", "ledger.lost == 0");
    assertThat(watch.isNeeded()).isFalse();
    assertThat(watch.look(until(13), 13 * SECOND)).isEmpty();
  }

  @Test
  void aWindowThatIsCrossedAtTheEndOfTheRunEndsNothing() {
    Optional<AbortReason> atTheEnd =
        watch("flows.*.sent > 100 every 20s abort").look(until(22), 22 * SECOND);
    assertThat(atTheEnd).isEmpty();
  }
}
