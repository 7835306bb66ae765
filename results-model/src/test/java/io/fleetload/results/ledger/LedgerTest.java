// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static io.fleetload.results.Books.allWell;
import static io.fleetload.results.Books.counts;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.receiver;
import static io.fleetload.results.Books.sender;
import static io.fleetload.results.Books.without;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.run.MessageSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

  private static final int MEASURED = TO - FROM;

  @TempDir private Path directory;

  @Test
  void everyMessageThatBothSidesSawIsDelivered() {
    assertThat(Ledger.join(sender(), receiver())).isEqualTo(Books.ledger(MEASURED, 0, 0, 0, 0, 0L));
  }

  @Test
  void aConfirmedMessageThatNeverArrivedIsLost() {
    Ledger ledger = Ledger.join(sender(), receiver(without(numbers(0, TO), 50), MEASURED - 1, 0));
    assertThat(ledger).isEqualTo(Books.ledger(MEASURED - 1, 1, 0, 0, 0, 0L));
  }

  @Test
  void aLossCannotHideBehindAnUnconfirmedDelivery() {
    // 30 arrived though its device saw a timeout; 50 was confirmed and never arrived. By count,
    // 79 confirmed and 79 received would look like a clean run.
    FlowCounts oneFailed =
        new FlowCounts(
            MEASURED,
            MEASURED,
            MEASURED,
            MEASURED - 1,
            Map.of("transport.timeout", 1L),
            Map.of(),
            0,
            0);
    Ledger ledger =
        Ledger.join(
            sender(oneFailed, numbers(0, TO), without(numbers(0, TO), 30)),
            receiver(without(numbers(0, TO), 50), MEASURED - 1, 0));
    assertThat(ledger).isEqualTo(Books.ledger(MEASURED - 2, 1, 1, 0, 0, 0L));
  }

  @Test
  void whatCameLateIsDeliveredAndSoTheLedgerStillBalances() {
    FlowCounts oneFailed =
        new FlowCounts(
            MEASURED,
            MEASURED,
            MEASURED,
            MEASURED - 1,
            Map.of("transport.timeout", 1L),
            Map.of(),
            0,
            0);
    BackendBook.BackendFlow arrived =
        receiver(without(numbers(0, TO), 50), MEASURED - 1, 0)
            .withLate(numbers(FROM - 2, FROM + 3).or(numbers(30, 31)));
    DeviceBook.DeviceFlow device = sender(oneFailed, numbers(0, TO), without(numbers(0, TO), 30));

    Ledger ledger = Ledger.join(device, arrived);

    assertThat(ledger.messages().late()).as("the unconfirmed one is not").isEqualTo(3);
    assertThat(ledger.messages().delivered() + ledger.messages().lost()).isEqualTo(MEASURED - 1);
    assertThat(ledger.messages().lost()).isEqualTo(1);
    assertThat(ledger.messages().deliveredUnconfirmed()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
    assertThat(Ledger.ofWarmUp(device, arrived).messages().late()).isEqualTo(2);
  }

  @Test
  void aMessageThatOneOfItsReceiversNeverGotIsLostAndNotLate() {
    BackendBook.BackendFlow arrived =
        Books.receivedAt(Books.at(numbers(0, TO)), Books.at(without(numbers(0, TO), 50)))
            .withLate(numbers(50, 52));

    Ledger ledger = Ledger.join(sender(), arrived);

    assertThat(ledger.messages().lost()).isEqualTo(1);
    assertThat(ledger.messages().late()).isEqualTo(1);
  }

  @Test
  void theBookOfAnEarlierVersionDoesNotKnowWhatCameLate() throws Exception {
    ObjectNode book = (ObjectNode) ResultFiles.tree(Books.backend(Books.receivers()));
    book.path("flows").forEach(flow -> ((ObjectNode) flow).remove("late"));
    Path file = directory.resolve(BackendBook.FILE);
    Files.writeString(file, book.toString());

    BackendBook read = ResultFiles.read(file, BackendBook.class);
    Result result = Result.join(Books.device(Books.senders()), read, List.of());

    assertThat(result.figures().ledger().messages().delivered()).isEqualTo(4L * MEASURED);
    assertThat(result.figures().ledger().messages().late()).isNull();
    assertThat(ResultFiles.tree(result).path("ledger").has("late")).isFalse();
  }

  @Test
  void whatHappensInTheWarmUpIsNotInTheLedger() {
    Ledger ledger = Ledger.join(sender(), receiver(without(numbers(0, TO), 3), MEASURED, 0));
    assertThat(ledger).isEqualTo(Books.ledger(MEASURED, 0, 0, 0, 0, 0L));
  }

  @Test
  void theWarmUpHasALedgerOfItsOwn() {
    BackendBook.BackendFlow arrived =
        new BackendBook.BackendFlow(
            new BackendBook.ReceiptCounts(FROM, 1, 2),
            new BackendBook.ReceiptCounts(MEASURED, 0, 0),
            Books.millis(1),
            without(numbers(0, TO), 3),
            Map.of(),
            null,
            null,
            null,
            null);
    Ledger warmUp = Ledger.ofWarmUp(sender(), arrived);
    assertThat(warmUp.messages().delivered()).isEqualTo(FROM - 1);
    assertThat(warmUp.messages().lost()).isEqualTo(1);
    assertThat(warmUp.messages().duplicate()).isEqualTo(1);
    assertThat(warmUp.messages().outOfOrder()).isEqualTo(2);
    assertThat(warmUp.flaws()).isEqualTo(new Flaws(0L, 0L, null));
    assertThat(warmUp.unaccounted()).isZero();
  }

  @Test
  void duplicatesAndDisorderAreTakenFromTheBackend() {
    BackendBook.BackendFlow twice =
        new BackendBook.BackendFlow(
            new BackendBook.ReceiptCounts(FROM, 5, 5),
            new BackendBook.ReceiptCounts(MEASURED + 2, 2, 3),
            Books.millis(1),
            numbers(0, TO),
            Map.of(),
            null,
            null,
            null,
            null);
    assertThat(Ledger.join(sender(), twice)).isEqualTo(Books.ledger(MEASURED, 0, 0, 2, 3, 0L));
  }

  @Test
  void aMessageThatArrivesAndThatNoDeviceSentIsInvented() {
    FlowCounts oneNotSent =
        new FlowCounts(
            MEASURED,
            MEASURED - 1,
            MEASURED - 1,
            MEASURED - 1,
            Map.of(),
            Map.of("runEnded", 1L),
            0,
            0);
    MessageSet sent = without(numbers(0, TO), 40);
    Ledger ledger = Ledger.join(sender(oneNotSent, sent, sent), receiver());
    assertThat(ledger.flaws().invented()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aNumberBehindTheLastOneIsInventedOnce() {
    MessageSet received = numbers(0, TO);
    received.add(TO + 1_000);
    Ledger ledger = Ledger.join(sender(), receiver(received, MEASURED + 1, 0));
    assertThat(ledger.flaws()).isEqualTo(new Flaws(0L, 0L, 1L));
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aMessageThatArrivesWithTheMarkOfAnotherPeriodIsAltered() {
    BackendBook.BackendFlow moved =
        new BackendBook.BackendFlow(
            new BackendBook.ReceiptCounts(FROM + 3, 0, 0),
            new BackendBook.ReceiptCounts(MEASURED - 3, 0, 0),
            Books.millis(1),
            numbers(0, TO),
            Map.of(),
            null,
            null,
            null,
            null);
    Ledger ledger = Ledger.join(sender(), moved);
    assertThat(ledger.flaws()).isEqualTo(new Flaws(0L, 3L, 0L));
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aMessageThatArrivesOtherwiseThanItWasSentIsCountedByItsPeriod() {
    BackendBook.BackendFlow flawed =
        receiver().with(new FlawedMessages(numbers(FROM - 2, FROM + 1), numbers(FROM, FROM + 5)));
    assertThat(Ledger.join(sender(), flawed).flaws()).isEqualTo(new Flaws(1L, 5L, 0L));
    assertThat(Ledger.ofWarmUp(sender(), flawed).flaws()).isEqualTo(new Flaws(2L, 0L, null));
    assertThat(Ledger.join(sender(), flawed).messages().delivered()).isEqualTo(MEASURED);
  }

  @Test
  void aConfirmationOfAMessageThatWasNeverSentIsUnaccounted() {
    MessageSet sent = without(numbers(0, TO), 40);
    // One for the confirmation, one for the count of sent messages that the set does not bear out.
    Ledger ledger =
        Ledger.join(
            sender(allWell(MEASURED), sent, numbers(0, TO)), receiver(sent, MEASURED - 1, 0));
    assertThat(ledger.unaccounted()).isEqualTo(2);
  }

  @Test
  void everyCountOfTheDeviceSideThatIsOffByOneIsUnaccounted() {
    FlowCounts good = allWell(MEASURED);
    List<FlowCounts> tampered =
        List.of(
            counts(good.scheduled() + 1, good.sent(), good.ok(), 0),
            counts(good.scheduled() - 1, good.sent(), good.ok(), 0),
            counts(good.scheduled(), good.sent() + 1, good.ok(), 0),
            counts(good.scheduled(), good.sent() - 1, good.ok(), 0),
            counts(good.scheduled(), good.sent(), good.ok() + 1, 0),
            counts(good.scheduled(), good.sent(), good.ok() - 1, 0),
            counts(good.scheduled(), good.sent(), good.ok(), 1),
            new FlowCounts(
                MEASURED,
                MEASURED,
                MEASURED,
                MEASURED,
                Map.of("transport.reset", 1L),
                Map.of(),
                0,
                0),
            new FlowCounts(
                MEASURED, MEASURED, MEASURED, MEASURED, Map.of(), Map.of("deviceBusy", 1L), 0, 0));
    assertThat(tampered)
        .allSatisfy(
            each ->
                assertThat(
                        Ledger.join(sender(each, numbers(0, TO), numbers(0, TO)), receiver())
                            .unaccounted())
                    .isPositive());
  }

  @Test
  void tamperedCountsThatCancelOutStillShowAgainstTheSets() {
    FlowCounts oneLess = allWell(MEASURED - 1);
    assertThat(oneLess.remainder()).isZero();
    assertThat(
            Ledger.join(sender(oneLess, numbers(0, TO), numbers(0, TO)), receiver()).unaccounted())
        .isEqualTo(2);
  }

  @Test
  void everyCountOfTheBackendThatIsOffByOneIsUnaccounted() {
    assertThat(Ledger.join(sender(), receiver(numbers(0, TO), MEASURED + 1, 0)).unaccounted())
        .isEqualTo(1);
    assertThat(Ledger.join(sender(), receiver(numbers(0, TO), MEASURED - 1, 0)).unaccounted())
        .isEqualTo(1);
    assertThat(Ledger.join(sender(), receiver(numbers(0, TO), MEASURED, 1)).unaccounted())
        .isEqualTo(1);
  }

  @Test
  void theTotalIsTheSumOfEachField() {
    List<Ledger> flows =
        List.of(Books.ledger(1, 2, 3, 4, 5, 6L), Books.ledger(10, 20, 30, 40, 50, 60L));
    assertThat(LedgerTotal.of(flows, 100L, 9, Books.backend(Books.receivers(), 7, 8)))
        .isEqualTo(
            new LedgerTotal(
                new Ledger.MessageCounts(11L, 22L, 0L, null, 33L, 44L, 55L),
                new Flaws(0L, 0L, 9L),
                166L,
                7L,
                8L,
                null,
                null));
  }
}
