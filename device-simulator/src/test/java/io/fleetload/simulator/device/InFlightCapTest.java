// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cap on messages that the target has not acknowledged. */
class InFlightCapTest {
  private static final int DEVICES = 100;
  private static final long TIMEOUT = 60 * SECOND;

  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;
  private int underWay;
  private int mostUnderWay;

  @Test
  void neverAreMoreUnderWayAndTheOthersAreLateAndSaySo() {
    links.onSend = (message, exchange) -> answered(message.stamp().n() == 200 ? 500 : 10, exchange);
    FleetRun fleet = bench.running(plan(1, flow("telemetry", 100, TIMEOUT)));
    loop.pass(30 * SECOND);

    assertThat(mostUnderWay).isEqualTo(1);
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(1_000);
    assertThat(book.totals().measured().notSent()).isEmpty();
    assertThat(book.totals().response().max()).as("from the due time").isGreaterThan(490 * MILLI);
    assertThat(book.totals().response().percentile(95)).isGreaterThan(300 * MILLI);
    assertThat(book.totals().service().percentile(95)).isLessThan(11 * MILLI);
    assertThat(bench.watch.health(0).delays().capped().count()).isGreaterThan(100);
    assertThat(bench.watch.health(0).delays().capped().times().max()).isBetween(480.0, 500.0);
    assertThat(bench.watch.health(0).lag().times().max()).as("the generator was in time").isZero();
    assertThat(bench.watch.health(0).reasons()).isEmpty();
  }

  @Test
  void aCapThatIsNotReachedHoldsNobody() {
    links.onSend = (message, exchange) -> answered(50, exchange);
    FleetRun fleet = bench.running(plan(6, flow("telemetry", 100, TIMEOUT)));
    loop.pass(30 * SECOND);

    assertThat(bench.watch.health(0).delays().capped().count()).isZero();
    assertThat(bench.watch.health(0).delays().pacing().count()).isEqualTo(1_000);
    assertThat(fleet.book("telemetry").totals().response().max()).isLessThan(51 * MILLI);
  }

  @Test
  void aQueryThatTheTargetAcknowledgedKeepsNobodyOut() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().flow().equals("query")) {
            loop.after(MILLI, exchange::accepted);
            loop.after(2 * MILLI, exchange::accepted);
            links.command(4_000, message.stamp(), exchange);
          } else {
            answered(1, exchange);
          }
        };
    FleetRun fleet = bench.running(plan(2, query(10, TIMEOUT), flow("telemetry", 100, TIMEOUT)));
    loop.pass(30 * SECOND);

    assertThat(fleet.book("telemetry").totals().measured().ok()).isEqualTo(1_000);
    assertThat(fleet.book("telemetry").totals().response().max()).isLessThan(5 * MILLI);
    assertThat(fleet.book("query").totals().measured().ok()).isEqualTo(100);
    assertThat(mostUnderWay).isEqualTo(1);
  }

  @Test
  void whatWaitsGoesInTheOrderItWasDueWhicheverFlowItIsOf() {
    links.onSend = (message, exchange) -> answered(25, exchange);
    bench.running(plan(1, flow("slow", 10, TIMEOUT), flow("fast", 50, TIMEOUT)));
    loop.pass(30 * SECOND);

    List<Long> dues = links.sent.stream().map(each -> each.stamp().due()).toList();
    assertThat(dues).isSorted();
    assertThat(links.sent).extracting(each -> each.stamp().flow()).contains("slow", "fast");
  }

  @Test
  void whatStillWaitsAtTheEndWasNotSent() {
    links.onSend = (message, exchange) -> answered(1_900, exchange);
    FleetRun fleet =
        bench.running(plan(5, flow("telemetry", 10, TIMEOUT), flow("event", 10, TIMEOUT)));
    loop.pass(30 * SECOND);

    assertThat(bench.ended).isDone();
    assertThat(mostUnderWay).isEqualTo(5);
    for (DeviceBook.DeviceFlow book : FleetBench.books(fleet).values()) {
      assertThat(book.totals().measured().remainder()).isZero();
      assertThat(book.totals().warmUp().remainder()).isZero();
      assertThat(book.totals().measured().notSent()).containsOnlyKeys("runEnded");
    }
  }

  @Test
  void silentDevicesDoNotKeepOutTheOthers() {
    links.onSend =
        (message, exchange) -> {
          if (message.device() != 7) {
            answered(1, exchange);
          }
        };
    FleetRun fleet = bench.running(plan(1, flow("telemetry", 10, TIMEOUT)));
    loop.pass(30 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(99);
    assertThat(book.totals().measured().notSent()).as("its own").containsEntry("runEnded", 1L);
    assertThat(book.totals().warmUp().unsettled()).isEqualTo(1);
    assertThat(book.totals().response().max()).isBetween(600 * MILLI, 1_000 * MILLI);
    assertThat(book.totals().measured().remainder()).isZero();
  }

  @Test
  void anAbortedRunSendsNothingThatWaited() {
    links.onSend = (message, exchange) -> answered(1_000, exchange);
    FleetRun fleet = bench.running(plan(5, flow("telemetry", 100, TIMEOUT)));
    loop.pass(4 * SECOND);
    fleet.abort();
    int sent = links.sent.size();
    loop.pass(SECOND + SECOND / 2);

    assertThat(links.sent).hasSize(sent);
    assertThat(bench.ended).as("nothing is waited for but what is under way").isDone();
    assertThat(fleet.book("telemetry").totals().measured().remainder()).isZero();
  }

  @Test
  void answersWaitAsWellAndEachCommandIsAnsweredOnce() {
    links.onSend =
        (message, exchange) -> {
          loop.after(MILLI, exchange::accepted);
          links.command(20, message.stamp(), exchange);
        };
    links.onAnswer = (message, exchange) -> answered(150, exchange);
    FleetRun fleet = bench.running(plan(1, query(5, TIMEOUT)));
    loop.pass(40 * SECOND);

    DeviceBook.DeviceFlow answers = fleet.book("answer");
    assertThat(mostUnderWay).isEqualTo(1);
    assertThat(answers.totals().measured().ok()).isEqualTo(50);
    assertThat(answers.totals().measured().remainder()).isZero();
    assertThat(links.answered).extracting(each -> each.stamp().n()).doesNotHaveDuplicates();
  }

  @Test
  void answersThatWaitAtTheEndWereNotSent() {
    links.onSend =
        (message, exchange) -> {
          loop.after(MILLI, exchange::accepted);
          links.command(700, message.stamp(), exchange);
        };
    links.onAnswer = (message, exchange) -> {};
    FleetRun fleet = bench.running(plan(1, query(5, TIMEOUT)));
    loop.pass(40 * SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow answers = fleet.book("answer");
    assertThat(answers.totals().warmUp().scheduled() + answers.totals().measured().scheduled())
        .isPositive();
    assertThat(answers.totals().measured().remainder()).isZero();
    assertThat(answers.totals().warmUp().remainder()).isZero();
    assertThat(answers.totals().warmUp().notSent()).containsKey("runEnded");
  }

  @Test
  void aThousandThatFailAtOnceDoNotNest() {
    DeviceLink.Exchange[] first = new DeviceLink.Exchange[1];
    links.onSend =
        (message, exchange) -> {
          if (first[0] == null) {
            first[0] = exchange;
          } else {
            exchange.failed(Cause.Transport.RESET);
          }
        };
    FleetRun fleet =
        bench.running(new TestPlan(20_000).maxInFlight(1).flows(flow("telemetry", 5_000, TIMEOUT)));
    loop.pass(1_500 * MILLI);
    first[0].failed(Cause.Transport.RESET);
    loop.pass(30 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().failed()).containsEntry("transport.reset", 50_000L);
    assertThat(book.totals().measured().remainder()).isZero();
  }

  @Test
  void theUsersOfAClosedModelWaitForItToo() {
    links.onSend = (message, exchange) -> answered(100, exchange);
    FleetRun fleet =
        bench.running(
            plan(3, flow("telemetry", new LoadModel.UserLoop(10, null, null, 0), TIMEOUT)));
    loop.pass(30 * SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(mostUnderWay).isEqualTo(3);
    assertThat(book.totals().measured().ok()).isBetween(295L, 310L);
    assertThat(book.totals().response().percentile(50))
        .as("ten users, three at a time")
        .isGreaterThan(300 * MILLI);
    assertThat(book.totals().measured().remainder()).isZero();
  }

  private void answered(long millis, DeviceLink.Exchange exchange) {
    underWay++;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    loop.after(
        millis * MILLI,
        () -> {
          underWay--;
          exchange.succeeded(null);
        });
  }

  private static TestPlan plan(int cap, FlowPlan... flows) {
    return new TestPlan(DEVICES).maxInFlight(cap).flows(flows);
  }
}
