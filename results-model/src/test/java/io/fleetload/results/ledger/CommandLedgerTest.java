// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static io.fleetload.results.Books.allWell;
import static io.fleetload.results.Books.answerer;
import static io.fleetload.results.Books.commands;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.receiver;
import static io.fleetload.results.Books.sender;
import static io.fleetload.results.Books.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Books;
import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.MessageSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLedgerTest {
  private static final CommandLedger.CommandFlaws FLAWLESS =
      new CommandLedger.CommandFlaws(0L, 0L, 0L);

  private static final int MEASURED = TO - FROM;
  private static final MessageSet ALL = numbers(0, TO);
  private static final MessageSet ALL_BUT_50 = without(ALL, 50);

  private static DeviceBook.DeviceFlow with(MessageSet sent, MessageSet ok) {
    return sender(allWell(MEASURED), sent, ok);
  }

  private static BackendBook.BackendFlow arrived(MessageSet numbers) {
    return receiver(numbers, MEASURED, 0);
  }

  private static CommandLedger joined(
      DeviceBook.DeviceFlow query,
      DeviceBook.DeviceFlow answer,
      BackendBook.BackendFlow queryAtBackend,
      BackendBook.BackendFlow answerAtBackend,
      WrittenCommands commands) {
    return CommandLedger.of(
        Books.device(
            Map.of("query", query, "answer", answer.answering("query", ArrivedCommands.none()))),
        Books.backend(Map.of("query", queryAtBackend.with(commands), "answer", answerAtBackend)),
        BooksEnd.SAME);
  }

  /** All queries arrived; that of 50 failed without an answer. */
  private static CommandLedger withoutAnswerTo50(WrittenCommands commands) {
    return joined(
        with(ALL, ALL_BUT_50),
        with(ALL_BUT_50, ALL_BUT_50),
        arrived(ALL),
        arrived(ALL_BUT_50),
        commands);
  }

  @Test
  void aCommandThatWentAllTheWayIsInEveryLeg() {
    assertThat(joined(sender(), answerer(), receiver(), receiver(), commands(ALL)))
        .isEqualTo(
            new CommandLedger(
                new CommandLedger.Writes(MEASURED, MEASURED, 0, 0),
                MEASURED,
                0L,
                0,
                new CommandLedger.CommandAnswers(MEASURED, MEASURED, 0L),
                0L,
                FLAWLESS,
                0L,
                Map.of()));
  }

  @Test
  void aCommandThatDidNotReachItsDeviceIsMissedAndItsRefusalIsCounted() {
    CommandLedger ledger = withoutAnswerTo50(new WrittenCommands(ALL, Map.of(), numbers(50, 51)));
    assertThat(ledger)
        .isEqualTo(
            new CommandLedger(
                new CommandLedger.Writes(MEASURED, MEASURED, 0, 0),
                MEASURED - 1,
                1L,
                1,
                new CommandLedger.CommandAnswers(MEASURED - 1, MEASURED - 1, 0L),
                0L,
                FLAWLESS,
                0L,
                Map.of()));
  }

  @Test
  void aConfirmedAnswerThatTheBackendNeverSawIsLost() {
    CommandLedger ledger =
        joined(sender(), answerer(), arrived(ALL), arrived(ALL_BUT_50), commands(ALL));
    assertThat(ledger.answers().answersSeen()).isEqualTo(MEASURED - 1);
    assertThat(ledger.answers().answersLost()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aCommandThatCouldNotBeWrittenIsAFailureAndNoRemainder() {
    CommandLedger ledger =
        withoutAnswerTo50(new WrittenCommands(ALL_BUT_50, Map.of("kafka", 1L), new MessageSet()));
    assertThat(ledger.writes().writeFailed()).isEqualTo(1);
    assertThat(ledger.missed()).isZero();
    assertThat(ledger.unaccounted()).isZero();
  }

  /** The producer gave up three commands that the broker had taken. */
  @Test
  void aCommandThatWasNeverAcknowledgedAndArrivedIsNoRemainder() {
    MessageSet three = numbers(50, 53);
    CommandLedger ledger =
        joined(
            sender(),
            answerer(),
            receiver(),
            receiver(),
            new WrittenCommands(ALL.minus(three), Map.of(), three, new MessageSet(), Map.of()));
    assertThat(ledger.writes().written()).isEqualTo(MEASURED - 3);
    assertThat(ledger.writes().writeUnknown()).isEqualTo(3);
    assertThat(ledger.writes().writeFailed()).isZero();
    assertThat(ledger.received()).isEqualTo(MEASURED);
    assertThat(ledger.missed()).isZero();
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aCommandThatWasNeverAcknowledgedAndDidNotArriveIsNeitherMissedNorARemainder() {
    CommandLedger ledger =
        withoutAnswerTo50(
            new WrittenCommands(ALL_BUT_50, Map.of(), numbers(50, 51), new MessageSet(), Map.of()));
    assertThat(ledger.writes().writeUnknown()).isEqualTo(1);
    assertThat(ledger.missed()).isZero();
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aQueryThatWasNeitherAnsweredNorFailedIsUnaccounted() {
    CommandLedger ledger = withoutAnswerTo50(commands(ALL_BUT_50));
    assertThat(ledger.unaccounted()).isEqualTo(1);
  }

  @Test
  void aCommandThatArrivesThoughTheTargetNeverTookItIsDeliveredUnconfirmed() {
    CommandLedger ledger =
        joined(sender(), answerer(), arrived(ALL_BUT_50), arrived(ALL), commands(ALL_BUT_50));
    assertThat(ledger.deliveredUnconfirmed()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aCommandThatTheTargetRefusedAndDeliveredIsDeliveredUnconfirmed() {
    CommandLedger ledger =
        joined(
            sender(),
            answerer(),
            arrived(ALL),
            arrived(ALL),
            new WrittenCommands(ALL_BUT_50, Map.of("gone", 1L), new MessageSet()));
    assertThat(ledger.deliveredUnconfirmed()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void anAnswerThatNoDeviceSentIsInventedInItsOwnFlowAlone() {
    DeviceBook.DeviceFlow answers = with(ALL_BUT_50, ALL_BUT_50);
    assertThat(joined(sender(), answers, arrived(ALL), arrived(ALL), commands(ALL)).unaccounted())
        .isZero();
    assertThat(Ledger.join(answers, arrived(ALL)).flaws().invented()).isEqualTo(1);
  }

  @Test
  void commandsThatArriveTwiceElsewhereOrAlteredAreCounted() {
    ArrivedCommands arrived =
        new ArrivedCommands(numbers(50, 53), numbers(60, 62), numbers(70, 71));
    CommandLedger ledger =
        CommandLedger.of(
            Books.device(
                Map.of("query", sender(), "answer", answerer().answering("query", arrived))),
            Books.backend(
                Map.of("query", arrived(ALL).with(commands(ALL)), "answer", arrived(ALL))),
            BooksEnd.SAME);
    assertThat(ledger.flaws().duplicate()).isEqualTo(3);
    assertThat(ledger.flaws().misdelivered()).isEqualTo(2);
    assertThat(ledger.flaws().altered()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
  }

  @Test
  void aCommandForAQueryThatNeverArrivedIsUnaccounted() {
    CommandLedger ledger =
        joined(sender(), answerer(), arrived(ALL_BUT_50), arrived(ALL), commands(ALL));
    assertThat(ledger.writes().queriesReceived()).isEqualTo(MEASURED - 1);
    assertThat(ledger.unaccounted()).isEqualTo(1);
  }

  @Test
  void commandsOfSeveralFlowsAddUp() {
    BackendBook.BackendFlow without50 = arrived(ALL_BUT_50);
    CommandLedger ledger =
        CommandLedger.of(
            Books.device(
                Map.of(
                    "limit", sender(),
                    "limitSet", answerer().answering("limit", ArrivedCommands.none()),
                    "text", sender(),
                    "textShown", answerer().answering("text", ArrivedCommands.none()))),
            Books.backend(
                Map.of(
                    "limit", receiver().with(commands(ALL)),
                    "limitSet", receiver(),
                    "text", receiver().with(commands(ALL)),
                    "textShown", without50)),
            BooksEnd.SAME);

    assertThat(ledger.writes().written()).isEqualTo(2 * MEASURED);
    assertThat(ledger.answers().answersLost()).isEqualTo(1);
    assertThat(ledger.unaccounted()).isZero();
  }
}
