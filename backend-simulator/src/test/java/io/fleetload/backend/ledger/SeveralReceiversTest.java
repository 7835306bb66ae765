// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Arrival;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.time.Leg;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages that several receivers must get. */
class SeveralReceiversTest {
  private static final RunId RUN = RunId.parse("ab12");
  private static final long SENT = 1_000_000_000L;
  private static final long RECEIVED = SENT + 5_000_000L;

  private final ArrivalLedger ledger =
      new ArrivalLedger(
              List.of("write", "read", "answer"),
              Map.of("answer", "write"),
              10,
              RUN,
              ClockWatch.ofThisHost())
          .withReceivers(Map.of("write", 3, "read", 1, "answer", 2));

  @Test
  void theFirstCopyAtEachReceiverIsNoDuplicate() {
    assertThat(arrive(7, 0)).isEqualTo(Arrival.FIRST);
    assertThat(arrive(7, 2)).isEqualTo(Arrival.FIRST);
    assertThat(arrive(7, 2)).isEqualTo(Arrival.DUPLICATE);

    BackendBook.BackendFlow write = flow("write");
    assertThat(write.measured()).isEqualTo(new ReceiptCounts(3, 1, 0));
    assertThat(write.received().size()).isEqualTo(1);
    assertThat(write.endToEnd().count()).isEqualTo(2);
    assertThat(write.troubles()).containsExactly(Map.entry(1, new BackendBook.DeviceTrouble(1, 0)));
    assertThat(write.receivers())
        .extracting(ReceiverBook::measured)
        .containsExactly(
            new ReceiptCounts(1, 0, 0), ReceiptCounts.NONE, new ReceiptCounts(2, 1, 0));
    assertThat(write.receivers().get(1).received().size()).isZero();
    assertThat(write.receivers().get(2).received().contains(7)).isTrue();
  }

  @Test
  void anOvertakenMessageIsOutOfOrderAtThatReceiverOnly() {
    arrive(3, 0);
    arrive(9, 0);
    arrive(9, 1);
    arrive(3, 1);
    ledger.arrived(stamp("write", Period.MEASURED, 2, 5), RECEIVED, 1);

    assertThat(flow("write").receivers())
        .extracting(each -> each.measured().outOfOrder())
        .containsExactly(0L, 1L, 0L);
    assertThat(flow("write").measured().outOfOrder()).isEqualTo(1);
  }

  @Test
  void eachReceiverHasItsOwnTimes() {
    ledger.arrived(stamp("write", Period.WARM_UP, 1, 0), SENT + 9_000_000, 0);
    ledger.arrived(stamp("write", Period.MEASURED, 1, 1), SENT + 1_000_000, 0);
    ledger.arrived(stamp("write", Period.MEASURED, 1, 2), SENT + 3_000_000, 0);
    ledger.arrived(stamp("write", Period.MEASURED, 1, 1), SENT - 1_000, 1);

    assertThat(flow("write").receivers())
        .extracting(ReceiverBook::times)
        .containsExactly(
            new ReceiverBook.ReceiverTimes(2, 4_000_000, 3_000_000),
            new ReceiverBook.ReceiverTimes(1, -1_000, -1_000),
            ReceiverBook.UNTIMED);
    assertThat(flow("write").receivers().get(0).warmUp()).isEqualTo(new ReceiptCounts(1, 0, 0));
  }

  @Test
  void eachReceiverKnowsWhichMessagesHadTheMarkOfTheWarmUp() {
    ledger.arrived(stamp("write", Period.WARM_UP, 1, 0), SENT, 0);
    ledger.arrived(stamp("write", Period.MEASURED, 1, 0), SENT, 1);

    assertThat(flow("write").receivers())
        .extracting(each -> each.asWarmUp().contains(0))
        .containsExactly(true, false, false);
  }

  @Test
  void aFlowWithOneReceiverIsKeptAsBefore() {
    ledger.arrived(stamp("read", Period.MEASURED, 1, 4), RECEIVED);

    assertThat(flow("read").receivers()).isNull();
    assertThat(flow("read").received().contains(4)).isTrue();
    assertThat(ledger.figures().flows().get("read").receivers()).isEqualTo(1);
  }

  @Test
  void aReceiverThatAFlowDoesNotHaveIsAFaultOfThePack() {
    assertThatThrownBy(() -> arrive(1, 3))
        .hasMessageContainingAll("receiver 3 ", "flow write", "withReceivers(3)");
    assertThatThrownBy(() -> ledger.arrived(stamp("read", Period.MEASURED, 1, 1), RECEIVED, -1))
        .hasMessageContainingAll("receiver -1 ", "flow read", "withReceivers(1)");
    assertThat(flow("write").measured().records()).isZero();
  }

  @Test
  void whatIsToldMeanwhileCountsAMessageOnceItsLastReceiverHasIt() {
    arrive(1, 0);
    arrive(1, 1);
    arrive(2, 0);
    arrive(2, 0);
    assertThat(ledger.figures().receiptsSoFar()).isEqualTo(new ToolEvent.Receipts(0, 1, 0));

    arrive(1, 2);
    ledger.arrived(stamp("read", Period.MEASURED, 1, 1), RECEIVED);
    assertThat(ledger.figures().receiptsSoFar()).isEqualTo(new ToolEvent.Receipts(2, 1, 0));
    assertThat(ledger.recent().get("write").records()).isEqualTo(5);
  }

  @Test
  void theWayOfACommandIsTimedOnceAlsoWhereItsAnswerHasSeveralReceivers() {
    Stamp answer =
        stamp("answer", Period.MEASURED, 1, 1).with(new Stamp.Legs(1, 2, 3, SENT - 1_000_000));
    ledger.arrived(answer, RECEIVED, 1);
    ledger.arrived(answer, RECEIVED, 0);

    assertThat(flow("write").commands().legs().get(Leg.WHOLE.key()).count()).isEqualTo(1);
  }

  @Test
  void aBookDoesNotChangeWithTheLedger() {
    BackendBook.BackendFlow before = flow("write");
    arrive(1, 1);

    assertThat(before.receivers().get(1).received().size()).isZero();
    assertThat(before.receivers().get(1).measured()).isEqualTo(ReceiptCounts.NONE);
  }

  private Arrival arrive(int n, int receiver) {
    return ledger.arrived(stamp("write", Period.MEASURED, 1, n), RECEIVED, receiver);
  }

  private BackendBook.BackendFlow flow(String name) {
    return ledger.book("test", true, true, 1, null).flows().get(name);
  }

  private static Stamp stamp(String flow, Period period, int device, int n) {
    return new Stamp(RUN, flow, period, device, n, SENT, SENT);
  }
}
