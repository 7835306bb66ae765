// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.Leg;
import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private static final RunId RUN = RunId.parse("ab12");
  private static final long MS = 1_000_000L;
  private static final long START = 1_000_000 * MS;
  private static final long BEHIND = -300 * MS;
  private static final long AHEAD = 5_000 * MS;

  /** Devices with even numbers are of the first shard, the others of the second. */
  private final ClockWatch twoHosts = ClockWatch.ofHosts(2, device -> device % 2);

  /**
   * An answer whose command took 8 ms each way, by a backend's clock that is ahead.
   *
   * @param sent when the device sent its query, ns
   */
  private static Stamp answer(int device, int n, Period period, long sent, long ahead) {
    return answer(device, n, period, sent, ahead, 8 * MS);
  }

  private static Stamp answer(int device, int n, Period period, long sent, long ahead, long way) {
    long received = sent + way;
    long written = received + MS;
    long command = written + way;
    return new Stamp(
        RUN,
        "commandResponse",
        period,
        device,
        n,
        command,
        command + 2 * MS,
        new Stamp.Legs(sent, received + ahead, written + ahead, command));
  }

  private static ArrivalLedger ledger(ClockWatch clocks) {
    return new ArrivalLedger(
        List.of("telemetry", "commandQuery", "commandResponse"),
        Map.of("commandResponse", "commandQuery"),
        10,
        RUN,
        clocks);
  }

  private static BackendBook book(ArrivalLedger ledger) {
    return ledger.book("test", true, true, 1, null);
  }

  @Test
  void endToEndTimesAndLegsAreCorrectedByTheOffsetThatTheWarmUpShowed() {
    ArrivalLedger ledger = ledger(ClockWatch.ofHosts(1, device -> 0));
    Stamp cold = answer(1, 0, Period.WARM_UP, START, BEHIND);
    ledger.arrived(cold, cold.sent() + 8 * MS + BEHIND);
    ledger.arrived(
        new Stamp(RUN, "telemetry", Period.MEASURED, 1, 1, START, START), START + 20 * MS + BEHIND);
    Stamp warm = answer(1, 1, Period.MEASURED, START + 1_000 * MS, BEHIND);
    ledger.arrived(warm, warm.sent() + 8 * MS + BEHIND);

    BackendBook book = book(ledger);
    assertThat(book.flows().get("telemetry").endToEnd().mean()).isBetween(19.9e6, 20.1e6);
    assertThat(book.flows().get("telemetry").endToEnd().belowZero()).isZero();
    assertThat(leg(book, Leg.QUERY_TO_BACKEND)).isBetween(7.9, 8.1);
    assertThat(leg(book, Leg.COMMAND_TO_DEVICE)).isBetween(7.9, 8.1);
    assertThat(leg(book, Leg.ANSWER_TO_BACKEND)).isBetween(7.9, 8.1);
    assertThat(leg(book, Leg.WHOLE)).isBetween(26.9, 27.1);
    assertThat(book.clocks())
        .isEqualTo(new DeviceClocks(List.of(new ClockOffset(BEHIND, 8 * MS, 2)), 0));
  }

  private static double leg(BackendBook book, Leg leg) {
    return book.flows().get("commandQuery").commands().legs().get(leg.key()).mean() / 1e6;
  }

  @Test
  void everyShardHasAClockOfItsOwn() {
    twoHosts.answered(answer(2, 0, Period.MEASURED, START, 0), START);
    twoHosts.answered(answer(3, 1, Period.MEASURED, START, AHEAD), START);

    assertThat(twoHosts.ahead(4)).isZero();
    assertThat(twoHosts.ahead(5)).isEqualTo(AHEAD);
    assertThat(twoHosts.clocks().apartNanos()).isEqualTo(AHEAD - 16 * MS);
  }

  @Test
  void whatArrivesBeforeTheClockIsKnownIsCountedAsUncorrected() {
    ArrivalLedger ledger = ledger(twoHosts);
    ledger.arrived(new Stamp(RUN, "telemetry", Period.MEASURED, 1, 1, START, START), START);
    Stamp answer = answer(1, 2, Period.WARM_UP, START, AHEAD);
    ledger.arrived(answer, START + AHEAD);
    ledger.arrived(new Stamp(RUN, "telemetry", Period.MEASURED, 1, 3, START, START), START + AHEAD);

    assertThat(book(ledger).clocks().uncorrected()).isEqualTo(1);
  }

  @Test
  void aShardWithoutAnAnswerHasNoClock() {
    twoHosts.answered(answer(2, 0, Period.MEASURED, START, 0), START);

    assertThat(twoHosts.clocks().shards().get(1)).isNull();
  }

  @Test
  void onOneHostBothReadOneClockUnlessRoundTripsProveOtherwise() {
    ClockWatch oneHost = ClockWatch.ofThisHost();
    assertThat(oneHost.clocks().shards()).containsExactly(ClockOffset.oneClock(0));

    // The command came back faster than the query went: half the difference looks like an offset.
    oneHost.answered(answer(1, 0, Period.MEASURED, START, 3 * MS), START);
    assertThat(oneHost.clocks().shards()).containsExactly(ClockOffset.oneClock(1));
    assertThat(oneHost.ahead(1)).isZero();

    ClockWatch proved = ClockWatch.ofThisHost();
    proved.answered(answer(1, 1, Period.MEASURED, START, BEHIND), START);
    assertThat(proved.ahead(1)).isEqualTo(BEHIND);
  }

  @Test
  void onOneHostEachShardIsKnownByItsOwnRoundTrips() {
    ClockWatch shards = ClockWatch.ofThisHost(2, device -> device % 2);
    shards.answered(answer(2, 0, Period.MEASURED, START, 0), START);
    shards.answered(answer(3, 1, Period.MEASURED, START, 700 * MS, MS / 5), START);

    assertThat(shards.ahead(2)).isZero();
    assertThat(shards.ahead(3)).isEqualTo(700 * MS);
    assertThat(shards.clocks().shards())
        .containsExactly(ClockOffset.oneClock(1), new ClockOffset(700 * MS, MS / 5, 1));
  }

  @Test
  void roundTripsThatContradictEachOtherCorrectNothingAndSayHowFarTheyAreApart() {
    ClockWatch one = ClockWatch.ofThisHost();
    one.answered(answer(2, 0, Period.MEASURED, START, 0, MS / 5), START);
    one.answered(answer(3, 1, Period.MEASURED, START, 700 * MS, MS / 5), START);
    one.answered(answer(2, 2, Period.MEASURED, START, 0, MS / 10), START);

    assertThat(one.ahead(2)).isZero();
    assertThat(one.ahead(3)).isZero();
    assertThat(one.clocks().shards())
        .singleElement()
        .satisfies(
            clock -> {
              assertThat(clock.uncertaintyNanos()).isGreaterThanOrEqualTo(700 * MS);
              assertThat(clock.certain()).isFalse();
              assertThat(clock.samples()).isEqualTo(3);
            });
  }

  @Test
  void theRoundTripThatTookLeastCountsUntilItIsTooOldForClocksThatDrift() {
    long later = START + 60_000 * MS;
    twoHosts.answered(answer(2, 0, Period.MEASURED, START, 40 * MS), START);
    twoHosts.answered(answer(2, 1, Period.MEASURED, START, 41 * MS, 9 * MS), START);
    assertThat(twoHosts.ahead(2)).isEqualTo(40 * MS);

    // A minute lets clocks drift by 0.9 ms (15 ppm), so that a way of 8.5 ms is the better one now.
    twoHosts.answered(answer(2, 2, Period.MEASURED, later, 41 * MS, 8 * MS + MS / 2), later);
    assertThat(twoHosts.ahead(2)).isEqualTo(41 * MS);
  }
}
