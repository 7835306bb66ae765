// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.phases;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.LoadModel;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A closed model that says how many messages; warm-up 2 s, measured 10 s, drain 5 s. */
class ClosedTotalTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void whoIsFreeTakesTheNextMessageOfTheTotal() {
    links.onSend = (message, exchange) -> links.after(message.device() == 0 ? 1_000 : 10, exchange);

    FleetRun fleet = bench.running(cold(new LoadModel.UserLoop(4, null, 1_000, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().scheduled()).isEqualTo(1_000);
    assertThat(book.totals().measured().ok()).isEqualTo(1_000);
    // Three users send 300 a second, so it takes about 3.3 s; the slow one has sent 4 until then.
    assertThat(links.sent.stream().filter(each -> each.device() == 0).count()).isEqualTo(4);
    assertThat(links.sent).hasSize(1_000);
    assertThat(book.terms().closed())
        .isEqualTo(new ClosedModel(4, null, 1_000L, 0, book.terms().closed().doneAfterSeconds()));
  }

  @Test
  void theMeasuredPhaseEndsWithTheLastOutcome() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    FleetRun fleet = bench.running(plan(new LoadModel.UserLoop(5, null, 100, 0)));
    loop.pass(4 * SECOND + 300 * MILLI);

    assertThat(bench.ended).as("2 s of warm-up and 20 times 100 ms").isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    // The first user is ready when measuring begins, the others 0.2 s, 0.4 s … 0.8 s later at most.
    assertThat(book.terms().closed().doneAfterSeconds()).isBetween(1.9, 2.3);
    assertThat(book.totals().measured().ok()).isEqualTo(100);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.totals().warmUp().ok()).isPositive();
  }

  @Test
  void iterationsEndItAsWell() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    FleetRun fleet = bench.running(cold(new LoadModel.UserLoop(5, 20, null, 0)));
    loop.pass(2 * SECOND + 300 * MILLI);

    assertThat(bench.ended).isDone();
    assertThat(fleet.book("telemetry").terms().closed().doneAfterSeconds()).isEqualTo(2.0);
  }

  @Test
  void aFlowBesideItThatHasARateGoesOn() {
    FleetRun fleet =
        bench.running(
            new TestPlan(5)
                .flows(
                    flow("telemetry", new LoadModel.UserLoop(5, null, 5, 0), 3 * SECOND),
                    flow("event", 10)));
    loop.pass(11 * SECOND);

    assertThat(bench.ended).isNotDone();
    assertThat(fleet.book("telemetry").terms().closed().doneAfterSeconds()).isLessThan(1.1);
    loop.pass(9 * SECOND);
    assertThat(fleet.book("event").totals().measured().ok()).isEqualTo(100);
  }

  @Test
  void whatTheMeasuredPhaseDoesNotHoldIsUndone() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    FleetRun fleet = bench.running(cold(new LoadModel.UserLoop(2, null, 1_000, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(200);
    assertThat(book.terms().closed().doneAfterSeconds()).isNull();
  }

  @Test
  void aMessageThatFailedIsOneOfTheTotal() {
    links.onSend =
        (message, exchange) -> links.fails(10, new Cause.Protocol("grpc.unknown"), exchange);

    FleetRun fleet = bench.running(cold(new LoadModel.UserLoop(3, null, 10, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().failed()).containsEntry("protocol.grpc.unknown", 10L);
    assertThat(book.terms().closed().doneAfterSeconds()).isEqualTo(0.04);
  }

  @Test
  void whatAStopLeavesWithoutAnOutcomeIsNotDone() {
    links.onSend = (message, exchange) -> links.after(5_000, exchange);

    FleetRun fleet = bench.running(cold(new LoadModel.UserLoop(3, null, 3, 0)).maxInFlight(1));
    loop.pass(SECOND);
    fleet.stop();
    loop.pass(10 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().scheduled()).isEqualTo(3);
    assertThat(book.totals().measured().notSent()).containsEntry("runEnded", 2L);
    assertThat(book.terms().closed().doneAfterSeconds()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"100, 7, 7, 3", "1_000_003, 36, 40, 5", "7, 7, 20, 6", "11, 2, 9, 4"})
  void thePartsOfAllShardsAreTheTotal(String total, int users, int devices, int shards) {
    int asked = Integer.parseInt(total.replace("_", ""));
    LoadModel.UserLoop model = new LoadModel.UserLoop(users, null, asked, 0);
    long[] parts =
        LongStream.rangeClosed(1, shards)
            .map(
                k ->
                    model.toSend(
                        ShardDevices.everyKth(devices, new Shard((int) k, shards)),
                        new RoundRobin(users, 0, "device-{index}")))
            .toArray();
    assertThat(LongStream.of(parts).sum()).isEqualTo(asked);
    for (int k = 1; k <= shards; k++) {
      int ownUsers = ShardDevices.everyKth(devices, new Shard(k, shards)).below(users);
      assertThat(parts[k - 1])
          .as("at least one message a user, and none without a user")
          .isBetween((long) asked / users * ownUsers, ((long) asked / users + 1) * ownUsers);
    }
  }

  private static TestPlan plan(LoadModel model) {
    return new TestPlan(10).flows(flow("telemetry", model, 3 * SECOND));
  }

  private static TestPlan cold(LoadModel model) {
    return plan(model).with(phases("1s", "0s", "0s", "10s", "5s"));
  }
}
