// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.flow.FlowSpec;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.stamp.Stamp;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The target needs 7 ms until it answers and 3 ms for the way back. Its clock may be another one,
 * or lie.
 */
class AnswerTimesTest {
  private static final long HOUR = 3_600 * SECOND;
  private static final long MEASURED = 100;

  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;

  /** What the target says when it answers, by what this clock says then. */
  private DeviceBook.DeviceFlow run(LongUnaryOperator says) {
    bench.links.onSend = (message, exchange) -> loop.after(7 * MILLI, () -> answer(says, exchange));
    FlowSpec spec = flow("read", 10).spec().withAnswerTimes();
    fleet = bench.running(new TestPlan(1).flows(new FlowPlan(spec, flow("read", 10).model())));
    loop.pass(20 * SECOND);
    return fleet.book("read");
  }

  private FleetRun fleet;

  private void answer(LongUnaryOperator says, Exchange exchange) {
    long said = says.applyAsLong(loop.epochNanos(loop.nanos()));
    loop.after(
        3 * MILLI,
        () -> {
          exchange.answeredAt(said, MILLI);
          exchange.succeeded(null);
        });
  }

  private static long inSteps(long nanos) {
    return nanos / MILLI * MILLI;
  }

  private static LatencyHistogram part(DeviceBook.DeviceFlow flow, String name) {
    return flow.totals().exchanges().parts().get(name);
  }

  private Map<String, LatencySummary> figures(DeviceBook.DeviceFlow flow) {
    return flow.totals().exchanges().summaries(fleet.targetClock());
  }

  private static void assertSplit(DeviceBook.DeviceFlow flow, double errorMillis) {
    LatencyHistogram until = part(flow, TargetClock.UNTIL_ANSWER);
    LatencyHistogram back = part(flow, TargetClock.WAY_BACK);
    assertThat(until.count()).isEqualTo(MEASURED);
    assertThat(until.mean() / 1e6).isBetween(7 - errorMillis, 7 + errorMillis);
    assertThat(back.mean() / 1e6).isBetween(3 - errorMillis, 3 + errorMillis);
    assertThat(until.mean() + back.mean())
        .isBetween(flow.totals().service().mean() - 2e4, flow.totals().service().mean() + 2e4);
    assertThat(until.belowZero() + back.belowZero()).isZero();
  }

  @Test
  void theTimeIsSplitWhereTheTargetAnswers() {
    DeviceBook.DeviceFlow flow = run(AnswerTimesTest::inSteps);
    assertSplit(flow, 0.6);
    TargetClock.TargetClockFigures clock = fleet.targetClock().figures();
    // Half of the round trip of 10 ms, and half of the steps of 1 ms.
    assertThat(clock.uncertaintyMs()).isBetween(5.5, 5.6);
    assertThat(Math.abs(clock.offsetMs())).isLessThan(clock.uncertaintyMs());
    assertThat(clock.correctedMs()).isZero();
    assertThat(clock.contradicting()).isZero();
    assertThat(clock.withoutTime()).isZero();
    assertThat(clock.notes()).isEmpty();
    // The steps of the target's clock are in the error, and what the clocks may be apart.
    assertThat(figures(flow).get(TargetClock.WAY_BACK).uncertaintyMs()).isBetween(6.0, 9.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {HOUR, -HOUR, 40 * MILLI})
  void anotherClockIsNamedAndCorrected(long ahead) {
    DeviceBook.DeviceFlow flow = run(now -> inSteps(now + ahead));
    TargetClock.TargetClockFigures clock = fleet.targetClock().figures();
    double millis = ahead / 1e6;
    assertThat(clock.offsetMs())
        .isBetween(millis - clock.uncertaintyMs(), millis + clock.uncertaintyMs());
    assertThat(clock.correctedMs()).isEqualTo(clock.offsetMs());
    assertThat(clock.notes()).hasSize(1);
    Double error = figures(flow).get(TargetClock.UNTIL_ANSWER).uncertaintyMs();
    assertThat(error).isBetween(6.0, 6.6);
    assertSplit(flow, error);
  }

  @Test
  void aClockThatJumpsLeavesThePartsUnknown() {
    int[] answers = {0};
    DeviceBook.DeviceFlow flow = run(now -> inSteps(++answers[0] % 40 == 0 ? now + HOUR : now));
    // Each of the three lies, and perhaps the honest time that came next.
    assertThat(fleet.targetClock().contradicting()).isBetween(3L, 6L);
    assertUnknown(flow);
  }

  @Test
  void aClockThatIsSetLeavesThePartsUnknown() {
    int[] answers = {0};
    DeviceBook.DeviceFlow flow = run(now -> inSteps(++answers[0] > 60 ? now - HOUR : now));
    assertThat(fleet.targetClock().contradicting()).isPositive();
    assertUnknown(flow);
    assertThat(fleet.targetClock().figures().uncertaintyMs()).isGreaterThan(HOUR / 1e6);
  }

  private void assertUnknown(DeviceBook.DeviceFlow flow) {
    assertThat(fleet.targetClock().figures().notes().get(0)).contains("are not known");
    for (String each : TargetClock.PARTS) {
      LatencySummary part = figures(flow).get(each);
      assertThat(part.count()).isEqualTo(MEASURED);
      assertThat(part.times().mean()).isNull();
      assertThat(part.times().p99()).isNull();
      assertThat(part.intervals()).isNull();
    }
    // What one clock measured is as it was.
    assertThat(flow.totals().service().mean() / 1e6).isBetween(9.9, 10.2);
  }

  @ParameterizedTest
  @ValueSource(longs = {Stamp.UNKNOWN, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void aTargetThatSaysNoTimeLeavesNoParts(long said) {
    DeviceBook.DeviceFlow flow = run(now -> said);
    assertThat(flow.totals().exchanges()).isNull();
    TargetClock.TargetClockFigures clock = fleet.targetClock().figures();
    assertThat(clock.samples()).isZero();
    assertThat(clock.withoutTime()).isEqualTo(flow.ok().size());
    assertThat(clock.offsetMs()).isNull();
    assertThat(clock.notes()).singleElement().asString().contains("does not say");
  }

  @Test
  void answersWithoutATimeAreCountedAndLeftOut() {
    int[] answers = {0};
    DeviceBook.DeviceFlow flow = run(now -> ++answers[0] % 4 == 0 ? Stamp.UNKNOWN : inSteps(now));
    long without = fleet.targetClock().withoutTime();
    assertThat(without).isEqualTo(flow.ok().size() / 4);
    assertThat(part(flow, TargetClock.WAY_BACK).count()).isEqualTo(75);
    assertThat(fleet.targetClock().figures().notes())
        .singleElement()
        .asString()
        .contains("" + without);
  }

  @Test
  void onlyMessagesThatWentWellAndAskAreSplit() {
    bench.links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() % 2 == 0) {
            exchange.answeredAt(inSteps(loop.epochNanos(loop.nanos())), MILLI);
            exchange.failed(new Cause.Protocol("503"));
          } else {
            exchange.succeeded(null);
          }
        };
    FlowSpec spec = flow("read", 10).spec().withAnswerTimes();
    fleet = bench.running(new TestPlan(1).flows(new FlowPlan(spec, flow("read", 10).model())));
    loop.pass(20 * SECOND);
    Exchanges told = fleet.book("read").totals().exchanges();
    assertThat(told).isNull();
    assertThat(fleet.targetClock()).isNull();
  }

  @Test
  void aSlowFirstAnswerMakesNoPartUnsure() {
    AnswerTimes times = new AnswerTimes(loop);
    long now = ManualLoop.EPOCH;
    times.split(0, SECOND, now + SECOND / 2, MILLI, true);
    assertThat(times.clock().errorNanos()).isGreaterThan(SECOND / 2);
    times.split(2 * SECOND, 2 * SECOND + MILLI, now + 2 * SECOND, MILLI, true);
    assertThat(times.clock().errorNanos()).isBetween(MILLI, 2 * MILLI);
  }

  @Test
  void aTimeOutsideItsRoundTripIsBelowZeroAndNotHidden() {
    AnswerTimes times = new AnswerTimes(loop);
    long now = ManualLoop.EPOCH;
    assertThat(times.split(0, MILLI, now, MILLI, true)).containsExactly(MILLI / 2, MILLI / 2);
    // It says that it answered 9 ms after its answer was here.
    assertThat(times.split(0, 10 * MILLI, now + 19 * MILLI, MILLI, true))
        .containsExactly(19 * MILLI, -9 * MILLI);
    assertThat(times.split(10 * MILLI, 20 * MILLI, now, MILLI, true))
        .containsExactly(-9 * MILLI, 19 * MILLI);
    assertThat(times.clock().contradicting()).isEqualTo(2);
  }
}
