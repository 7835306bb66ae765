// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import static io.fleetload.results.Books.TO;
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
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.MessageSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A profile that says nothing has a run pass only where nothing went wrong. */
class DefaultThresholdsTest {
  private static final int MEASURED = TO - Books.FROM;
  private static final BackendBook ALL_WELL = Books.backend(receivers());

  /** Numbers 20 to 59 of the telemetry were confirmed and never received. */
  private static final BackendBook LOST =
      Books.backend(
          with(
              receivers(),
              "telemetry",
              Books.receiver(numbers(0, TO).minus(numbers(20, 60)), MEASURED - 40, 0)));

  private static Result result(
      Map<String, DeviceBook.DeviceFlow> senders, BackendBook backend, String... own) {
    return Result.join(
        Books.device(senders), backend, Stream.of(own).map(Threshold::parse).toList());
  }

  private static Map<String, DeviceBook.DeviceFlow> events(FlowCounts counts, MessageSet ok) {
    return with(senders(), "event", Books.sender(counts, numbers(0, TO), ok));
  }

  private static Map<String, DeviceBook.DeviceFlow> unsettled() {
    return events(Books.counts(MEASURED, MEASURED, MEASURED - 1, 1), without(numbers(0, TO), 99));
  }

  private static Map<String, DeviceBook.DeviceFlow> refused() {
    FlowCounts counts =
        new FlowCounts(
            MEASURED,
            MEASURED,
            MEASURED,
            0,
            Map.of("protocol.5.03", (long) MEASURED),
            Map.of(),
            0,
            0);
    return events(counts, numbers(0, Books.FROM));
  }

  private static void crosses(Result result, String threshold, String figure, String found) {
    assertThat(result.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(result.verdict().reasons())
        .singleElement()
        .asString()
        .containsSubsequence("default", "\"" + threshold + "\"", figure, found);
  }

  private static void passes(Result result) {
    assertThat(result.verdict()).isEqualTo(Verdict.of(ExitCode.PASSED, List.of()));
  }

  @Test
  void whatIsLostCrosses() {
    crosses(result(senders(), LOST), "ledger.lost == 0", "ledger.lost", "40");
  }

  @Test
  void whatTheTargetRefusedCrosses() {
    crosses(result(refused(), ALL_WELL), "flows.*.failed == 0", "flows.event.failed", "80");
  }

  @Test
  void whatHasNoOutcomeCrosses() {
    crosses(result(unsettled(), ALL_WELL), "flows.*.unsettled == 0", "flows.event.unsettled", "1");
  }

  @Test
  void whatArrivesTwiceCrosses() {
    crosses(
        result(
            senders(),
            Books.backend(
                with(receivers(), "telemetry", Books.receiver(numbers(0, TO), MEASURED + 50, 50)))),
        "ledger.duplicate == 0",
        "ledger.duplicate",
        "50");
  }

  @Test
  void whatCarriesNoStampOrAnotherRunsCrosses() {
    crosses(
        result(senders(), Books.backend(receivers(), 700, 0)),
        "ledger.unstamped == 0",
        "ledger.unstamped",
        "700");
    crosses(
        result(senders(), Books.backend(receivers(), 0, 500)),
        "ledger.foreign == 0",
        "ledger.foreign",
        "500");
  }

  @Test
  void aRateThatWasNotReachedCrosses() {
    FlowCounts late = new FlowCounts(MEASURED, MEASURED, 78, MEASURED, Map.of(), Map.of(), 0, 0);
    crosses(
        result(events(late, numbers(0, TO)), ALL_WELL),
        "flows.*.achieved >= 99%",
        "flows.event.achieved",
        "97.5 %");
  }

  @Test
  void whoeverWantsLessWritesIt() {
    passes(result(senders(), LOST, "ledger.lost <= 40"));
    passes(result(refused(), ALL_WELL, "flows.*.failed <= 80"));
    passes(result(refused(), ALL_WELL, "flows.event.failed <= 80"));
    passes(result(refused(), ALL_WELL, "flows.event.failed / flows.event.sent <= 100%"));
    passes(result(unsettled(), ALL_WELL, "flows.*.unsettled <= 1"));
    passes(result(senders(), LOST, "flows.telemetry.ledger.lost <= 40"));
  }

  @Test
  void aBoundOnWindowsLeavesTheDefaultOnTheWhole() {
    crosses(
        result(refused(), ALL_WELL, "flows.*.failed <= 80 every 1s"),
        "flows.*.failed == 0",
        "flows.event.failed",
        "80");
  }

  @Test
  void aBoundForOneFlowLeavesTheOthersTheirDefault() {
    crosses(
        result(refused(), ALL_WELL, "flows.telemetry.failed <= 80"),
        "flows.*.failed == 0",
        "flows.event.failed",
        "80");
    crosses(
        result(senders(), LOST, "flows.event.ledger.lost <= 40"),
        "flows.*.ledger.lost == 0",
        "flows.telemetry.ledger.lost",
        "40");
  }

  @Test
  void aSessionThatWasNeverOpenCrosses() {
    DeviceBook all = Books.device(senders());
    DeviceBook.FleetCounts devices = all.devices();
    DeviceBook half =
        new DeviceBook(
            all.version(),
            all.runId(),
            all.runName(),
            all.complete(),
            all.shard(),
            all.timeline(),
            new DeviceBook.FleetCounts(
                devices.asked() + 5,
                devices.connected(),
                devices.attempts(),
                devices.failed(),
                devices.disconnects(),
                devices.connectTime(),
                devices.handshakes(),
                devices.reconnects(),
                devices.carried()),
            all.flows(),
            all.tenants(),
            all.generatorBook());
    crosses(
        Result.join(half, ALL_WELL, List.of()),
        "devices.notConnected == 0",
        "devices.notConnected",
        "5");
  }

  @Test
  void anAnswerThatNothingWaitedForCrosses() {
    DeviceBook all = Books.device(senders());
    DeviceBook.FleetCounts devices = all.devices();
    DeviceBook twice =
        new DeviceBook(
            all.version(),
            all.runId(),
            all.runName(),
            all.complete(),
            all.shard(),
            all.timeline(),
            new DeviceBook.FleetCounts(
                devices.asked(),
                devices.connected(),
                devices.attempts(),
                devices.failed(),
                devices.disconnects(),
                devices.connectTime(),
                devices.handshakes(),
                devices.reconnects(),
                devices.carried(),
                3L),
            all.flows(),
            all.tenants(),
            all.generatorBook());
    crosses(
        Result.join(twice, ALL_WELL, List.of()),
        "devices.unexpectedAnswers == 0",
        "devices.unexpectedAnswers",
        "3");
  }

  @Test
  void theResultMarksThem() {
    Result result = result(senders(), ALL_WELL, "flows.*.failed <= 5", "ledger.* == 3");
    assertThat(result.thresholds())
        .filteredOn(each -> !each.ofProfile())
        .extracting(ThresholdOutcome::figure)
        .containsExactly(
            "devices.notConnected",
            "devices.unexpectedAnswers",
            "flows.telemetry.achieved",
            "flows.event.achieved",
            "flows.commandQuery.achieved",
            "flows.telemetry.unsettled",
            "flows.event.unsettled",
            "flows.commandQuery.unsettled",
            "flows.commandResponse.unsettled",
            "commands.deliveredUnconfirmed",
            "commands.duplicate",
            "commands.misdelivered",
            "commands.altered");
    assertThat(ResultFiles.tree(result).path("thresholds").get(0).has("default")).isFalse();
    assertThat(ResultFiles.tree(result).path("thresholds").findValuesAsText("default"))
        .hasSize(13)
        .containsOnly("true");
  }

  @Test
  void withoutABackendThereIsNoDefaultOnTheLedger() {
    assertThat(result(senders(), null).thresholds())
        .extracting(ThresholdOutcome::threshold)
        .noneMatch(each -> each.contains("ledger"));
  }
}
