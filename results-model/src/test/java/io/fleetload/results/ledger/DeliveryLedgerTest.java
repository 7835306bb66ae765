// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static io.fleetload.results.Books.at;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.receivedAt;
import static io.fleetload.results.Books.receivers;
import static io.fleetload.results.Books.sender;
import static io.fleetload.results.Books.senders;
import static io.fleetload.results.Books.with;
import static io.fleetload.results.Books.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.confidence.ShareConfidence;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.verdict.FigureNames;
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

/** Messages that several receivers must get. */
class DeliveryLedgerTest {
  private static final int MEASURED = TO - FROM;
  private static final MessageSet ALL = numbers(0, TO);

  private static Result result(BackendBook.BackendFlow telemetry, String... own) {
    return Result.join(
        Books.device(senders()),
        Books.backend(with(receivers(), "telemetry", telemetry)),
        List.of(own).stream().map(Threshold::parse).toList());
  }

  private static ReceiverBook counting(
      MessageSet received, long records, long duplicate, long outOfOrder) {
    return new ReceiverBook(
        new BackendBook.ReceiptCounts(FROM, 0, 0),
        new BackendBook.ReceiptCounts(records, duplicate, outOfOrder),
        received,
        ReceiverBook.UNTIMED);
  }

  @Test
  void aFlowWithOneReceiverHasNoDeliveries() {
    Ledger ledger = Ledger.join(sender(), Books.receiver());
    assertThat(ledger.deliveries()).isNull();
    assertThat(ResultFiles.tree(ledger).has("deliveries")).isFalse();
    assertThat(ResultFiles.tree(Books.receiver()).has("receivers")).isFalse();
  }

  @Test
  void aMessageIsDeliveredOnceAllItsReceiversHaveIt() {
    Ledger all = Ledger.join(sender(), receivedAt(at(ALL), at(ALL), at(ALL)));
    assertThat(all.messages().delivered()).isEqualTo(MEASURED);
    assertThat(all.deliveries().receivers()).isEqualTo(3);
    assertThat(all.deliveries().expected()).isEqualTo(3L * MEASURED);
    assertThat(all.deliveries().share()).isEqualTo(1);

    Ledger one =
        Ledger.join(
            sender(), receivedAt(at(ALL), at(without(without(ALL, 50), 51)), at(without(ALL, 51))));
    assertThat(one.messages().delivered()).isEqualTo(MEASURED - 2);
    assertThat(one.messages().lost()).isEqualTo(2);
    assertThat(one.deliveries().delivered()).isEqualTo(3L * MEASURED - 3);
    assertThat(one.deliveries().lost()).isEqualTo(3);
    assertThat(one.deliveries().partlyDelivered()).isEqualTo(2);
    assertThat(one.deliveries().share()).isEqualTo(0.9875);
    assertThat(one.unaccounted()).isZero();
  }

  @Test
  void whatNoReceiverGotIsLostAndNotPartlyDelivered() {
    MessageSet oneLess = without(ALL, 50);
    Ledger ledger = Ledger.join(sender(), receivedAt(at(oneLess), at(oneLess)));
    assertThat(ledger.messages().lost()).isEqualTo(1);
    assertThat(ledger.deliveries().lost()).isEqualTo(2);
    assertThat(ledger.deliveries().partlyDelivered()).isZero();
  }

  /** Delivery by delivery, what the sets say by comparison. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void drawnCasesBalanceDeliveryByDelivery(long seed) {
    Random random = new Random(seed);
    int count = 2 + random.nextInt(5);
    boolean[] left = new boolean[TO];
    boolean[] went = new boolean[TO];
    boolean[][] there = new boolean[count][TO];
    for (int n = 0; n < TO; n++) {
      left[n] = random.nextInt(10) > 0;
      went[n] = left[n] && random.nextInt(8) > 0;
      for (boolean[] each : there) {
        each[n] = left[n] && random.nextInt(6) > 0;
      }
    }
    MessageSet sent = drawn(left);
    MessageSet ok = drawn(went);
    long sentMeasured = sent.between(FROM, TO).size();
    long okMeasured = ok.between(FROM, TO).size();
    FlowCounts counts =
        new FlowCounts(
            MEASURED,
            sentMeasured,
            sentMeasured,
            okMeasured,
            Map.of("transport.timeout", sentMeasured - okMeasured),
            Map.of("deviceBusy", MEASURED - sentMeasured),
            0,
            0);
    ReceiverBook[] books =
        IntStream.range(0, count).mapToObj(r -> at(drawn(there[r]))).toArray(ReceiverBook[]::new);

    Ledger ledger = Ledger.join(Books.sender(counts, sent, ok), receivedAt(books));

    IntPredicate whole = n -> IntStream.range(0, count).allMatch(r -> there[r][n]);
    IntPredicate some = n -> IntStream.range(0, count).anyMatch(r -> there[r][n]);
    DeliveryLedger deliveries = ledger.deliveries();
    assertThat(ledger.messages().delivered()).isEqualTo(count(n -> went[n] && whole.test(n)));
    assertThat(ledger.messages().lost()).isEqualTo(count(n -> went[n] && !whole.test(n)));
    assertThat(ledger.messages().deliveredUnconfirmed())
        .isEqualTo(count(n -> !went[n] && some.test(n)));
    assertThat(deliveries.expected()).isEqualTo(count(n -> went[n]) * count);
    assertThat(deliveries.delivered())
        .isEqualTo(IntStream.range(0, count).mapToLong(r -> both(went, there[r])).sum());
    assertThat(deliveries.delivered() + deliveries.lost()).isEqualTo(deliveries.expected());
    assertThat(deliveries.deliveredUnconfirmed())
        .isEqualTo(
            IntStream.range(0, count).mapToLong(r -> count(n -> !went[n] && there[r][n])).sum());
    assertThat(deliveries.partlyDelivered())
        .isEqualTo(count(n -> went[n] && some.test(n) && !whole.test(n)));
    assertThat(deliveries.worst())
        .allSatisfy(
            each ->
                assertThat(each.lost()).isEqualTo(okMeasured - both(went, there[each.receiver()])))
        .hasSize(count);
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

  private static long both(boolean[] a, boolean[] b) {
    return count(n -> a[n] && b[n]);
  }

  @Test
  void theWarmUpHasDeliveriesOfItsOwnAndNamesNobody() {
    BackendBook.BackendFlow oneOfEach = receivedAt(at(ALL), at(without(without(ALL, 3), 50)));
    assertThat(Ledger.ofWarmUp(sender(), oneOfEach).deliveries())
        .isEqualTo(
            new DeliveryLedger(
                2,
                2L * FROM,
                2L * FROM - 1,
                1,
                null,
                0,
                1,
                0.975,
                ShareConfidence.of(2L * FROM - 1, 2L * FROM),
                null));
    assertThat(Ledger.join(sender(), oneOfEach).deliveries().lost()).isEqualTo(1);
  }

  @Test
  void theReceiversAreNamedThatHadMostTroubleAndThenTheSlowest() {
    ReceiverBook[] books = new ReceiverBook[12];
    for (int r = 0; r < books.length; r++) {
      MessageSet got = r == 7 ? without(without(ALL, 40), 41) : r == 2 ? without(ALL, 40) : ALL;
      ReceiverBook book = at(got);
      books[r] =
          new ReceiverBook(
              book.warmUp(),
              book.measured(),
              got,
              new ReceiverBook.ReceiverTimes(2, (r == 5 ? 9L : 1L) * 2_000_000, 12_345_678));
    }
    books[9] = counting(ALL, MEASURED + 3, 3, 4);

    List<DeliveryLedger.Receiver> worst =
        Ledger.join(sender(), receivedAt(books)).deliveries().worst();

    assertThat(worst).hasSize(10);
    assertThat(worst.subList(0, 5))
        .containsExactly(
            new DeliveryLedger.Receiver(9, 0, 3, 4, null, null),
            new DeliveryLedger.Receiver(7, 2, 0, 0, 1.0, 12.346),
            new DeliveryLedger.Receiver(2, 1, 0, 0, 1.0, 12.346),
            new DeliveryLedger.Receiver(5, 0, 0, 0, 9.0, 12.346),
            new DeliveryLedger.Receiver(0, 0, 0, 0, 1.0, 12.346));
  }

  @Test
  void aLostDeliveryCrossesUnlessTheProfileAllowsIt() {
    BackendBook.BackendFlow oneLess = receivedAt(at(ALL), at(without(ALL, 50)));
    Verdict crossed = result(oneLess).verdict();
    assertThat(crossed.code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(crossed.reasons())
        .singleElement()
        .asString()
        .containsSubsequence("default", "\"ledger.lost == 0\"", "ledger.lost", "1");
    assertThat(
            result(
                    oneLess,
                    "ledger.lost <= 1",
                    "flows.*.ledger.deliveries.share >= 99%",
                    "ledger.deliveries.lost == 1")
                .verdict()
                .code())
        .isEqualTo(ExitCode.PASSED);
  }

  @Test
  void onlyAFlowWithSeveralReceiversHasTheirFigures() {
    FigureNames figures =
        new FigureNames(
            List.of("read", "write"),
            List.of(),
            null,
            Map.of(),
            false,
            List.of("write", "other"),
            List.of());
    assertThat(figures.has(Threshold.parse("flows.write.ledger.deliveries.lost == 0"))).isTrue();
    assertThat(figures.has(Threshold.parse("flows.read.ledger.deliveries.lost == 0"))).isFalse();
    assertThat(figures.has(Threshold.parse("flows.other.ledger.deliveries.lost == 0"))).isFalse();
    assertThat(figures.has(Threshold.parse("ledger.deliveries.share == 100%"))).isTrue();
    assertThat(
            new FigureNames(List.of("read"), List.of(), null, Map.of(), false, List.of(), List.of())
                .has(Threshold.parse("ledger.deliveries.share == 100%")))
        .isFalse();
  }

  @Test
  void arrivalsThatTheReceiversDoNotExplainMakeTheRunInvalid() {
    BackendBook.BackendFlow good = receivedAt(at(ALL), at(without(ALL, 50)));
    List<BackendBook.BackendFlow> tampered =
        List.of(
            receivedAt(counting(ALL, MEASURED + 1, 0, 0), at(ALL)),
            receivedAt(counting(ALL, MEASURED, 1, 0), at(ALL)),
            changed(good, good.received(), new BackendBook.ReceiptCounts(2L * MEASURED, 0, 0)),
            changed(good, good.received(), new BackendBook.ReceiptCounts(2L * MEASURED - 1, 0, 7)),
            changed(good, without(ALL, 60), good.measured()));
    assertThat(result(good).verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(tampered)
        .allSatisfy(
            each ->
                assertThat(result(each).verdict().code()).isEqualTo(ExitCode.LEDGER_UNBALANCED));
  }

  private static ReceiverBook marked(MessageSet asWarmUp) {
    return new ReceiverBook(
        new BackendBook.ReceiptCounts(asWarmUp.size(), 0, 0),
        new BackendBook.ReceiptCounts(TO - asWarmUp.size(), 0, 0),
        ALL,
        asWarmUp,
        ReceiverBook.UNTIMED);
  }

  @Test
  void aMessageThatComesToSeveralReceiversWithTheMarkOfAnotherPeriodIsAlteredOnce() {
    MessageSet two = numbers(0, FROM + 2);
    MessageSet another = numbers(0, FROM).or(numbers(50, 51));

    Result all = result(receivedAt(marked(two), marked(two), marked(two)));
    assertThat(all.figures().ledger().flaws()).isEqualTo(new Flaws(0L, 2L, 0L));
    assertThat(all.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    Result each = result(receivedAt(marked(two), marked(another), marked(numbers(0, FROM))));
    assertThat(each.figures().ledger().flaws()).isEqualTo(new Flaws(0L, 3L, 0L));
    Result before = result(receivedAt(marked(numbers(0, FROM)), marked(numbers(1, FROM))));
    assertThat(before.figures().ledger().flaws()).isEqualTo(new Flaws(0L, 1L, 0L));
  }

  @Test
  void whatAReceiverGetsAndNoDeviceSentIsInvented() {
    Result invented =
        result(receivedAt(at(numbers(0, TO - 1)), at(numbers(0, TO - 1).or(numbers(TO, TO + 1)))));
    assertThat(invented.figures().ledger().flaws()).isEqualTo(new Flaws(0L, 0L, 1L));
    assertThat(invented.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  private static BackendBook.BackendFlow changed(
      BackendBook.BackendFlow flow, MessageSet received, BackendBook.ReceiptCounts measured) {
    return new BackendBook.BackendFlow(
        flow.warmUp(),
        measured,
        flow.endToEnd(),
        received,
        flow.troubles(),
        null,
        null,
        null,
        flow.receivers());
  }

  @Test
  void theTotalIsOfTheFlowsWithSeveralReceivers() {
    BackendBook.BackendFlow three = receivedAt(at(ALL), at(ALL), at(without(ALL, 50)));
    assertThat(result(three).figures().ledger().deliveries())
        .isEqualTo(
            new DeliveryLedger(
                3,
                3L * MEASURED,
                3L * MEASURED - 1,
                1,
                null,
                0,
                1,
                0.99583333,
                ShareConfidence.of(3L * MEASURED - 1, 3L * MEASURED),
                null));
    DeliveryLedger two = Ledger.join(sender(), receivedAt(at(ALL), at(ALL))).deliveries();
    assertThat(
            DeliveryLedger.sum(List.of(two, Ledger.join(sender(), three).deliveries())).receivers())
        .isNull();
    assertThat(DeliveryLedger.sum(List.of())).isNull();
  }

  @Test
  void aBackendThatWasKilledSaysHowManyMessagesItReceivedAndNotHowManyDeliveries() {
    BackendBook.BackendFlow some = receivedAt(at(numbers(0, 60)), at(numbers(0, 50)));
    Result killed =
        Result.join(
            Books.device(false, Map.of("telemetry", sender()), Books.generator()),
            Books.backend(false, false, Map.of("telemetry", some)),
            List.of());
    assertThat(killed.figures().flows().get("telemetry").received()).isEqualTo(60 - FROM);
    assertThat(killed.figures().ledger()).isNull();

    Result brokenOff =
        Result.join(
            Books.device(false, Map.of("telemetry", sender()), Books.generator()),
            Books.backend(true, true, Map.of("telemetry", some)),
            List.of());
    assertThat(brokenOff.figures().ledger().unaccounted()).isNull();
    assertThat(brokenOff.figures().ledger().deliveries().delivered()).isEqualTo(60 + 50 - 2 * FROM);
  }

  @Test
  void timesAddUpAlsoWhereNoneWasPositive() {
    ReceiverBook.ReceiverTimes times = new ReceiverBook.ReceiverTimes(3, 9, 5);
    assertThat(times.plus(new ReceiverBook.ReceiverTimes(1, -4, -4)))
        .isEqualTo(new ReceiverBook.ReceiverTimes(4, 5, 5));
    assertThat(ReceiverBook.UNTIMED.plus(new ReceiverBook.ReceiverTimes(1, -4, -4)))
        .isEqualTo(new ReceiverBook.ReceiverTimes(1, -4, -4));
    assertThat(new ReceiverBook.ReceiverTimes(1, -4, -4).plus(ReceiverBook.UNTIMED).longestNanos())
        .isEqualTo(-4);
  }
}
