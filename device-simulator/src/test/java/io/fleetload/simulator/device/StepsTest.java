// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.followed;
import static io.fleetload.simulator.device.TestPlan.phases;
import static io.fleetload.simulator.device.TestPlan.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.tuple;

import io.fleetload.flow.Step;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.stamp.Period;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/**
 * What follows a message in its iteration. Warm-up 2 s, measured 10 s, drain 5 s, each outcome
 * after 10 ms, unless the test says otherwise.
 */
class StepsTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void aUserTakesItsStepsOneAfterTheOtherInTheirOrder() {
    FlowPlan create =
        followed(
            users(1, 1, 0),
            step("update", "create", 2, 100 * MILLI),
            step("read", "update", 2, 0),
            step("delete", "create", 1, 30 * MILLI));

    bench.running(new TestPlan(3).with(cold()).flows(create));
    loop.pass(20 * SECOND);

    assertThat(links.sent)
        .extracting(each -> each.stamp().flow() + each.stamp().n(), each -> millis(each.atNanos()))
        .containsExactly(
            at("create0", 0),
            at("update0", 110),
            at("read0", 120),
            at("read1", 130),
            at("update1", 240),
            at("read2", 250),
            at("read3", 260),
            at("delete0", 300));
    assertThat(links.sent).allMatch(each -> each.device() == 0 && each.iteration() == 0);
  }

  @Test
  void aStepIsMeasuredFromTheOutcomeBeforeItAndTheTimeToThink() {
    FleetRun fleet =
        bench.running(
            new TestPlan(2)
                .flows(followed(users(2, null, 0), step("update", "create", 3, 200 * MILLI))));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow update = fleet.book("update");
    assertThat(update.totals().response().max()).isBetween(10 * MILLI, 11 * MILLI);
    assertThat(bench.watch.lags().max()).isLessThan(MILLI);
  }

  @Test
  void aUserIsReadyForTheNextIterationWhenAllOfThisOneIsOver() {
    FlowPlan create =
        followed(users(4, null, 140 * MILLI), step("update", "create", 5, 30 * MILLI));

    FleetRun fleet = bench.running(new TestPlan(4).flows(create));
    loop.pass(20 * SECOND);

    // 10 + 5 · (30 + 10) + 140 ms an iteration.
    FlowCounts created = measured(fleet, "create");
    assertThat(created.scheduled()).isBetween(4 * 28L, 4 * 29L);
    assertThat(measured(fleet, "update").scheduled()).isEqualTo(5 * created.scheduled());
    assertThat(measured(fleet, "update").ok()).isEqualTo(5 * created.ok());
  }

  @Test
  void numbersTellIterationDeviceAndPeriod() {
    FlowPlan create =
        followed(
            users(3, null, 0),
            step("update", "create", 4, 10 * MILLI),
            step("read", "update", 3, 0));

    FleetRun fleet = bench.running(new TestPlan(5).flows(create));
    loop.pass(20 * SECOND);

    Map<String, DeviceBook.DeviceFlow> books = FleetBench.books(fleet);
    Map<String, Integer> each = Map.of("create", 1, "update", 4, "read", 12);
    Set<String> once = new HashSet<>();
    for (ScriptedLinks.Sent message : links.sent) {
      DeviceBook.DeviceFlow book = books.get(message.stamp().flow());
      int n = message.stamp().n();
      assertThat(once.add(message.stamp().flow() + n)).isTrue();
      assertThat(message.iteration()).isEqualTo(n / each.get(message.stamp().flow()));
      assertThat(book.numbering().turns().device(n)).isEqualTo(message.device());
      boolean measured = n >= book.numbering().measuredFrom();
      assertThat(message.stamp().period()).isEqualTo(measured ? Period.MEASURED : Period.WARM_UP);
      assertThat(book.sent().contains(n)).isTrue();
    }
    assertThat(books.get("read").totals().cold().scheduled()).isEqualTo(3);
    assertThat(books.get("read").totals().warmUp().ok()).isPositive();
  }

  @Test
  void aDeviceOfAnOpenFlowIsBusyUntilItsIterationIsOver() {
    // A message of the one device is due each 500 ms, and an iteration takes 1,010 ms.
    FlowPlan create = followed(flow("create", 2), step("update", "create", 1, 990 * MILLI));

    FleetRun fleet = bench.running(new TestPlan(1).flows(create));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("create").totals().response().max()).isGreaterThan(4 * SECOND);
    assertThat(fleet.book("update").totals().response().max()).isLessThan(11 * MILLI);
    List<String> order = links.sent.stream().map(each -> each.stamp().flow()).toList();
    assertThat(order.subList(0, 4)).containsExactly("create", "update", "create", "update");
  }

  @Test
  void theWindowOfAnOpenFlowCountsIterations() {
    FlowPlan create = followed(flow("create", 2, 2, 1), step("update", "create", 1, 970 * MILLI));

    FleetRun fleet = bench.running(new TestPlan(1).flows(create));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("create").totals().response().max()).isLessThan(11 * MILLI);
  }

  @Test
  void ofAlternativesOneFollowsEachMessageInTheProportionOfTheWeights() {
    FlowPlan create =
        followed(
            users(10, 400, 0),
            step("read", new Step("create", 2, new Span(0), 3)),
            step("search", new Step("create", 1, new Span(0), 1)),
            step("delete", "create", 1, 0));

    FleetRun fleet = bench.running(new TestPlan(10).with(cold("60s")).flows(create));
    loop.pass(60 * SECOND);

    long reads = measured(fleet, "read").ok() / 2;
    long searches = measured(fleet, "search").ok();
    assertThat(reads + searches).isEqualTo(4_000);
    // The standard deviation is √(4000 · 3/4 · 1/4), 27.
    assertThat(reads).isBetween(3_000 - 130L, 3_000 + 130L);
    assertThat(measured(fleet, "delete").ok()).isEqualTo(4_000);
    Set<Integer> read = iterations("read");
    assertThat(iterations("search")).noneMatch(read::contains);
    assertThat(fleet.book("read").terms().closed().iterations()).isNull();
    assertThat(fleet.book("delete").terms().closed().iterations()).isEqualTo(400);
  }

  @Test
  void whatTheDriverHandsOverReachesTheNextSteps() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().flow().equals("create")) {
            links.hands(10, "location " + message.iteration(), exchange);
          } else if (message.stamp().flow().equals("read")) {
            links.hands(10, "page", exchange);
          } else {
            links.after(10, exchange);
          }
        };

    bench.running(
        new TestPlan(1)
            .with(cold())
            .flows(
                followed(
                    users(1, 2, 0),
                    step("update", "create", 2, 0),
                    step("read", "create", 1, 0),
                    step("delete", "create", 1, 0))));
    loop.pass(20 * SECOND);

    assertThat(links.sent.subList(5, 10))
        .extracting(each -> each.stamp().flow(), ScriptedLinks.Sent::handed)
        .containsExactly(
            tuple("create", null),
            tuple("update", "location 1"),
            tuple("update", "location 1"),
            tuple("read", "location 1"),
            tuple("delete", "page"));
  }

  @Test
  void theRateOfAStepIsAskedWhereThatOfItsIterationsIs() {
    FlowPlan create =
        followed(
            flow("create", 8),
            step("update", new Step("create", 3, new Span(0), 1)),
            step("read", new Step("create", 1, new Span(0), 3)),
            step("verify", "update", 2, 0));

    FleetRun fleet = bench.running(new TestPlan(10).flows(create));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("update").terms().asked()).isEqualTo(6, offset(1e-9));
    assertThat(fleet.book("read").terms().asked()).isEqualTo(6, offset(1e-9));
    assertThat(fleet.book("verify").terms().asked()).isEqualTo(12, offset(1e-9));
    assertThat(fleet.book("update").terms().closed()).isNull();
  }

  @Test
  void aStepOfUsersIsAskedForNoRate() {
    FleetRun fleet =
        bench.running(
            new TestPlan(4)
                .with(cold())
                .flows(followed(users(4, 20, 0), step("update", "create", 5, 50 * MILLI))));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow update = fleet.book("update");
    assertThat(update.terms().asked()).isNull();
    assertThat(update.terms().closed().users()).isEqualTo(4);
    assertThat(update.terms().closed().iterations()).isEqualTo(100);
    assertThat(update.terms().closed().thinkSeconds()).isEqualTo(0.05);
    assertThat(update.totals().measured().ok()).isEqualTo(400);
  }

  @Test
  void aBackendCanReceiveAStep() {
    FleetRun fleet =
        bench.running(
            new TestPlan(1).flows(followed(users(1, null, 0), step("update", "create", 1, 0))));

    assertThat(fleet.book("update").terms().deviceOnly()).isFalse();
  }

  private static FlowPlan users(int count, Integer iterations, long thinkNanos) {
    LoadModel model = new LoadModel.UserLoop(count, iterations, null, thinkNanos, 100);
    return flow("create", model, 3 * SECOND);
  }

  private static Phases cold() {
    return cold("10s");
  }

  private static Phases cold(String measure) {
    return phases("1s", "0s", "0s", measure, "5s");
  }

  private static FlowCounts measured(FleetRun fleet, String flow) {
    return fleet.book(flow).totals().measured();
  }

  private Set<Integer> iterations(String flow) {
    return links.sent.stream()
        .filter(each -> each.stamp().flow().equals(flow))
        .map(ScriptedLinks.Sent::iteration)
        .collect(Collectors.toSet());
  }

  private long millis(long nanos) {
    return (nanos - bench.beganNanos) / MILLI;
  }

  private static Tuple at(String message, long millis) {
    return tuple(message, millis);
  }
}
