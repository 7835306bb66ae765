// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.Leg;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceClocksTest {
  private static final long MS = 1_000_000L;
  private static final ClockOffset BEHIND = new ClockOffset(-300 * MS, 7 * MS, 90);

  private static DeviceClocks of(ClockOffset... shards) {
    return new DeviceClocks(Arrays.asList(shards), 0);
  }

  private static Map<String, BackendBook.BackendFlow> received() {
    WrittenCommands commands =
        new WrittenCommands(
            Books.numbers(0, Books.TO),
            Map.of(),
            new MessageSet(),
            new MessageSet(),
            Map.of(Leg.QUERY_TO_BACKEND.key(), Books.millis(8)));
    return Books.with(Books.receivers(), "commandQuery", Books.receiver().with(commands));
  }

  /** A run in which all went well, with a p99 of 8 ms from device to backend. */
  private static Result result(DeviceClocks clocks, String... thresholds) {
    return Result.join(
        Books.device(Books.senders()),
        Books.backend(true, true, received(), clocks, 0, 0),
        Arrays.stream(thresholds).map(Threshold::parse).toList());
  }

  @Test
  void endToEndTimesAndLegsSayByHowMuchTheyMayBeWrong() {
    Result result = result(of(BEHIND));

    assertThat(result.clock())
        .isEqualTo(new DeviceClocks.ClockFigures(-300, 7, -300, 90, null, null, null));
    assertThat(result.figures().flows().get("event").endToEnd().uncertaintyMs()).isEqualTo(7);
    assertThat(result.figures().flows().get("event").times().response().uncertaintyMs()).isNull();
    assertThat(result.figures().commands().legs().get("queryToBackend").uncertaintyMs())
        .isEqualTo(7);
  }

  @Test
  void anOffsetWithinItsUncertaintyIsNotCorrectedAndAddsToIt() {
    Result result = result(of(new ClockOffset(2 * MS, 3 * MS, 5)));

    assertThat(result.clock().correctedMs()).isZero();
    assertThat(result.figures().flows().get("event").endToEnd().uncertaintyMs()).isEqualTo(5);
  }

  @Test
  void messagesThatWereNotCorrectedMayBeWrongByTheWholeOffset() {
    Result result = result(new DeviceClocks(List.of(BEHIND), 4));

    assertThat(result.clock().uncorrected()).isEqualTo(4);
    assertThat(result.figures().flows().get("event").endToEnd().uncertaintyMs()).isEqualTo(307);
  }

  @Test
  void backendsWithClocksOfTheirOwnNeitherHideShardsThatAreApartNorInventThem() {
    long second = 1_000 * MS;
    ClockOffset even = new ClockOffset(0, 2 * MS, 5);
    ClockOffset roughly = new ClockOffset(0, 8 * MS, 5);
    DeviceClocks first = new DeviceClocks(Arrays.asList(even, roughly, null), 1);
    // The second backend's clock is 2 s ahead of the first one's.
    DeviceClocks ahead =
        new DeviceClocks(
            List.of(
                new ClockOffset(2 * second, 3 * MS, 7),
                new ClockOffset(2 * second, 3 * MS, 7),
                new ClockOffset(5 * second, 3 * MS, 7)),
            2);
    DeviceClocks sum = DeviceClocks.sum(List.of(first, ahead));

    assertThat(sum.uncorrected()).isEqualTo(3);
    assertThat(sum.shards().get(0)).isEqualTo(new ClockOffset(0, 2 * MS, 12));
    assertThat(sum.shards().get(1)).isEqualTo(new ClockOffset(0, 8 * MS, 12));
    assertThat(sum.shards().get(2)).isEqualTo(new ClockOffset(3 * second, 8 * MS, 7));
    assertThat(sum.apartNanos()).isEqualTo(3 * second - 10 * MS);
  }

  @Test
  void backendsOnOneClockKeepWhatEachKnowsBest() {
    ClockOffset rough = new ClockOffset(4 * MS, 9 * MS, 5);
    ClockOffset fine = new ClockOffset(MS, 2 * MS, 7);
    DeviceClocks sum =
        DeviceClocks.sum(
            List.of(
                new DeviceClocks(List.of(rough, fine), 0),
                new DeviceClocks(List.of(fine, rough), 0)));

    assertThat(sum.shards())
        .containsExactly(new ClockOffset(MS, 2 * MS, 12), new ClockOffset(MS, 2 * MS, 12));
  }

  @Test
  void aThresholdInsideTheUncertaintyGivesNoVerdict() {
    Result result = result(of(BEHIND), "flows.event.endToEnd.p99 < 10ms");

    assertThat(result.verdict().code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(result.verdict().reasons())
        .singleElement(STRING)
        .startsWith("threshold \"flows.event.endToEnd.p99 < 10ms\" ")
        .containsSubsequence("flows.event.endToEnd.p99 is 8 ms", "± 7 ms");
  }

  @Test
  void aThresholdOutsideTheUncertaintyHoldsOrIsCrossed() {
    Result result =
        result(of(BEHIND), "flows.event.endToEnd.p99 < 16ms", "flows.event.endToEnd.p99 < 1ms");

    assertThat(Books.ofProfile(result))
        .extracting(ThresholdOutcome::held)
        .containsExactly(true, false);
    assertThat(result.verdict().exitCode()).isEqualTo(ExitCode.THRESHOLDS_CROSSED.code());
  }

  @Test
  void aLegBetweenTheClocksIsJudgedAlike() {
    assertThat(result(of(BEHIND), "commands.legs.queryToBackend.mean < 10ms").verdict().exitCode())
        .isEqualTo(ExitCode.GENERATOR_LIMITED.code());
  }

  @Test
  void aRatioOfTimesBetweenTwoClocksIsJudgedOnlyWhereTheyAreOne() {
    String ratio = "flows.event.endToEnd.p99 / flows.event.response.p99 < 0.9";

    assertThat(result(of(BEHIND), ratio).verdict().exitCode())
        .isEqualTo(ExitCode.GENERATOR_LIMITED.code());
    assertThat(result(of(ClockOffset.oneClock(0)), ratio).verdict().exitCode())
        .isEqualTo(ExitCode.PASSED.code());
  }

  /** A run on one host, as it seems, of which each event arrived before it was sent. */
  private static Result belowZero(long nanos, String threshold) {
    LatencyHistogram times = new LatencyHistogram();
    times.record(-nanos);
    times.record(-nanos);
    BackendBook.BackendFlow event = Books.receiver();
    return Result.join(
        Books.device(Books.senders()),
        Books.backend(
            true,
            true,
            Books.with(
                received(),
                "event",
                new BackendBook.BackendFlow(
                    event.warmUp(),
                    event.measured(),
                    times,
                    event.received(),
                    event.troubles(),
                    event.firstMeasured(),
                    event.commands(),
                    event.stored(),
                    event.receivers())),
            of(ClockOffset.oneClock(0)),
            0,
            0),
        List.of(Threshold.parse(threshold)));
  }

  @Test
  void timesBelowZeroProveThatTheClocksAreNotOneSoNoneOfThemIsJudged() {
    for (String bound : List.of("< 1ms", "< 10s", "> 1ms")) {
      Result result = belowZero(300 * MS, "flows.event.endToEnd.p99 " + bound);

      assertThat(result.verdict().code()).as(bound).isEqualTo(ExitCode.GENERATOR_LIMITED);
      assertThat(result.verdict().reasons())
          .singleElement(STRING)
          .contains("2 of these times were below zero");
      assertThat(result.figures().flows().get("event").endToEnd().uncertaintyMs()).isNull();
    }
    assertThat(belowZero(300 * MS, "flows.event.endToEnd.count == 2").verdict().status())
        .isEqualTo("passed");
  }

  @Test
  void timesBelowZeroByNoMoreThanStampsAreApartAreJudged() {
    assertThat(belowZero(MS / 20, "flows.event.endToEnd.p99 < 1ms").verdict().status())
        .isEqualTo("passed");
  }

  @Test
  void withUnknownClocksNoEndToEndTimeIsJudged() {
    Result result = result(DeviceClocks.UNKNOWN, "flows.event.endToEnd.p99 < 10s");

    assertThat(result.verdict().exitCode()).isEqualTo(ExitCode.GENERATOR_LIMITED.code());
    assertThat(result.verdict().reasons())
        .singleElement(STRING)
        .contains("no command", "commandQuery");
    assertThat(result(DeviceClocks.UNKNOWN, "flows.event.endToEnd.count == 2").verdict().status())
        .isEqualTo("passed");
  }

  @Test
  void shardsWhoseClocksAreApartGiveNoVerdict() {
    Result result = result(of(new ClockOffset(0, MS, 5), new ClockOffset(5_002 * MS, MS, 5)));

    assertThat(result.clock().shardsApartMs()).isEqualTo(5_000);
    assertThat(result.verdict().code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(result.verdict().reasons())
        .singleElement(STRING)
        .containsSubsequence("5.0 s", "1.0 s");
  }

  @Test
  void shardsWithinTheBoundAreJudgedAndShownOneByOne() {
    Result result = result(of(new ClockOffset(0, MS, 5), null, new ClockOffset(40 * MS, MS, 7)));

    assertThat(result.verdict().status()).isEqualTo("passed");
    assertThat(result.clock().samples()).isEqualTo(12);
    assertThat(result.clock().shards())
        .hasSize(3)
        .element(1)
        .isEqualTo(new DeviceClocks.OfShard(2, null, null, 0));
    assertThat(result.figures().flows().get("event").endToEnd().uncertaintyMs()).isNull();
  }

  @Test
  void severalBackendsTogetherKnowTheBestOfWhatEachSaw() {
    DeviceClocks sum =
        DeviceClocks.sum(
            List.of(
                new DeviceClocks(Arrays.asList(BEHIND, null), 1),
                of(new ClockOffset(-299 * MS, 2 * MS, 10), BEHIND)));

    assertThat(sum)
        .isEqualTo(new DeviceClocks(List.of(new ClockOffset(-299 * MS, 2 * MS, 100), BEHIND), 1));
  }
}
