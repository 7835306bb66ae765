// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static io.fleetload.results.Books.FROM;
import static io.fleetload.results.Books.TO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.Verdict;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The backend and the host are suspects as the devices are. */
class SuspectsTest {
  private static final List<Threshold> NEVER_HELD =
      List.of(Threshold.parse("flows.telemetry.scheduled < 5"));
  private static final GeneratorHealth WELL = health(4, List.of());

  /** Of a simulator that stood still for that long in its third second. */
  private static GeneratorHealth health(double stallMs, List<String> reasons) {
    LatencySummary times = Books.millis(1).summary();
    List<Double> course = Arrays.asList(1.0, null, stallMs, 2.0);
    return new GeneratorHealth(
        times,
        100,
        3,
        1.5,
        reasons,
        new GeneratorDelays(
            null,
            times,
            1.0,
            new GeneratorCpu(0.5, 0.3, 0.0),
            null,
            new GeneratorSeconds(course, course, course, course, course, course),
            stallMs,
            0L,
            null));
  }

  private static HostLoad host(String... reasons) {
    return new HostLoad(2, 0.5, 0.34, 0.4, 0.15, null, List.of(reasons));
  }

  private static BackendBook backend(GeneratorHealth said) {
    BackendBook book = Books.backend(Books.receivers());
    return new BackendBook(
        book.version(),
        book.runId(),
        book.runName(),
        book.shard(),
        new BackendReading(
            book.reading().complete(),
            book.reading().caughtUp(),
            book.reading().behind(),
            book.reading().runSeconds()),
        book.flows(),
        book.clocks(),
        new BackendBook.Strangers(book.strangers().foreign(), book.strangers().unstamped()),
        said == null
            ? null
            : new BackendBook.BackendHealth(said, new LatencyHistogram(), new LatencyHistogram()));
  }

  private static Result joined(GeneratorHealth devices, GeneratorHealth backend, HostLoad host) {
    return Result.join(
        Books.device(true, Books.senders(), devices), backend(backend), NEVER_HELD, null, host);
  }

  @Test
  void aBackendOverItsLimitsIsNoVerdictOnTheTarget() {
    Result result = joined(WELL, health(3_000, List.of("the backend simulator stood still")), null);
    assertThat(result.verdict())
        .isEqualTo(
            new Verdict("generator-limited", 5, List.of("the backend simulator stood still")));
  }

  @Test
  void aBusyHostIsNoVerdictOnTheTarget() {
    Result result = joined(WELL, WELL, host("this host was too busy"));
    assertThat(result.verdict())
        .isEqualTo(new Verdict("generator-limited", 5, List.of("this host was too busy")));
    assertThat(result.health().host().others()).isEqualTo(0.34);
  }

  private static final GeneratorHealth LATE =
      health(3_000, List.of("the device simulator stood still")).whereLate(true);

  private static Verdict late(
      GeneratorHealth devices, Map<String, DeviceBook.DeviceFlow> flows, String... thresholds) {
    return Result.join(
            Books.device(true, flows, devices),
            backend(WELL),
            List.of(thresholds).stream().map(Threshold::parse).toList())
        .verdict();
  }

  private static void isNoVerdict(Verdict verdict) {
    assertThat(verdict.code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
  }

  @Test
  void anUpperBoundThatHeldInALateRunHasHeldAllTheSame() {
    Verdict verdict = late(LATE, Books.senders(), "flows.*.response.p99 < 1s");
    assertThat(verdict.code()).isEqualTo(ExitCode.PASSED);
    assertThat(verdict.reasons())
        .singleElement(STRING)
        .containsSubsequence("upper bounds", "the device simulator stood still");
    assertThat(
            Result.join(
                    Books.device(true, Books.senders(), WELL),
                    backend(WELL),
                    List.of(),
                    null,
                    host("this host was too busy"))
                .verdict()
                .code())
        .isEqualTo(ExitCode.PASSED);
  }

  @Test
  void aTimeThatIsTooLongOrHasToBeLongSaysNothingInALateRun() {
    isNoVerdict(late(LATE, Books.senders(), "flows.*.response.p99 < 1us"));
    isNoVerdict(late(LATE, Books.senders(), "flows.*.response.p99 > 1us"));
    isNoVerdict(late(LATE, Books.senders(), "flows.*.response.p99 / flows.*.service.p99 < 5"));
  }

  @Test
  void aLateRunThatSentLessThanWasAskedOrWaitedForItsUsersSaysNothing() {
    DeviceBook.DeviceFlow users = Books.sender().with(new ClosedModel(2, 1, null, 1.0, null));
    isNoVerdict(late(LATE, Books.with(Books.senders(), "event", users)));
    FlowCounts few = new FlowCounts(TO - FROM, 70, 70, 70, Map.of(), Map.of("runEnded", 10L), 0, 0);
    MessageSet sent = Books.numbers(0, FROM + 70);
    isNoVerdict(
        late(
            LATE,
            Books.with(Books.senders(), "event", Books.sender(few, sent, sent)),
            "flows.*.achieved >= 0%",
            "ledger.* >= 0"));
  }

  @Test
  void aSimulatorThatDidWorseThanToBeLateSaysNothing() {
    GeneratorHealth faulty = health(4, List.of("3 faults of the device simulator itself"));
    isNoVerdict(late(faulty, Books.senders()));
    isNoVerdict(late(faulty.whereLate(false), Books.senders()));
  }

  @Test
  void whatALateRunLostIsLost() {
    Map<String, BackendBook.BackendFlow> lost =
        Books.with(
            Books.receivers(),
            "event",
            Books.receiver(Books.without(Books.numbers(0, TO), 50), TO - FROM - 1, 0));
    Verdict verdict =
        Result.join(Books.device(true, Books.senders(), LATE), Books.backend(lost), List.of())
            .verdict();
    assertThat(verdict.code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(verdict.reasons()).singleElement(STRING).contains("\"ledger.lost == 0\"");
  }

  /** A device that is late to see an answer calls a message failed that was confirmed in time. */
  @Test
  void whatALateDeviceSideCanMoveIsNoVerdictOnTheTarget() {
    FlowCounts unseen =
        new FlowCounts(
            TO - FROM,
            TO - FROM,
            TO - FROM,
            TO - FROM - 1,
            Map.of("transport.timeout", 1L),
            Map.of(),
            0,
            0);
    Map<String, DeviceBook.DeviceFlow> flows =
        Books.with(
            Books.senders(),
            "event",
            Books.sender(unseen, Books.numbers(0, TO), Books.without(Books.numbers(0, TO), 50)));
    String noBound = "flows.event.failed >= 0";
    for (String each :
        List.of(
            "ledger.deliveredUnconfirmed == 0",
            "flows.*.ledger.deliveredUnconfirmed == 0",
            "ledger.delivered > 1000",
            "flows.*.ledger.delivered >= 80")) {
      isNoVerdict(late(LATE, flows, noBound, each));
    }
  }

  @Test
  void whatALateBackendReadAfterTheEndIsNoVerdictOnTheTarget() {
    Map<String, BackendBook.BackendFlow> late =
        Books.with(Books.receivers(), "event", Books.receiver().withLate(Books.numbers(50, 51)));
    Result result =
        Result.join(
            Books.device(true, Books.senders(), LATE),
            Books.backend(late),
            List.of(Threshold.parse("ledger.late == 0")));
    assertThat(result.figures().ledger().messages().late()).isEqualTo(1);
    isNoVerdict(result.verdict());
  }

  @Test
  void everyoneWhoHinderedTheRunIsNamed() {
    Result result =
        joined(
            health(3_000, List.of("the device simulator stood still")),
            health(3_000, List.of("the backend simulator stood still")),
            host("this host was too busy"));
    assertThat(result.verdict().reasons())
        .containsExactly(
            "this host was too busy",
            "the device simulator stood still",
            "the backend simulator stood still");
  }

  @Test
  void whereAllKeptToTheirLimitsTheThresholdsJudge() {
    Result result = joined(WELL, WELL, host());
    assertThat(result.verdict().status()).isEqualTo("thresholds-crossed");
    assertThat(result.health().backend()).isEqualTo(WELL);
  }

  @Test
  void anOlderBookOfABackendIsNotKnownToBeWellOrNot() {
    Result result = joined(WELL, null, null);
    assertThat(result.health().backend()).isNull();
    assertThat(result.health().host()).isNull();
    assertThat(result.verdict().status()).isEqualTo("thresholds-crossed");
    assertThat(ResultFiles.tree(result).path("health").has("backend")).isFalse();
  }

  @Test
  void aStandstillThatKeptToTheLimitsIsSaidWhereItCanBeTheLargestTimes() {
    assertThat(joined(health(930, List.of()), WELL, null).health().notes())
        .singleElement(STRING)
        .containsSubsequence("device simulator", "930 ms", "second 2");
    assertThat(joined(WELL, health(400, List.of()), null).health().notes())
        .singleElement(STRING)
        .containsSubsequence("backend simulator", "400 ms", "second 2");
  }

  @Test
  void onlyFlowsWhoseLargestTimesItCanBeAreNamed() {
    DeviceBook.DeviceFlow slow = slow(Books.sender());
    Result result =
        Result.join(
            Books.device(true, Books.with(Books.senders(), "event", slow), health(930, List.of())),
            backend(WELL),
            List.of());
    assertThat(result.health().notes())
        .singleElement(STRING)
        .contains("telemetry, commandQuery, commandResponse");
  }

  /** The same flow with response times of a minute. */
  private static DeviceBook.DeviceFlow slow(DeviceBook.DeviceFlow flow) {
    return new DeviceBook.DeviceFlow(
        new FlowTerms(flow.terms().asked(), flow.terms().closed(), null, false, 0),
        new FlowNumbers(
            flow.numbering().measuredFrom(),
            flow.numbering().measuredTo(),
            flow.numbering().turns()),
        new FlowTotals(
            flow.totals().warmUp(),
            flow.totals().measured(),
            Books.millis(60_000),
            flow.totals().service(),
            flow.totals().cold(),
            0),
        flow.sent(),
        flow.ok(),
        new MessageSet(),
        flow.perSecond(),
        flow.intervals(),
        flow.tenants());
  }

  @Test
  void aShortStandstillAndOneThatAReasonNamesNeedNoNote() {
    assertThat(joined(health(90, List.of()), WELL, null).health().notes()).isEmpty();
    assertThat(joined(health(2_000, List.of("it stood still")), WELL, null).health().notes())
        .isEmpty();
  }

  @Test
  void secondsInWhichNothingWasMeasuredAreReadAsTheyWereWritten(@TempDir Path directory)
      throws Exception {
    Path file = directory.resolve(BackendBook.FILE);
    ResultFiles.write(file, backend(WELL));

    BackendBook read = ResultFiles.read(file, BackendBook.class);

    assertThat(read.health().said().delays().perSecond()).isEqualTo(WELL.delays().perSecond());
  }

  @Test
  void anEarlierVersionsNamesAreRead() throws Exception {
    String cpu = "{\"process\": 1.5, \"fleetThread\": 0.9, \"stolen\": 0.1}";
    assertThat(new ObjectMapper().readValue(cpu, GeneratorCpu.class))
        .isEqualTo(new GeneratorCpu(1.5, 0.9, 0.1));
  }
}
