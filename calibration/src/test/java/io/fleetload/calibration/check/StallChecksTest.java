// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.calibration.script.Delays;
import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Schedule;
import io.fleetload.calibration.script.Stall;
import io.fleetload.results.time.LatencyHistogram;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class StallChecksTest {
  private static final long MILLI = 1_000_000L;
  private static final int MESSAGES = 60;
  private static final int FLEET = 3;
  private static final Schedule SCHEDULE = new Schedule(10, 0);
  private static final Stall STALL = new Stall(2_025 * MILLI, 5_025 * MILLI);
  private static final StallChecks CHECKS =
      new StallChecks(
          "telemetry",
          new FlowScript(
              SCHEDULE, FLEET, MESSAGES, MESSAGES, 1, Delays.none(), List.of(), List.of(), 0),
          STALL,
          0,
          MESSAGES);

  @Test
  void responseTimesFromTheDueTimesPass() {
    assertThat(wrong(histogram(StallChecksTest::fromDue), histogram(StallChecksTest::oneADevice)))
        .isEmpty();
  }

  @Test
  void responseTimesFromTheSendTimesAreFound() {
    LatencyHistogram closed = histogram(StallChecksTest::oneADevice);
    assertThat(wrong(closed, closed))
        .anyMatch(check -> check.startsWith("telemetry due in the stall"))
        .hasSizeGreaterThan(3);
  }

  @Test
  void oneMessageOfTheStallMeasuredShortIsFound() {
    assertThat(
            wrong(
                histogram(n -> n == 35 ? MILLI : fromDue(n)),
                histogram(StallChecksTest::oneADevice)))
        .anyMatch(check -> check.startsWith("telemetry due in the stall"));
  }

  @Test
  void aServiceTimeThatCountsFromTheDueTimeIsFound() {
    LatencyHistogram response = histogram(StallChecksTest::fromDue);
    assertThat(wrong(response, response)).singleElement().asString().contains("service");
  }

  @Test
  void aHostThatPausedAfterTheStallLeavesABoundOpenAndNothingElse() {
    LatencyHistogram late = histogram(n -> fromDue(n) + (n == 36 ? 120 * MILLI : 0));
    assertThat(
            CHECKS.of(
                late,
                histogram(StallChecksTest::oneADevice),
                late,
                histogram(StallChecksTest::oneADevice)))
        .extracting(Check::outcome)
        .contains(Outcome.NOT_JUDGED)
        .doesNotContain(Outcome.NOT_OK);
    assertThat(wrong(late, histogram(StallChecksTest::oneADevice))).isNotEmpty();
  }

  @Test
  void aClosedLoopHasOneSlowSampleADevice() {
    LatencyHistogram closed = new ClosedLoop(SCHEDULE, FLEET, STALL).samples(0, MESSAGES);
    assertThat(new Ranks(closed).atLeast(MILLI)).isEqualTo(FLEET);
    assertThat(closed.count()).isEqualTo(MESSAGES - 30 + FLEET);
  }

  @Test
  void theValuesOfAHistogramAreReadByRank() {
    LatencyHistogram histogram = histogram(n -> (n + 1) * MILLI);
    Ranks ranks = new Ranks(histogram);
    assertThat(ranks.largest(0) / MILLI).isEqualTo(60);
    assertThat(ranks.largest(59) / MILLI).isEqualTo(1);
    assertThat(ranks.largest(60)).isZero();
    assertThat(ranks.atLeast(31 * MILLI)).isEqualTo(30);
  }

  /** Waits from its due time until the stall's end, and 2 ms more. */
  private static long fromDue(int n) {
    long due = SCHEDULE.dueNanos(n);
    return (STALL.covers(due) ? STALL.toNanos() - due : 0) + 2 * MILLI;
  }

  /** Only the first message of each device in the stall is sent in it. */
  private static long oneADevice(int n) {
    boolean first =
        STALL.covers(SCHEDULE.dueNanos(n)) && !STALL.covers(SCHEDULE.dueNanos(n - FLEET));
    return first ? fromDue(n) : 2 * MILLI;
  }

  private static LatencyHistogram histogram(IntToLongFunction latency) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int n = 0; n < MESSAGES; n++) {
      histogram.record(latency.applyAsLong(n));
    }
    return histogram;
  }

  private static List<String> wrong(LatencyHistogram response, LatencyHistogram service) {
    return CHECKS
        .of(
            response,
            service,
            histogram(StallChecksTest::fromDue),
            histogram(StallChecksTest::oneADevice))
        .stream()
        .filter(check -> check.outcome() != Outcome.OK)
        .map(Check::what)
        .toList();
  }
}
