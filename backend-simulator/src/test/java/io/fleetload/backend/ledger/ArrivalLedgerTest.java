// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.Flaw;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArrivalLedgerTest {
  private static final List<String> FLOWS =
      List.of("telemetry", "event", "commandQuery", "commandResponse");
  private static final Map<String, String> ANSWERS = Map.of("commandResponse", "commandQuery");
  private static final int DEVICES = 10;
  private static final long SENT = 1_000_000_000L;
  private static final long RECEIVED = SENT + 5_000_000L;

  private final ArrivalLedger ledger =
      new ArrivalLedger(FLOWS, ANSWERS, DEVICES, RunId.parse("ab12"), ClockWatch.ofThisHost());

  @Test
  void aSecondCopyIsADuplicateAndNoSecondMessage() {
    assertThat(arrive(measured("telemetry", 1, 7))).isEqualTo(Arrival.FIRST);
    assertThat(arrive(measured("telemetry", 1, 7))).isEqualTo(Arrival.DUPLICATE);

    BackendBook.BackendFlow telemetry = book().flows().get("telemetry");
    assertThat(telemetry.measured()).isEqualTo(new BackendBook.ReceiptCounts(2, 1, 0));
    assertThat(telemetry.received().size()).isEqualTo(1);
    assertThat(telemetry.endToEnd().count()).isEqualTo(1);
  }

  @Test
  void aMessageIsOutOfOrderAfterALaterOneOfItsDeviceAndFlowOnly() {
    arrive(measured("telemetry", 1, 9));
    arrive(measured("telemetry", 2, 3));
    arrive(measured("event", 1, 3));
    assertThat(book().flows().get("telemetry").measured().outOfOrder()).isZero();
    assertThat(book().flows().get("event").measured().outOfOrder()).isZero();

    arrive(measured("telemetry", 1, 0));
    assertThat(book().flows().get("telemetry").measured().outOfOrder()).isEqualTo(1);
  }

  @Test
  void whoLooksAtTheOrderItselfIsBelieved() {
    Stamp later = measured("telemetry", 1, 9);
    Stamp sooner = measured("telemetry", 1, 3);
    ledger.arrived(later, SENT, 0, false);
    ledger.arrived(sooner, SENT, 0, false);
    assertThat(book().flows().get("telemetry").measured().outOfOrder()).isZero();

    ledger.arrived(measured("telemetry", 1, 10), SENT, 0, true);
    assertThat(book().flows().get("telemetry").measured().outOfOrder()).isEqualTo(1);
  }

  @Test
  void aLateDuplicateIsNotOutOfOrderAsWell() {
    arrive(measured("event", 1, 0));
    arrive(measured("event", 1, 1));
    arrive(measured("event", 1, 0));

    assertThat(book().flows().get("event").measured())
        .isEqualTo(new BackendBook.ReceiptCounts(3, 1, 0));
  }

  @Test
  void warmUpIsCountedApartAndNotTimed() {
    arrive(new Stamp(RunId.parse("ab12"), "event", Period.WARM_UP, 1, 0, SENT, SENT));
    arrive(measured("event", 1, 1));

    BackendBook.BackendFlow event = book().flows().get("event");
    assertThat(event.warmUp()).isEqualTo(new BackendBook.ReceiptCounts(1, 0, 0));
    assertThat(event.measured()).isEqualTo(new BackendBook.ReceiptCounts(1, 0, 0));
    assertThat(event.endToEnd().count()).isEqualTo(1);
    assertThat(event.received().size()).isEqualTo(2);
  }

  @Test
  void aMessageFromTheFutureIsTimedAsZeroAndCounted() {
    ledger.arrived(measured("event", 1, 1), SENT - 1);

    BackendBook.BackendFlow event = book().flows().get("event");
    assertThat(event.endToEnd().count()).isEqualTo(1);
    assertThat(event.endToEnd().belowZero()).isEqualTo(1);
  }

  @Test
  void theLatencyRunsFromTheActualSendTime() {
    ledger.arrived(
        new Stamp(RunId.parse("ab12"), "event", Period.MEASURED, 1, 1, 0, SENT), RECEIVED);

    assertThat(book().flows().get("event").endToEnd().max()).isBetween(5_000_000L, 5_010_000L);
  }

  @Test
  void anotherRunsMessagesAreForeign() {
    assertThat(arrive(new Stamp(RunId.parse("ffff"), "event", Period.MEASURED, 1, 1, SENT, SENT)))
        .isEqualTo(Arrival.FOREIGN);

    assertThat(book().strangers().foreign()).isEqualTo(1);
    assertThat(book().flows().get("event").received().size()).isZero();
  }

  @Test
  void withoutARunTheFirstStampSaysWhichItIs() {
    ArrivalLedger any = new ArrivalLedger(FLOWS, ANSWERS, DEVICES, null, ClockWatch.ofThisHost());
    any.arrived(
        new Stamp(RunId.parse("cd34"), "event", Period.MEASURED, 1, 1, SENT, SENT), RECEIVED);
    any.arrived(measured("event", 1, 2), RECEIVED);

    BackendBook book = any.book("test", true, true, 1, null);
    assertThat(book.runId()).isEqualTo("cd34");
    assertThat(book.strangers().foreign()).isEqualTo(1);
  }

  @Test
  void aStampThatSaysWhatCannotBeCountsAsNone() {
    arrive(measured("nonsense", 1, 1));
    arrive(measured("event", DEVICES, 1));
    arrive(measured("event", -1, 1));
    arrive(measured("event", 1, -1));
    ledger.unstamped();

    assertThat(book().strangers().unstamped()).isEqualTo(5);
    assertThat(book().flows().get("event").measured().records()).isZero();
  }

  @Test
  void allFlowsStandInTheBookFromTheStart() {
    assertThat(book().flows()).containsOnlyKeys(FLOWS);
  }

  @Test
  void refusedCommandsOfAnotherRunAreForeign() {
    ledger.refused("commandQuery", RunId.parse("ab12"), 4);
    ledger.refused("commandQuery", RunId.parse("ffff"), 5);

    assertThat(book().flows().get("commandQuery").commands().refused().contains(4)).isTrue();
    assertThat(book().flows().get("commandQuery").commands().refused().size()).isEqualTo(1);
    assertThat(book().strangers().foreign()).isEqualTo(1);
  }

  @Test
  void aBookDoesNotChangeWithTheLedger() {
    BackendBook before = book();
    arrive(measured("event", 1, 1));
    ledger.written("commandQuery", 1);
    ledger.writeFailed("commandQuery", "timeout");

    assertThat(before.flows().get("event").received().size()).isZero();
    assertThat(before.flows().get("commandQuery").commands().written().size()).isZero();
    assertThat(before.flows().get("commandQuery").commands().writeFailed()).isEmpty();
  }

  @Test
  void whatTheStoreHoldsIsKeptApartFromWhatArrived() {
    ArrivalLedger reading = ledger.withStoreOf(List.of("event"));
    arrive(measured("event", 1, 1));

    assertThat(reading.stored(measured("event", 1, 2))).isEqualTo(Arrival.FIRST);
    assertThat(reading.stored(measured("event", 1, 2))).isEqualTo(Arrival.DUPLICATE);
    assertThat(reading.stored(measured("event", DEVICES, 3))).isEqualTo(Arrival.UNSTAMPED);
    assertThat(reading.stored(new Stamp(RunId.parse("ffff"), "event", Period.MEASURED, 1, 4, 0, 0)))
        .isEqualTo(Arrival.FOREIGN);

    StoredMessages stored = book().flows().get("event").stored();
    assertThat(stored.rows()).isEqualTo(2);
    assertThat(stored.numbers().contains(2)).isTrue();
    assertThat(stored.numbers().size()).isEqualTo(1);
    assertThat(stored.twice().size()).isEqualTo(1);
    assertThat(book().flows().get("event").received().contains(2)).isFalse();
    assertThat(book().strangers()).isEqualTo(new BackendBook.Strangers(1, 1));
  }

  @Test
  void aFlowWithoutAStoreHasNoneInTheBook() {
    ledger.withStoreOf(List.of("event"));

    assertThat(book().flows().get("event").stored().rows()).isZero();
    assertThat(book().flows().get("telemetry").stored()).isNull();
    assertThatThrownBy(() -> ledger.stored(measured("telemetry", 1, 1)))
        .hasMessageContainingAll("flow telemetry", "withStore()");
  }

  @Test
  void recentIsWhatCameSinceTheLastLook() {
    arrive(measured("event", 1, 1));
    assertThat(ledger.recent().get("event").records()).isEqualTo(1);
    assertThat(ledger.recent().get("event")).isEqualTo(new Recent(0, null));
  }

  private Arrival arrive(Stamp stamp) {
    return ledger.arrived(stamp, RECEIVED);
  }

  private BackendBook book() {
    return ledger.book("test", true, true, 1, null);
  }

  private static Stamp measured(String flow, int device, int n) {
    return new Stamp(RunId.parse("ab12"), flow, Period.MEASURED, device, n, SENT, SENT);
  }

  @Test
  void whatAMessageIsNotAsItWasSentIsKeptByItsNumber() {
    Stamp own = measured("event", 1, 7);
    ledger.arrived(own, 10);
    ledger.flawed(own, Flaw.MISDELIVERED);
    ledger.flawed(own, Flaw.ALTERED);
    Stamp other = measured("event", 2, 8);
    ledger.arrived(other, 10);
    ledger.flawed(other, Flaw.ALTERED);

    FlawedMessages flawed = book().flows().get("event").flawed();
    assertThat(flawed.misdelivered().size()).isEqualTo(1);
    assertThat(flawed.misdelivered().contains(7)).isTrue();
    assertThat(flawed.altered().size()).isEqualTo(2);
    assertThat(book().flows().get("telemetry").flawed().altered().size()).isZero();
  }
}
