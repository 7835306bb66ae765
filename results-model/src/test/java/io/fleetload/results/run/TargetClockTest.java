// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How sure the parts are that the target's clock splits. */
class TargetClockTest {
  private static final long MS = 1_000_000L;
  private static final String BOUND = "flows.read.parts.untilAnswer.p99 < %s";

  private static TargetClock clock(long withoutTime, long contradicting, ClockOffset... shards) {
    return new TargetClock(
        new DeviceClocks(Arrays.asList(shards), 0), withoutTime, contradicting, 2 * MS);
  }

  private static Result result(TargetClock clock, String threshold) {
    Map<String, LatencyHistogram> parts = new LinkedHashMap<>();
    parts.put(TargetClock.UNTIL_ANSWER, Books.millis(7, 9));
    parts.put(TargetClock.WAY_BACK, Books.millis(2, 3));
    DeviceBook.DeviceFlow flow = Books.sender();
    FlowTotals totals = flow.totals();
    DeviceBook.DeviceFlow split =
        new DeviceBook.DeviceFlow(
            flow.terms(),
            flow.numbering(),
            new FlowTotals(
                totals.warmUp(),
                totals.measured(),
                totals.response(),
                totals.service(),
                null,
                0,
                0,
                new Exchanges(parts, null)),
            flow.sent(),
            flow.ok(),
            flow.withoutCommand(),
            flow.perSecond(),
            flow.intervals(),
            null);
    DeviceBook book = Books.device(Map.of("read", split.ofTheDeviceOnly()));
    DeviceBook timed =
        new DeviceBook(
            book.version(),
            book.runId(),
            book.runName(),
            true,
            null,
            book.timeline(),
            book.devices().timedBy(clock),
            book.flows(),
            null,
            null,
            book.generatorBook(),
            null);
    return Result.join(timed, null, List.of(Threshold.parse(threshold)));
  }

  private static JsonNode tree(Result result) {
    return ResultFiles.tree(result);
  }

  @Test
  void aPartIsAsSureAsTheClock() {
    Result result = result(clock(0, 0, new ClockOffset(MS, 2 * MS, 5)), BOUND.formatted("50ms"));
    JsonNode part = tree(result).at("/flows/read/parts/untilAnswer");
    assertThat(part.path("p99").asDouble()).isEqualTo(9);
    assertThat(part.path("uncertaintyMs").asDouble()).isEqualTo(2);
    assertThat(result.verdict().code()).isEqualTo(ExitCode.PASSED);
    assertThat(tree(result).at("/devices/targetClock/uncertaintyMs").asDouble()).isEqualTo(2);
  }

  @Test
  void aBoundWithinItsErrorIsNotJudged() {
    Result result = result(clock(0, 0, new ClockOffset(MS, 2 * MS, 5)), BOUND.formatted("10ms"));
    assertThat(result.thresholds().get(0).undecided()).contains("devices and target", "± 2 ms");
  }

  @Test
  void partsOfAClockThatContradictsItselfHoldNoBound() {
    Result result = result(clock(0, 1, new ClockOffset(MS, 2 * MS, 5)), BOUND.formatted("50ms"));
    JsonNode part = tree(result).at("/flows/read/parts/untilAnswer");
    assertThat(part.path("count").asLong()).isEqualTo(2);
    assertThat(part.has("p99")).isFalse();
    assertThat(part.has("uncertaintyMs")).isFalse();
    assertThat(result.thresholds().get(0).held()).isFalse();
    assertThat(result.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  @Test
  void aTargetWithoutTimesHasNoOffsetAndNotOneOfZero() {
    TargetClock none = clock(12, 0, (ClockOffset) null);
    JsonNode figures = tree(result(none, "flows.read.failed == 0")).at("/devices/targetClock");
    assertThat(figures.has("offsetMs")).isFalse();
    assertThat(figures.path("samples").asLong()).isZero();
    assertThat(figures.path("withoutTime").asLong()).isEqualTo(12);
    assertThat(tree(result(null, "flows.read.failed == 0")).path("devices").has("targetClock"))
        .isFalse();
  }

  @Test
  void shardsAreComparedEachByItsOwnClock() {
    TargetClock sum =
        clock(1, 0, new ClockOffset(0, MS, 5))
            .plus(
                new TargetClock(
                    new DeviceClocks(List.of(new ClockOffset(30 * MS, MS, 7)), 0), 2, 4, 3 * MS));
    TargetClock.TargetClockFigures figures = sum.figures();
    assertThat(figures.offsetMs()).isEqualTo(30);
    assertThat(figures.samples()).isEqualTo(12);
    assertThat(figures.withoutTime()).isEqualTo(3);
    assertThat(figures.contradicting()).isEqualTo(4);
    assertThat(figures.shards()).hasSize(2);
    assertThat(figures.shardsApartMs()).isEqualTo(28);
    assertThat(sum.errorNanos()).isEqualTo(3 * MS);
    assertThat(sum.plus(null)).isSameAs(sum);
    DeviceBook.FleetCounts devices = Books.device(Map.of()).devices();
    DeviceBook.FleetCounts timed = devices.timedBy(clock(1, 0, new ClockOffset(0, MS, 5)));
    assertThat(timed.plus(timed).with(null).targetClock().figures().samples()).isEqualTo(10);
    assertThat(timed.plus(devices).targetClock()).isEqualTo(timed.targetClock());
    assertThat(devices.plus(timed).targetClock()).isEqualTo(timed.targetClock());
  }

  @Test
  void aThresholdMayNameThePartsOnlyWhereTheyAreTold() {
    Threshold bound = Threshold.parse(BOUND.formatted("50ms"));
    assertThat(names(TargetClock.PARTS).has(bound)).isTrue();
    assertThat(names(List.of("sending", "waiting")).has(bound)).isFalse();
    assertThat(names(List.of()).has(bound)).isFalse();
  }

  private static FigureNames names(List<String> parts) {
    return new FigureNames(List.of("read"), List.of(), null, Map.of(), false, List.of(), parts);
  }
}
