// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static io.fleetload.results.Books.allWell;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.receivers;
import static io.fleetload.results.Books.senders;
import static io.fleetload.results.Books.with;
import static io.fleetload.results.Books.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.confidence.ShareConfidence;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The third place of a message: the store behind the target. */
class StoreLedgerTest {
  private static final int MEASURED = TO - FROM;
  private static final MessageSet NONE = new MessageSet();

  private static BackendBook.BackendFlow received(MessageSet numbers, StoredMessages stored) {
    MessageSet measured = numbers.between(FROM, TO);
    return Books.receiver(numbers, measured.size(), 0).with(stored);
  }

  private static StoredMessages once(MessageSet numbers) {
    return new StoredMessages(numbers.size(), numbers, NONE);
  }

  private static Result result(StoredMessages telemetry, String... own) {
    return Result.join(
        Books.device(senders()),
        Books.backend(with(receivers(), "telemetry", received(numbers(0, TO), telemetry))),
        List.of(own).stream().map(Threshold::parse).toList());
  }

  @Test
  void aFlowWhoseStoreIsNotReadHasNoThirdPlace() {
    Ledger ledger = Ledger.join(Books.sender(), Books.receiver());
    assertThat(ledger.store()).isNull();
    assertThat(ResultFiles.tree(ledger).has("store")).isFalse();
  }

  @Test
  void aStoreThatIsReadAndEmptyHasLostAll() {
    Ledger ledger = Ledger.join(Books.sender(), received(numbers(0, TO), once(NONE)));
    assertThat(ledger.store())
        .isEqualTo(
            new StoreLedger(
                0,
                MEASURED,
                MEASURED,
                0,
                0,
                0,
                Books.FLAWLESS,
                0.0,
                ShareConfidence.of(0, MEASURED)));
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void everyPeriodHasItsOwnThirdPlace() {
    BackendBook.BackendFlow oneOfEach =
        received(numbers(0, TO), once(without(without(numbers(0, TO), 3), 50)));
    assertThat(Ledger.join(Books.sender(), oneOfEach).store())
        .isEqualTo(
            new StoreLedger(
                MEASURED - 1,
                1,
                1,
                0,
                0,
                0,
                Books.FLAWLESS,
                0.9875,
                ShareConfidence.of(MEASURED - 1, MEASURED)));
    assertThat(Ledger.ofWarmUp(Books.sender(), oneOfEach).store())
        .isEqualTo(
            new StoreLedger(
                FROM - 1,
                1,
                1,
                0,
                0,
                0,
                new Flaws(0L, 0L, null),
                0.95,
                ShareConfidence.of(FROM - 1, FROM)));
  }

  /** Message by message, what the sets say by comparison. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void drawnCasesBalanceMessageByMessage(long seed) {
    Random random = new Random(seed);
    boolean[][] fate = new boolean[5][TO];
    for (int n = 0; n < TO; n++) {
      fate[0][n] = random.nextInt(10) > 0;
      fate[1][n] = fate[0][n] && random.nextInt(8) > 0;
      fate[2][n] = fate[0][n] && random.nextInt(6) > 0;
      fate[3][n] = fate[0][n] && random.nextInt(5) > 0;
      fate[4][n] = fate[3][n] && random.nextInt(4) == 0;
    }
    MessageSet sent = drawn(fate[0]);
    MessageSet ok = drawn(fate[1]);
    MessageSet arrived = drawn(fate[2]);
    MessageSet held = drawn(fate[3]);
    MessageSet twice = drawn(fate[4]);
    Ledger ledger =
        Ledger.join(
            Books.sender(counts(sent, ok), sent, ok),
            received(arrived, new StoredMessages(held.size() + twice.size(), held, twice)));

    StoreLedger store = ledger.store();
    assertThat(store.stored()).isEqualTo(count(n -> fate[1][n] && fate[3][n]));
    assertThat(store.lost()).isEqualTo(count(n -> fate[1][n] && !fate[3][n]));
    assertThat(store.receivedNotStored()).isEqualTo(count(n -> fate[2][n] && !fate[3][n]));
    assertThat(store.storedNotReceived()).isEqualTo(count(n -> fate[3][n] && !fate[2][n]));
    assertThat(store.storedUnconfirmed()).isEqualTo(count(n -> fate[3][n] && !fate[1][n]));
    assertThat(store.storedTwice()).isEqualTo(count(n -> fate[4][n]));
    assertThat(store.stored() + store.lost())
        .isEqualTo(ledger.messages().delivered() + ledger.messages().lost());
    assertThat(store.stored() + store.storedUnconfirmed() + store.receivedNotStored())
        .isEqualTo(
            ledger.messages().delivered()
                + ledger.messages().deliveredUnconfirmed()
                + store.storedNotReceived());
    assertThat(ledger.unaccounted()).isZero();
  }

  private static MessageSet drawn(boolean[] fate) {
    MessageSet set = new MessageSet();
    IntStream.range(0, TO).filter(n -> fate[n]).forEach(set::add);
    return set;
  }

  private static long count(IntPredicate fate) {
    return IntStream.range(FROM, TO).filter(fate).count();
  }

  private static FlowCounts counts(MessageSet sent, MessageSet ok) {
    long left = sent.between(FROM, TO).size();
    long went = ok.between(FROM, TO).size();
    return new FlowCounts(
        MEASURED,
        left,
        left,
        went,
        Map.of("transport.timeout", left - went),
        Map.of("deviceBusy", MEASURED - left),
        0,
        0);
  }

  @Test
  void aRowOfAMessageThatNoDeviceSentIsInvented() {
    MessageSet sent = without(numbers(0, TO), 40);
    FlowCounts oneNotSent = counts(sent, sent);
    Ledger ledger =
        Ledger.join(Books.sender(oneNotSent, sent, sent), received(sent, once(numbers(0, TO))));
    assertThat(ledger.store().flaws().invented()).isEqualTo(1);
    assertThat(ledger.flaws().invented()).isZero();
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aRowThatSaysSomethingElseIsNamedByPeriod() {
    StoredMessages flawed =
        new StoredMessages(
            TO,
            numbers(0, TO),
            NONE,
            new FlawedMessages(numbers(FROM - 1, FROM + 2), numbers(FROM, FROM + 1)));
    Ledger ledger = Ledger.join(Books.sender(), received(numbers(0, TO), flawed));
    assertThat(ledger.store().flaws()).isEqualTo(new Flaws(2L, 1L, 0L));
  }

  @Test
  void rowsThatTheMessagesDoNotExplainAreUnaccounted() {
    MessageSet all = numbers(0, TO);
    MessageSet one = numbers(50, 51);
    List<StoredMessages> tampered =
        List.of(
            new StoredMessages(TO + 1, all, NONE),
            new StoredMessages(TO - 1, all, NONE),
            new StoredMessages(TO, all, one),
            new StoredMessages(TO, without(all, 50), one));
    assertThat(tampered)
        .allSatisfy(
            each ->
                assertThat(Ledger.join(Books.sender(), received(all, each)).unaccounted())
                    .isPositive());
    // How often one of them is there is not kept.
    assertThat(
            Ledger.join(Books.sender(), received(all, new StoredMessages(TO + 7, all, one)))
                .unaccounted())
        .isZero();
  }

  @Test
  void aRemainderInTheStoreMakesTheRunInvalid() {
    assertThat(result(new StoredMessages(TO + 1, numbers(0, TO), NONE)).verdict().code())
        .isEqualTo(ExitCode.LEDGER_UNBALANCED);
  }

  @Test
  void whatIsConfirmedAndNotStoredCrossesUnlessTheProfileAllowsIt() {
    StoredMessages oneMissing = once(without(numbers(0, TO), 50));
    Verdict crossed = result(oneMissing).verdict();
    assertThat(crossed.code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(crossed.reasons())
        .singleElement()
        .asString()
        .containsSubsequence("default", "\"ledger.store.lost == 0\"", "ledger.store.lost", "1");
    assertThat(
            result(
                    oneMissing,
                    "flows.telemetry.ledger.store.share >= 98%",
                    "ledger.store.lost <= 1")
                .verdict()
                .code())
        .isEqualTo(ExitCode.PASSED);
  }

  @Test
  void whatIsStoredTwiceCrosses() {
    assertThat(
            result(new StoredMessages(TO + 2, numbers(0, TO), numbers(60, 62))).verdict().reasons())
        .singleElement()
        .asString()
        .containsSubsequence(
            "default", "\"ledger.store.storedTwice == 0\"", "ledger.store.storedTwice", "2");
  }

  @Test
  void theTotalIsOfTheFlowsWhoseStoreIsRead() {
    assertThat(result(once(without(numbers(0, TO), 50))).figures().ledger().store())
        .isEqualTo(
            new StoreLedger(
                MEASURED - 1,
                1,
                1,
                0,
                0,
                0,
                Books.FLAWLESS,
                0.9875,
                ShareConfidence.of(MEASURED - 1, MEASURED)));
    assertThat(Books.ledger(1, 2, 3, 4, 5, 6L).store()).isNull();
  }

  @Test
  void oneLostOfMillionsIsNotAll() {
    assertThat(share(9_999_999, 1)).isEqualTo(0.9999999);
    assertThat(share(2_000_000_000, 1)).isEqualTo(0.99999999);
    assertThat(share(29, 71)).isEqualTo(0.29);
    assertThat(share(5, 0)).isEqualTo(1);
    assertThat(share(0, 0)).isNull();
  }

  private static Double share(long stored, long lost) {
    return StoreLedger.sum(
            List.of(new StoreLedger(stored, lost, 0, 0, 0, 0, Books.FLAWLESS, null, null)))
        .share();
  }

  @Test
  void theDevicesAreNamedWhoseMessagesTheStoreLacksOrHasTwice() {
    DeviceBook.DeviceFlow sender = Books.sender();
    DeviceBook.DeviceFlow named =
        new DeviceBook.DeviceFlow(
            sender.terms(),
            new FlowNumbers(FROM, TO, new RoundRobin(10, 0, "device-{index}")),
            new FlowTotals(
                allWell(FROM), allWell(MEASURED), Books.millis(1), Books.millis(1), null, 0),
            sender.sent(),
            sender.ok(),
            sender.withoutCommand(),
            sender.perSecond(),
            null,
            null);
    WorstDevices worst = new WorstDevices();
    worst.add(
        named,
        received(
            numbers(0, TO),
            new StoredMessages(TO - 1, without(without(numbers(0, TO), 3), 57), numbers(61, 62))));
    String lacking = named.numbering().turns().name(named.numbering().turns().device(57));
    String doubled = named.numbering().turns().name(named.numbering().turns().device(61));

    assertThat(worst.worst())
        .containsExactlyInAnyOrder(
            new WorstDevices.Device(lacking, null, 0, 0, 0, 0, 0, 0, 1L, 0L),
            new WorstDevices.Device(doubled, null, 0, 0, 0, 0, 0, 0, 0L, 1L));
  }

  @Test
  void partsOfTheStoreAddUpToTheWholeWhereverItIsCut() {
    Random random = new Random(5);
    for (int round = 0; round < 50; round++) {
      StoredMessages sum = once(NONE);
      MessageSet seen = new MessageSet();
      MessageSet again = new MessageSet();
      for (int part = 0; part < 4; part++) {
        MessageSet numbers = new MessageSet();
        MessageSet twice = new MessageSet();
        int rows = random.nextInt(200);
        for (int row = 0; row < rows; row++) {
          int n = random.nextInt(TO);
          if (!numbers.add(n)) {
            twice.add(n);
          }
          if (!seen.add(n)) {
            again.add(n);
          }
        }
        sum = sum.plus(new StoredMessages(rows, numbers, twice));
      }
      assertThat(sum.numbers().minus(seen).size() + seen.minus(sum.numbers()).size()).isZero();
      assertThat(sum.twice().minus(again).size() + again.minus(sum.twice()).size()).isZero();
      assertThat(sum.remainder()).isZero();
    }
  }
}
