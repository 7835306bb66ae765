// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.rig.ManualLoop;
import org.junit.jupiter.api.Test;

/** How a run ends: by itself after its drain, or before its time. */
class FleetEndTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void whatHasNoOutcomeAtTheEndOfTheDrainIsUnsettledAndInThePercentilesAsLongAsItWaited() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() != 119) {
            links.after(1, exchange);
          }
        };

    FleetRun fleet = bench.running(new TestPlan(5).flows(flow("telemetry", 10, 60 * SECOND)));
    loop.pass(30 * SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().unsettled()).isEqualTo(1);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.totals().response().count()).isEqualTo(book.totals().measured().ok() + 1);
    assertThat(book.totals().response().max()).as("the drain").isGreaterThanOrEqualTo(5 * SECOND);
    assertThat(book.totals().service().max()).isGreaterThanOrEqualTo(5 * SECOND);
  }

  @Test
  void aFaultOfTheDriverKeepsNeitherAMessageNorTheRunWaiting() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() != 50) {
            links.after(1, exchange);
          }
        };
    links.abandoningFails = true;

    FleetRun fleet = bench.running(new TestPlan(5).flows(flow("telemetry", 10)));
    assertThatThrownBy(() -> loop.pass(30 * SECOND)).hasMessage("a fault of the driver");
    loop.pass(30 * SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().failed()).containsEntry("transport.timeout", 1L);
    assertThat(book.totals().measured().remainder()).isZero();
  }

  @Test
  void whatIsDueWhileTheGeneratorStandsStillOverTheEndIsAskedForAndNotSent() {
    links.onSend = (message, exchange) -> links.after(1, exchange);
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100)));
    loop.pass(4 * SECOND);
    loop.freeze(30 * SECOND);
    loop.pass(SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    FlowCounts measured = book.totals().measured();
    assertThat(measured.scheduled())
        .isEqualTo(book.numbering().measuredTo() - book.numbering().measuredFrom());
    assertThat(measured.notSent().get("runEnded")).isGreaterThan(700);
    assertThat(measured.remainder()).isZero();
  }

  @Test
  void nothingIsAskedForInTheDrain() {
    links.onSend = (message, exchange) -> {};
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100, 60 * SECOND)));
    loop.pass(11 * SECOND);
    assertThat(fleet.figures("telemetry").askedNow()).isEqualTo(100);
    loop.pass(2 * SECOND + MILLI);
    assertThat(bench.ended).isNotDone();
    assertThat(fleet.figures("telemetry").askedNow()).isZero();
    assertThat(fleet.progress("telemetry", 1).asked()).isZero();
    assertThat(fleet.progress("telemetry", 2).asked()).as("of half of it").isEqualTo(50);
  }

  @Test
  void nothingIsAskedForInTheDrainOfAnAbortedRun() {
    links.onSend = (message, exchange) -> {};
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100, 60 * SECOND)));
    loop.pass(4 * SECOND);
    fleet.abort();
    loop.pass(2 * SECOND);
    assertThat(bench.ended).isNotDone();
    assertThat(fleet.figures("telemetry").askedNow()).isZero();
    assertThat(fleet.progress("telemetry", 1).asked()).isZero();
  }

  @Test
  void aStoppedRunBooksWhatWasAndNothingMore() {
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100)));
    loop.pass(4 * SECOND);
    fleet.stop();
    loop.pass(SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().scheduled()).isBetween(150L, 250L);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(links.sent).hasSizeLessThan(420);
  }

  @Test
  void anAbortedRunDrainsAndBooksWhatWasDueAndNothingMore() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() >= 390 ? 1_500 : 10, exchange);
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100)));
    loop.pass(4 * SECOND + 200 * MILLI);
    fleet.abort();
    long sentBefore = links.sent.size();
    loop.pass(SECOND);

    assertThat(bench.ended).as("what is in flight is waited for").isNotDone();
    loop.pass(2 * SECOND);
    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(links.sent).hasSize((int) sentBefore);
    assertThat(book.totals().measured().scheduled()).isBetween(218L, 222L);
    assertThat(book.totals().measured().unsettled()).isZero();
    assertThat(book.totals().measured().notSent())
        .as("what waited for its device")
        .containsKey("runEnded");
    assertThat(book.totals().measured().ok()).isEqualTo(book.totals().measured().sent());
    assertThat(book.totals().measured().sentInPeriod()).isEqualTo(book.totals().measured().sent());
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.numbering().measuredTo()).as("the plan's numbers stay").isEqualTo(1_200);
  }

  @Test
  void anAbortedRunWaitsNoLongerThanItsDrain() {
    links.onSend = (message, exchange) -> {};
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100, 60 * SECOND)));
    loop.pass(4 * SECOND);
    fleet.abort();
    loop.pass(4 * SECOND);
    assertThat(bench.ended).isNotDone();
    loop.pass(2 * SECOND);
    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().warmUp().unsettled() + book.totals().measured().unsettled())
        .isEqualTo(10);
    assertThat(book.totals().measured().remainder()).isZero();
  }
}
