// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Inbound;
import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.ManualLoop;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Commands reach the devices with the outcomes of their queries and are answered. */
class AnswersTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void aCommandIsAnsweredUnderTheNumberOfItsQuery() {
    links.onSend = (message, exchange) -> links.command(20, message.stamp(), exchange);

    FleetRun fleet = bench.running(new TestPlan(10).flows(query(10)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow answers = fleet.book("answer");
    assertThat(answers.totals().measured().ok()).isEqualTo(100);
    assertThat(answers.totals().measured().remainder()).isZero();
    assertThat(links.answered).hasSize(120);
    Stamp first = links.answered.get(0).stamp();
    assertThat(first.n()).isZero();
    assertThat(first.flow()).isEqualTo("answer");
    assertThat(first.period()).isEqualTo(Period.WARM_UP);
    assertThat(first.legs().commandReceived()).isEqualTo(first.sent());
  }

  @Test
  void aMessageThatFollowsAnotherIsOfTheDevicesAlone() {
    links.onSend = (message, exchange) -> links.command(20, message.stamp(), exchange);

    FleetRun fleet = bench.running(new TestPlan(10).flows(query(10)).following());
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow following = fleet.book("answer");
    assertThat(following.totals().measured().ok()).isEqualTo(100);
    assertThat(following.terms().deviceOnly()).isTrue();
    assertThat(following.terms().answers()).isNull();
    assertThat(fleet.book("query").totals().measured().ok()).isEqualTo(100);
  }

  @Test
  void aQueryWithoutACommandFails() {
    links.onSend = (message, exchange) -> links.after(20, exchange);

    FleetRun fleet = bench.running(new TestPlan(10).flows(query(10)));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("query").totals().measured().failed())
        .containsEntry("backend.missingCommand", 100L);
  }

  @Test
  void theCommandOfAnEarlierQueryIsLateAndStillAnswered() {
    Stamp[] before = new Stamp[1];
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() == 60) {
            before[0] = message.stamp();
            links.after(10, exchange);
          } else if (message.stamp().n() == 70) {
            links.command(10, before[0], exchange);
          } else {
            links.command(10, message.stamp(), exchange);
          }
        };

    FleetRun fleet = bench.running(new TestPlan(10).flows(query(10)));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("query").totals().measured().failed())
        .containsEntry("backend.missingCommand", 1L)
        .containsEntry("backend.lateCommand", 1L);
    assertThat(fleet.book("answer").totals().measured().ok()).isEqualTo(99);
    assertThat(fleet.book("answer").ok().contains(60)).isTrue();
  }

  @Test
  void aCommandThatComesAfterTheEndIsNotAnswered() {
    links.onSend =
        (message, exchange) ->
            links.command(message.stamp().n() >= 110 ? 7_000 : 10, message.stamp(), exchange);
    FleetRun fleet = bench.running(new TestPlan(20).flows(query(10, 60 * SECOND)));
    loop.pass(17_500 * MILLI);
    assertThat(bench.ended).isDone();
    int answered = links.answered.size();
    DeviceBook.DeviceFlow queries = fleet.book("query");
    DeviceBook.DeviceFlow answers = fleet.book("answer");
    assertThat(queries.totals().measured().unsettled()).isPositive();

    loop.pass(20 * SECOND);

    assertThat(links.answered).hasSize(answered);
    assertThat(fleet.book("answer").totals().measured()).isEqualTo(answers.totals().measured());
    assertThat(fleet.book("query").totals().measured()).isEqualTo(queries.totals().measured());
    assertThat(answers.totals().measured().sent() + answers.totals().warmUp().sent())
        .isEqualTo(answered);
    assertThat(queries.totals().measured().remainder()).isZero();
  }

  @Test
  void aPushedCommandIsTheOutcomeOfItsQueryAndIsAnswered() {
    FleetRun[] fleet = new FleetRun[1];
    links.onSend =
        (message, exchange) -> {
          links.after(5, exchange);
          pushes(30, message.stamp(), fleet);
        };

    fleet[0] = bench.running(new TestPlan(10).flows(query(10)).pushed());
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow queries = fleet[0].book("query");
    assertThat(queries.totals().measured().ok()).isEqualTo(100);
    assertThat(queries.totals().response().max()).isBetween(29 * MILLI, 31 * MILLI);
    assertThat(fleet[0].book("answer").totals().measured().ok()).isEqualTo(100);
    assertThat(links.answered).hasSize(120);
  }

  @Test
  void aQueryWhosePushedCommandDoesNotComeTimesOutAndALateOneIsAnswered() {
    FleetRun[] fleet = new FleetRun[1];
    links.onSend =
        (message, exchange) -> {
          links.after(5, exchange);
          pushes(message.stamp().n() == 60 ? 3_500 : 10, message.stamp(), fleet);
        };

    fleet[0] = bench.running(new TestPlan(10).flows(query(10)).pushed());
    loop.pass(20 * SECOND);

    assertThat(fleet[0].book("query").totals().measured().failed())
        .containsExactly(Map.entry("transport.timeout", 1L));
    assertThat(fleet[0].book("answer").totals().measured().ok()).isEqualTo(100);
  }

  @Test
  void aPushedCommandThatComesTwiceIsAnsweredOnce() {
    FleetRun[] fleet = new FleetRun[1];
    links.onSend =
        (message, exchange) -> {
          pushes(10, message.stamp(), fleet);
          pushes(40, message.stamp(), fleet);
        };

    fleet[0] = bench.running(new TestPlan(10).flows(query(10)).pushed());
    loop.pass(20 * SECOND);

    assertThat(fleet[0].book("query").totals().measured().ok()).isEqualTo(100);
    assertThat(links.answered).hasSize(120);
    assertThat(arrived(fleet[0]).again().size()).isEqualTo(120);
    assertThat(arrived(fleet[0]).misdelivered().size()).isZero();
  }

  @Test
  void aPushedCommandThatAnotherDeviceGetsIsMisdeliveredAndNotAnswered() {
    FleetRun[] fleet = new FleetRun[1];
    links.onSend =
        (message, exchange) -> {
          links.after(5, exchange);
          Stamp stamp = message.stamp();
          if (stamp.n() == 60) {
            loop.after(10 * MILLI, () -> fleet[0].received(gotBy(stamp.device() + 1, stamp)));
          } else {
            pushes(10, stamp, fleet);
          }
        };

    fleet[0] = bench.running(new TestPlan(10).flows(query(10)).pushed());
    loop.pass(20 * SECOND);

    assertThat(arrived(fleet[0]).misdelivered().contains(60)).isTrue();
    assertThat(arrived(fleet[0]).misdelivered().size()).isEqualTo(1);
    assertThat(arrived(fleet[0]).again().size()).isZero();
    assertThat(fleet[0].book("answer").ok().contains(60)).isFalse();
    assertThat(fleet[0].book("query").totals().measured().failed())
        .containsExactly(Map.entry("transport.timeout", 1L));
  }

  @Test
  void aCommandForAnotherDeviceThatComesWithTheOutcomeOfAQueryFailsIt() {
    links.onSend =
        (message, exchange) -> {
          Stamp stamp = message.stamp();
          Inbound command =
              stamp.n() == 60 ? gotBy(stamp.device() + 1, stamp) : ScriptedLinks.command(stamp);
          loop.after(10 * MILLI, () -> exchange.succeeded(command));
        };

    FleetRun fleet = bench.running(new TestPlan(10).flows(query(10)));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("query").totals().measured().failed())
        .containsExactly(Map.entry("backend.misdeliveredCommand", 1L));
    assertThat(arrived(fleet).misdelivered().contains(60)).isTrue();
    assertThat(fleet.book("answer").totals().measured().ok()).isEqualTo(99);
  }

  @Test
  void aCommandThatSaysSomethingElseIsAnsweredAndCounted() {
    links.onSend =
        (message, exchange) -> {
          Inbound command = ScriptedLinks.command(message.stamp());
          boolean altered = message.stamp().n() == 60;
          Inbound said = new Inbound(command.device(), command.stamp(), command.replyTo(), altered);
          loop.after(10 * MILLI, () -> exchange.succeeded(said));
        };

    FleetRun fleet = bench.running(new TestPlan(10).flows(query(10)));
    loop.pass(20 * SECOND);

    assertThat(arrived(fleet).altered().contains(60)).isTrue();
    assertThat(arrived(fleet).altered().size()).isEqualTo(1);
    assertThat(fleet.book("answer").totals().measured().ok()).isEqualTo(100);
  }

  private static ArrivedCommands arrived(FleetRun fleet) {
    return fleet.book("answer").commands();
  }

  private static Inbound gotBy(int device, Stamp query) {
    Inbound command = ScriptedLinks.command(query);
    return new Inbound(device, command.stamp(), command.replyTo());
  }

  private void pushes(long millis, Stamp query, FleetRun[] fleet) {
    loop.after(millis * MILLI, () -> fleet[0].received(ScriptedLinks.command(query)));
  }
}
