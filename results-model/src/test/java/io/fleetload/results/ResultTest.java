// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static io.fleetload.results.Books.numbers;
import static io.fleetload.results.Books.receivers;
import static io.fleetload.results.Books.senders;
import static io.fleetload.results.Books.with;
import static io.fleetload.results.Books.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.ledger.LedgerTotal;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.verdict.BrokenOff;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultTest {

  private static final int MEASURED = TO - FROM;
  private static final List<Threshold> NEVER_HELD =
      List.of(Threshold.parse("flows.telemetry.scheduled < 5"));

  private static final BackendBook ALL_WELL = Books.backend(receivers());
  private static final BackendBook UNBALANCED =
      Books.backend(
          with(receivers(), "telemetry", Books.receiver(numbers(0, TO), MEASURED + 3, 0)));

  private static DeviceBook limited(boolean complete) {
    return Books.device(complete, senders(), Books.generator("lag p99 was 120 ms"));
  }

  private static Verdict verdict(DeviceBook device, BackendBook backend, List<Threshold> bounds) {
    return Result.join(device, backend, bounds).verdict();
  }

  @Test
  void aRunInWhichAllWentWellPasses() {
    Result result =
        Result.join(
            Books.device(senders()), ALL_WELL, List.of(Threshold.parse("ledger.lost == 0")));
    assertThat(result.verdict()).isEqualTo(new Verdict("passed", 0, List.of()));
    assertThat(result.identity().complete()).isTrue();
    assertThat(result.figures().ledger())
        .isEqualTo(
            new LedgerTotal(
                new Ledger.MessageCounts(4L * MEASURED, 0L, 0L, null, 0L, 0L, 0L),
                Books.FLAWLESS,
                0L,
                0L,
                0L,
                null,
                null));
    assertThat(result.figures().commands().answers().answersSeen()).isEqualTo(MEASURED);
    assertThat(Books.ofProfile(result))
        .extracting(ThresholdOutcome::figure, ThresholdOutcome::found, ThresholdOutcome::held)
        .containsExactly(tuple("ledger.lost", 0.0, true));
  }

  @Test
  void whatMessagesLackOfTheirResponsesIsMissing() {
    DeviceBook.DeviceFlow flow = Books.sender().withResponses(2);
    FlowTotals all = flow.totals();
    DeviceBook.DeviceFlow heard =
        new DeviceBook.DeviceFlow(
            flow.terms(),
            flow.numbering(),
            new FlowTotals(
                all.warmUp(),
                all.measured(),
                all.response(),
                all.service(),
                null,
                2 * MEASURED - 3),
            flow.sent(),
            flow.ok(),
            flow.withoutCommand(),
            flow.perSecond(),
            null,
            null);

    Map<String, FlowResult> flows =
        Result.join(Books.device(with(senders(), "telemetry", heard)), ALL_WELL, List.of())
            .figures()
            .flows();

    assertThat(flows.get("telemetry").missingResponses()).isEqualTo(3);
    assertThat(flows.get("event").missingResponses()).isNull();
  }

  @Test
  void aCrossedThresholdComesLast() {
    assertThat(verdict(Books.device(senders()), ALL_WELL, NEVER_HELD))
        .isEqualTo(
            new Verdict(
                "thresholds-crossed",
                1,
                List.of(
                    "threshold \"flows.telemetry.scheduled < 5\" crossed:"
                        + " flows.telemetry.scheduled is 80")));
  }

  @Test
  void aLimitedGeneratorSaysNothingAboutTheThresholds() {
    assertThat(verdict(limited(true), ALL_WELL, NEVER_HELD))
        .isEqualTo(new Verdict("generator-limited", 5, List.of("lag p99 was 120 ms")));
  }

  @Test
  void anUnbalancedLedgerGoesBeforeALimitedGenerator() {
    assertThat(verdict(limited(true), UNBALANCED, NEVER_HELD))
        .isEqualTo(
            new Verdict("ledger-unbalanced", 4, List.of("telemetry: 3 messages unaccounted for")));
  }

  @Test
  void aRunThatDidNotEndIsIncompleteWhateverElseIsWrong() {
    Verdict verdict = verdict(limited(false), UNBALANCED, NEVER_HELD);
    assertThat(verdict.exitCode()).isEqualTo(130);
    assertThat(verdict.status()).isEqualTo("interrupted");
    assertThat(verdict.reasons()).containsExactly(Judge.UNFINISHED);
  }

  @Test
  void aBackendThatDidNotEndMakesTheRunIncomplete() {
    BackendBook cutOff = Books.backend(false, true, receivers());
    assertThat(verdict(Books.device(senders()), cutOff, List.of()).exitCode()).isEqualTo(130);
  }

  @Test
  void withoutABackendTheDevicesHalfIsStillTold() {
    Result result = Result.join(Books.device(senders()), null, List.of());
    assertThat(result.identity().complete()).isFalse();
    assertThat(result.verdict().reasons()).hasSize(2).startsWith(Judge.UNFINISHED);
    assertThat(result.figures().commands()).isNull();
    FlowResult telemetry = result.figures().flows().get("telemetry");
    assertThat(telemetry.counts().ok()).isEqualTo(MEASURED);
    assertThat(telemetry.endToEnd()).isNull();
    assertThat(telemetry.ledger()).isNull();
  }

  @Test
  void aBackendThatDidNotReadEverythingIsBehindAndSaysWhy() {
    BackendBook behind = Books.backend(true, false, receivers());
    Verdict verdict = verdict(Books.device(senders()), behind, List.of());
    assertThat(verdict.code()).isEqualTo(ExitCode.BACKEND_BEHIND);
    assertThat(verdict.reasons()).singleElement(STRING).startsWith("the backend ");
    assertThat(
            verdict(
                    Books.device(senders()),
                    behind.with(new BackendReading.Behind("Kafka at a:1", null)),
                    List.of())
                .reasons())
        .singleElement(STRING)
        .contains("Kafka at a:1");
    assertThat(
            verdict(
                    Books.device(senders()),
                    behind.with(new BackendReading.Behind("Kafka at a:1", 1_200L)),
                    List.of())
                .reasons())
        .singleElement(STRING)
        .containsSubsequence("1,200 ", "Kafka at a:1");
  }

  @Test
  void whatABackendDidNotReadIsNotCalledLost() {
    Result result =
        Result.join(
            Books.device(senders()),
            Books.backend(true, false, Map.of()),
            List.of(Threshold.parse("ledger.lost == 0")));
    assertThat(result.identity().complete()).isTrue();
    assertThat(result.figures().ledger()).isNull();
    assertThat(result.figures().commands()).isNull();
    assertThat(result.figures().flows().get("telemetry").ledger()).isNull();
    assertThat(result.figures().flows().get("telemetry").counts().ok()).isEqualTo(MEASURED);
    assertThat(result.verdict().code()).isEqualTo(ExitCode.BACKEND_BEHIND);
  }

  @Test
  void aRunThatBrokeOffNamesWhoIsGoneBeforeAllElse() {
    BrokenOff died = new BrokenOff(ExitCode.TARGET_GONE, "hono-embedded died");
    Result result = Result.join(Books.device(senders()), null, List.of()).with(died);
    assertThat(result.verdict().code()).isEqualTo(ExitCode.TARGET_GONE);
    assertThat(result.verdict().reasons())
        .hasSize(3)
        .startsWith("hono-embedded died", Judge.UNFINISHED);
    Result behind =
        Result.join(Books.device(senders()), Books.backend(true, false, receivers()), List.of());
    assertThat(behind.with(died).verdict().code()).isEqualTo(ExitCode.TARGET_GONE);
  }

  @Test
  void whatDiesAfterARunThatIsWholeChangesNothing() {
    Result whole = Result.join(Books.device(senders()), ALL_WELL, List.of());
    assertThat(whole.with(new BrokenOff(ExitCode.TARGET_GONE, "hono-embedded died")))
        .isSameAs(whole);
  }

  @Test
  void aRunThatBrokeOffBeforeItsBackendReadAllCallsNothingLost() {
    MessageSet early = numbers(0, 60);
    BackendBook behind =
        Books.backend(
            false, false, with(receivers(), "telemetry", Books.receiver(early, 60 - FROM, 0)));
    Result result = Result.join(Books.device(senders()), behind, List.of());

    assertThat(result.verdict().reasons()).hasSize(2).startsWith(Judge.UNFINISHED);
    assertThat(result.figures().ledger()).isNull();
    FlowResult telemetry = result.figures().flows().get("telemetry");
    assertThat(telemetry.received()).isEqualTo(60 - FROM);
    assertThat(telemetry.counts().ok()).isEqualTo(MEASURED);
    assertThat(telemetry.ledger()).isNull();
    assertThat(telemetry.warmUpLedger()).isNull();
    assertThat(result.figures().commands().writes().written()).isEqualTo(MEASURED);
    assertThat(result.figures().commands().missed()).isNull();
    assertThat(result.figures().commands().answers().answersLost()).isNull();
    assertThat(result.figures().commands().unaccounted()).isNull();
    assertThat(ResultFiles.tree(result).toString()).doesNotContain("lost\"", "unaccounted\"");
  }

  @Test
  void whatIsYoungerThanTheBookOfAKilledDeviceSideIsNoRemainder() {
    // Numbers 60 to 99 were sent after the book was last written; 50 was confirmed before that.
    DeviceBook.DeviceFlow killed =
        Books.sender(Books.allWell(60 - FROM), numbers(0, 60), numbers(0, 60));
    BackendBook.BackendFlow arrived = Books.receiver(without(numbers(0, TO), 50), MEASURED - 1, 0);
    Result result =
        Result.join(
            Books.device(false, with(senders(), "telemetry", killed), Books.generator()),
            Books.backend(with(receivers(), "telemetry", arrived)),
            List.of());

    assertThat(result.verdict().status()).isEqualTo("interrupted");
    Ledger ledger = result.figures().flows().get("telemetry").ledger();
    assertThat(ledger.messages().delivered()).isEqualTo(39);
    assertThat(ledger.flaws()).isEqualTo(new Flaws(0L, 0L, null));
    assertThat(ledger.unaccounted()).isNull();
    assertThat(result.figures().ledger().messages().lost()).isEqualTo(1);
    assertThat(result.figures().ledger().unaccounted()).isNull();
    assertThat(result.figures().commands().missed()).isNull();
    assertThat(result.figures().commands().answers().answersLost()).isZero();
  }

  @Test
  void aMessageOfTheWarmUpThatWasNeverSentMakesTheRunInvalid() {
    MessageSet sent = without(numbers(0, TO), 3);
    DeviceBook.DeviceFlow oneLess = Books.sender(Books.allWell(MEASURED), sent, sent);
    assertThat(
            verdict(Books.device(with(senders(), "telemetry", oneLess)), ALL_WELL, List.of())
                .reasons())
        .singleElement(STRING)
        .startsWith("telemetry: 2 ")
        .contains("warm-up");
  }

  @Test
  void aCommandThatTheTargetRefusedIsNotTheBackendsFault() {
    FlowCounts failed =
        new FlowCounts(
            MEASURED,
            MEASURED,
            MEASURED,
            MEASURED - 3,
            Map.of("backend.missingCommand", 2L, "transport.timeout", 1L),
            Map.of(),
            0,
            0);
    MessageSet ok = numbers(0, TO).minus(numbers(50, 53));
    // Hono refused the commands of 50, 52 and 53: 52 timed out, and 53 had its command in the end.
    MessageSet refused = numbers(50, 51).or(numbers(52, 54));
    DeviceBook.DeviceFlow query =
        Books.withoutCommand(Books.sender(failed, numbers(0, TO), ok), numbers(50, 52));
    BackendBook backend =
        Books.backend(receivers(), new WrittenCommands(numbers(0, TO), Map.of(), refused));
    Result result =
        Result.join(Books.device(with(senders(), "commandQuery", query)), backend, List.of());

    assertThat(result.figures().flows().get("commandQuery").counts().failedBy())
        .isEqualTo(
            Map.of(
                "target.commandRefused",
                1L,
                "backend.missingCommand",
                1L,
                "transport.timeout",
                1L));
    assertThat(result.figures().flows().get("commandQuery").counts().failed()).isEqualTo(3);
    assertThat(result.figures().flows().get("telemetry").counts().failedBy()).isEmpty();
    assertThat(result.figures().commands().refused()).isEqualTo(3);
  }

  @Test
  void aFlowThatTheBackendNeverSawIsLostWhole() {
    Map<String, BackendBook.BackendFlow> deaf = new LinkedHashMap<>(receivers());
    deaf.remove("event");
    Result result = Result.join(Books.device(senders()), Books.backend(deaf), List.of());
    assertThat(result.figures().flows().get("event").ledger())
        .isEqualTo(Books.ledger(0, MEASURED, 0, 0, 0, 0L));
    assertThat(result.figures().ledger().messages().lost()).isEqualTo(MEASURED);
  }

  @Test
  void commandsOfWhichTheBackendSawNothingDoNotStopTheJoin() {
    Result result = Result.join(Books.device(senders()), Books.backend(Map.of()), List.of());
    assertThat(result.figures().commands().writes().queriesReceived()).isZero();
    assertThat(result.figures().commands().deliveredUnconfirmed()).isEqualTo(MEASURED);
    assertThat(result.verdict().status()).isEqualTo("thresholds-crossed");
  }

  @Test
  void arrivalsOfAFlowThatNoDeviceSendsAreInvented() {
    Result result =
        Result.join(
            Books.device(senders()),
            Books.backend(with(receivers(), "stranger", Books.receiver())),
            List.of());
    assertThat(result.figures().ledger().flaws().invented()).isEqualTo(TO);
    assertThat(result.figures().ledger().unaccounted()).isZero();
    assertThat(result.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(result.verdict().reasons())
        .singleElement(STRING)
        .containsSubsequence("\"ledger.invented == 0\"", "100");
  }

  @Test
  void aRemainderOfTheCommandsMakesTheRunInvalid() {
    BackendBook.BackendFlow oneLess = Books.receiver(without(numbers(0, TO), 50), MEASURED - 1, 0);
    Result result =
        Result.join(
            Books.device(senders()),
            Books.backend(with(receivers(), "commandQuery", oneLess)),
            List.of());
    assertThat(result.figures().ledger().unaccounted()).isEqualTo(1);
    assertThat(result.verdict().reasons()).containsExactly("commands: 1 legs unaccounted for");
  }

  @Test
  void askedAndReachedStandSideBySide() {
    FlowCounts twoLate = new FlowCounts(80, 80, 78, 80, Map.of(), Map.of(), 0, 4);
    DeviceBook.DeviceFlow late = Books.sender(twoLate, numbers(0, TO), numbers(0, TO));
    FlowResult flow =
        Result.join(Books.device(with(senders(), "telemetry", late)), ALL_WELL, List.of())
            .figures()
            .flows()
            .get("telemetry");
    assertThat(flow.load().asked()).isEqualTo(8.0);
    assertThat(flow.load().reached()).isEqualTo(7.8);
    assertThat(flow.load().achieved()).isEqualTo(0.975);
    assertThat(flow.counts().retransmitted()).isEqualTo(4);
  }

  @Test
  void ofATotalWhatDidNotBeginIsUndone() {
    ClosedModel.ClosedModelFigures figures = new ClosedModel(5, null, 1_000L, 0, null).figures(990);
    assertThat(figures)
        .isEqualTo(new ClosedModel.ClosedModelFigures(5, null, 1_000L, 0, 10L, null));
    assertThat(figures.messages()).isEqualTo(1_000);
    assertThat(new ClosedModel(5, null, null, 0, null).figures(990).undone()).isNull();
  }

  @Test
  void aClosedModelIsMarkedAndAskedForNothing() {
    DeviceBook.DeviceFlow users =
        Books.sender(null, Books.allWell(TO - FROM), numbers(0, TO), numbers(0, TO))
            .with(new ClosedModel(5, 20, null, 0.5, null));
    Result result =
        Result.join(
            Books.device(with(senders(), "telemetry", users)),
            ALL_WELL,
            List.of(Threshold.parse("flows.*.achieved >= 99%")));
    FlowResult flow = result.figures().flows().get("telemetry");
    assertThat(flow.load().model()).isEqualTo("closed");
    assertThat(flow.load().closed())
        .isEqualTo(new ClosedModel.ClosedModelFigures(5, 20, null, 0.5, 20L, null));
    assertThat(flow.load().asked()).isNull();
    assertThat(flow.load().achieved()).isNull();
    assertThat(flow.load().reached()).isEqualTo(8.0);
    assertThat(flow.ledger().unaccounted()).isZero();
    assertThat(result.figures().flows().get("event").load().model()).isEqualTo("open");
    assertThat(result.figures().flows().get("commandResponse").load().model()).isNull();
    assertThat(Books.ofProfile(result))
        .extracting(ThresholdOutcome::figure)
        .containsExactly("flows.event.achieved", "flows.commandQuery.achieved");
  }

  @Test
  void noRoundingLiftsAFlowOverItsThreshold() {
    FlowCounts oneOf40000Late =
        new FlowCounts(40_000, 40_000, 39_999, 40_000, Map.of(), Map.of(), 0, 0);
    FlowResult flow =
        FlowResult.of(
            Books.sender(oneOf40000Late, new MessageSet(), new MessageSet()),
            null,
            Books.device(Map.of()));
    assertThat(flow.load().achieved()).isEqualTo(0.99997);
  }

  private static DeviceBook aborted(GeneratorHealth generator) {
    DeviceBook whole = Books.device(true, senders(), generator);
    return new DeviceBook(
        DeviceBook.VERSION,
        whole.runId(),
        whole.runName(),
        true,
        null,
        new RunTimeline(
            10,
            whole.timeline().phases(),
            null,
            null,
            new AbortReason("a < 5 every 1s abort", "a", 7.5, 3.25, 4_250)),
        whole.devices(),
        whole.flows(),
        null,
        GeneratorBook.of(generator));
  }

  @Test
  void aRunThatAThresholdEndedIsCompleteAndCrossedUnlessItIsInvalid() {
    String sentence =
        "aborted 3.3 s into the measured phase, at 1970-01-01T00:00:04.250Z, by the threshold"
            + " \"a < 5 every 1s abort\": a was 7.5";
    Result result = Result.join(aborted(Books.generator()), ALL_WELL, List.of());
    assertThat(result.identity().complete()).isTrue();
    assertThat(result.milestones().aborted().figure()).isEqualTo("a");
    assertThat(result.verdict())
        .isEqualTo(Verdict.of(ExitCode.THRESHOLDS_CROSSED, List.of(sentence)));
    assertThat(verdict(aborted(Books.generator("lag")), ALL_WELL, List.of()))
        .isEqualTo(Verdict.of(ExitCode.GENERATOR_LIMITED, List.of("lag", sentence)));
    assertThat(verdict(aborted(Books.generator()), null, List.of()).status())
        .isEqualTo(ExitCode.INTERRUPTED.status());
  }

  @Test
  void aRunThatNeedsNoBackendIsJudgedByTheDevicesAlone() {
    DeviceBook device = Books.device(Map.of("read", Books.sender().ofTheDeviceOnly()));

    Result result = Result.join(device, null, List.of());

    assertThat(result.verdict().code()).isEqualTo(ExitCode.PASSED);
    assertThat(result.identity().complete()).isTrue();
    assertThat(result.figures().flows().get("read").ledger())
        .isEqualTo(new Ledger(Ledger.MessageCounts.NONE, null, 0L, null, null));
    assertThat(result.figures().ledger())
        .isEqualTo(new LedgerTotal(Ledger.MessageCounts.NONE, null, 0L, null, null, null, null));
  }

  @Test
  void aRunThatNeedsNoBackendAndDoesNotAddUpIsInvalid() {
    DeviceBook.DeviceFlow flow =
        Books.sender(
            Books.allWell(MEASURED),
            Books.without(Books.numbers(0, Books.TO), 50),
            Books.numbers(0, Books.TO));
    DeviceBook device = Books.device(Map.of("read", flow.ofTheDeviceOnly()));

    Verdict verdict = Result.join(device, null, List.of()).verdict();

    assertThat(verdict.code()).isEqualTo(ExitCode.LEDGER_UNBALANCED);
    assertThat(verdict.reasons()).containsExactly("read: 2 messages unaccounted for");
  }

  @Test
  void aRunThatNeedsNoBackendAndBrokeOffIsInterrupted() {
    DeviceBook device =
        Books.device(false, Map.of("read", Books.sender().ofTheDeviceOnly()), Books.generator());

    Verdict verdict = Result.join(device, null, List.of()).verdict();

    assertThat(verdict.code()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(verdict.reasons()).containsExactly(Judge.UNFINISHED);
  }
}
