// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who of several tenants was served how. */
class TenantResultTest {
  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b.c", 1)));
  private static final int DEVICES = 8;
  private static final RoundRobin TURNS = new RoundRobin(DEVICES, 2, "device-{index}");

  @TempDir private Path directory;

  private static int tenant(int n) {
    return TENANTS.of(TURNS.device(n));
  }

  /** Message 30 failed; all that is confirmed took as many ms as its number. */
  private static DeviceBook.DeviceFlow sender() {
    long[] sent = new long[2];
    LatencyHistogram[] response = {new LatencyHistogram(), new LatencyHistogram()};
    LatencyHistogram all = new LatencyHistogram();
    for (int n = Books.FROM; n < Books.TO; n++) {
      sent[tenant(n)]++;
      if (n != 30) {
        response[tenant(n)].record(n * 1_000_000L);
        all.record(n * 1_000_000L);
      }
    }
    List<TenantBook.TenantFlowBook> parts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      parts.add(
          new TenantBook.TenantFlowBook(
              sent[i],
              tenant(30) == i ? 1 : 0,
              0,
              new StoredHistogram(response[i]),
              null,
              new TenantBook.TenantDue(sent[i], 0, sent[i], Map.of())));
    }
    return new DeviceBook.DeviceFlow(
        FlowTerms.rate(8.0),
        new FlowNumbers(Books.FROM, Books.TO, TURNS),
        new FlowTotals(
            Books.allWell(Books.FROM),
            new FlowCounts(80, 80, 80, 79, Map.of("transport.timeout", 1L), Map.of(), 0, 0),
            all,
            all,
            null,
            0),
        Books.numbers(0, Books.TO),
        Books.without(Books.numbers(0, Books.TO), 30),
        new MessageSet(),
        new PerSecond(
            List.of(8L), List.of(8L), List.of(8L), List.of(0L), List.of(), Map.of(), null),
        null,
        parts);
  }

  private static DeviceBook device() {
    return Books.device(
        true,
        Map.of("telemetry", sender()),
        Books.generator(),
        List.of(new TenantBook("a", 3, 6, 6, 6), new TenantBook("b.c", 1, 2, 2, 1)));
  }

  /** Messages 21, 50 and 77 are lost, as is 5 of the warm-up; two come twice. */
  private static BackendBook backend() {
    MessageSet received = Books.without(Books.numbers(0, Books.TO), 5);
    for (int n : new int[] {21, 50, 77}) {
      received = Books.without(received, n);
    }
    Map<Integer, BackendBook.DeviceTrouble> troubles = new LinkedHashMap<>();
    for (int n : new int[] {40, 41}) {
      troubles.put(TURNS.device(n), new BackendBook.DeviceTrouble(1, 0));
    }
    return Books.backend(
        Map.of(
            "telemetry",
            new BackendBook.BackendFlow(
                new BackendBook.ReceiptCounts(19, 0, 0),
                new BackendBook.ReceiptCounts(79, 2, 0),
                Books.millis(3),
                received,
                troubles,
                40,
                null,
                null,
                null)));
  }

  private static Result joined(BackendBook backend, String... bounds) {
    return Result.join(device(), backend, List.of(bounds).stream().map(Threshold::parse).toList());
  }

  @Test
  void theTenantsOfAFlowAddUpToIt() {
    Result result = joined(backend());
    FlowResult whole = result.figures().flows().get("telemetry");
    List<TenantResult.TenantFlow> parts =
        result.figures().tenants().values().stream()
            .map(each -> each.flows().get("telemetry"))
            .toList();

    assertThat(parts).hasSize(2);
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::scheduled).sum())
        .isEqualTo(whole.counts().scheduled());
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::notSent).sum())
        .isEqualTo(whole.counts().notSent());
    assertThat(parts)
        .extracting(TenantResult.TenantFlow::achieved)
        .containsOnly(whole.load().achieved());
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::sent).sum())
        .isEqualTo(whole.counts().sent());
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::ok).sum())
        .isEqualTo(whole.counts().ok());
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::failed).sum())
        .isEqualTo(whole.counts().failed());
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::delivered).sum())
        .isEqualTo(whole.ledger().messages().delivered())
        .isEqualTo(76);
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::lost).sum())
        .isEqualTo(whole.ledger().messages().lost())
        .isEqualTo(3);
    assertThat(parts.stream().mapToLong(TenantResult.TenantFlow::duplicate).sum())
        .isEqualTo(whole.ledger().messages().duplicate())
        .isEqualTo(2);
    assertThat(parts.stream().mapToLong(each -> each.response().count()).sum())
        .isEqualTo(whole.times().response().count());
    assertThat(whole.ledger().unaccounted()).isZero();
  }

  @Test
  void whatHappenedToAMessageHappenedToItsDevicesTenant() {
    Map<String, TenantResult> tenants = joined(backend()).figures().tenants();
    for (int i = 0; i < 2; i++) {
      TenantResult.TenantFlow flow = tenants.get(TENANTS.id(i)).flows().get("telemetry");
      long lost = 0;
      for (int n : new int[] {21, 50, 77}) {
        lost += tenant(n) == i ? 1 : 0;
      }
      assertThat(flow.lost()).isEqualTo(lost);
      // Of the two that came twice, one is of each.
      assertThat(flow.duplicate()).isEqualTo(1);
      assertThat(flow.failed()).isEqualTo(tenant(30) == i ? 1 : 0);
      assertThat(flow.delivered()).isEqualTo(flow.ok() - lost);
    }
    assertThat(tenants.get("a").flows().get("telemetry").sent()).isEqualTo(60);
    assertThat(tenants.get("b.c").flows().get("telemetry").sent()).isEqualTo(20);
    assertThat(tenants.get("b.c").weight()).isEqualTo(1);
    assertThat(tenants.get("b.c").devices()).isEqualTo(2);
    assertThat(tenants.get("b.c").connected()).isEqualTo(1);
  }

  /** One device of 200 is the tenant's, and its messages are never sent. */
  @Test
  void aTenantOfWhichNothingWasSentCrossesThoughTheWholeAchievedEnough() {
    Result result = quiet(10, 10);

    assertThat(result.figures().flows().get("telemetry").load().achieved()).isEqualTo(0.995);
    TenantResult.TenantFlow dead = result.figures().tenants().get("quiet").flows().get("telemetry");
    assertThat(dead.scheduled()).isEqualTo(10);
    assertThat(dead.notSent()).isEqualTo(10);
    assertThat(dead.notSentBy()).containsExactly(Map.entry("deviceBusy", 10L));
    assertThat(dead.achieved()).isZero();
    assertThat(result.verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(result.verdict().reasons())
        .singleElement()
        .asString()
        .contains(
            "\"tenants.*.flows.*.achieved >= 99%\"", "tenants.quiet.flows.telemetry.achieved");
  }

  @Test
  void oneMessageOfASmallTenantMayLeaveAMomentAfterTheEnd() {
    assertThat(quiet(10, 1).verdict().code()).isEqualTo(ExitCode.PASSED);
    assertThat(quiet(10, 2).verdict().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(quiet(1, 1).verdict().code())
        .as("it has no other")
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  @Test
  void whatAProfileAllowsOfAFlowItAllowsOfEachTenant() {
    assertThat(quiet(10, 6, "flows.*.achieved >= 40%").verdict().code()).isEqualTo(ExitCode.PASSED);
    assertThat(quiet(10, 7, "flows.telemetry.achieved >= 40%").verdict().code())
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(quiet(10, 10, "tenants.quiet.flows.*.achieved >= 0%").verdict().code())
        .isEqualTo(ExitCode.PASSED);
    assertThat(quiet(10, 10, "tenants.loud.flows.*.achieved >= 0%").verdict().code())
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  @Test
  void theBookOfAnEarlierVersionDoesNotKnowWhatWasDueOfATenant() throws Exception {
    ObjectNode book = (ObjectNode) ResultFiles.tree(device());
    book.at("/flows/telemetry/tenants").forEach(each -> ((ObjectNode) each).remove("due"));
    Path file = directory.resolve("book");
    Files.writeString(file, book.toString());

    Result result = Result.join(ResultFiles.read(file, DeviceBook.class), backend(), List.of());

    TenantResult.TenantFlow flow = result.figures().tenants().get("a").flows().get("telemetry");
    assertThat(flow.sent()).isEqualTo(60);
    assertThat(flow.scheduled()).isNull();
    assertThat(result.thresholds())
        .extracting(ThresholdOutcome::figure)
        .noneMatch(each -> each.startsWith("tenants."));
  }

  /**
   * A run of 2,000 messages; some are due of the small tenant, and of these some are not sent.
   * Nothing else goes wrong.
   */
  private static Result quiet(int due, int notSent, String... bounds) {
    int all = 2_000;
    long sent = (long) all - notSent;
    long others = (long) all - due;
    long left = (long) due - notSent;
    MessageSet numbers = Books.numbers(0, all).minus(Books.numbers(0, notSent));
    Map<String, Long> busy = notSent == 0 ? Map.of() : Map.of("deviceBusy", (long) notSent);
    StoredHistogram some = new StoredHistogram(Books.millis(1));
    DeviceBook.DeviceFlow flow =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(200.0),
            new FlowNumbers(0, all, new RoundRobin(200, 0, "device-{index}")),
            new FlowTotals(
                FlowCounts.NONE,
                new FlowCounts(all, sent, sent, sent, Map.of(), busy, 0, 0),
                Books.millis(1),
                Books.millis(1),
                null,
                0),
            numbers,
            numbers,
            new MessageSet(),
            new PerSecond(
                List.of(8L), List.of(8L), List.of(8L), List.of(0L), List.of(), Map.of(), null),
            null,
            List.of(
                new TenantBook.TenantFlowBook(
                    others,
                    0,
                    0,
                    some,
                    null,
                    new TenantBook.TenantDue(others, 0, others, Map.of())),
                new TenantBook.TenantFlowBook(
                    left, 0, 0, some, null, new TenantBook.TenantDue(due, 0, left, busy))));
    return Result.join(
        Books.device(
            true,
            Map.of("telemetry", flow),
            Books.generator(),
            List.of(
                new TenantBook("loud", 199, 199, 199, 199), new TenantBook("quiet", 1, 1, 1, 1))),
        Books.backend(
            Map.of(
                "telemetry",
                new BackendBook.BackendFlow(
                    BackendBook.ReceiptCounts.NONE,
                    new BackendBook.ReceiptCounts(sent, 0, 0),
                    Books.millis(3),
                    numbers,
                    Map.of(),
                    null,
                    null,
                    null,
                    null))),
        List.of(bounds).stream().map(Threshold::parse).toList());
  }

  @Test
  void withoutABackendNothingIsSaidOfDelivery() {
    TenantResult.TenantFlow flow =
        joined(null).figures().tenants().get("a").flows().get("telemetry");
    assertThat(flow.sent()).isEqualTo(60);
    assertThat(flow.delivered()).isNull();
    assertThat(flow.lost()).isNull();
    assertThat(flow.duplicate()).isNull();
  }

  @Test
  void oneTenantIsToldOfByTheWholeAlone() {
    assertThat(Result.join(Books.device(Books.senders()), null, List.of()).figures().tenants())
        .isNull();
  }

  @Test
  void thresholdsNameTenantsWhoseIdsMayHoldDots() {
    List<ThresholdOutcome> outcomes =
        Books.ofProfile(
            joined(
                backend(),
                "tenants.b.c.flows.telemetry.response.max < 50ms",
                "tenants.*.flows.*.failed == 0",
                "tenants.*.connected / tenants.*.sessions >= 60%"));
    assertThat(outcomes)
        .extracting(ThresholdOutcome::figure)
        .containsExactly(
            "tenants.b.c.flows.telemetry.response.max",
            "tenants.a.flows.telemetry.failed",
            "tenants.b.c.flows.telemetry.failed",
            "tenants.a.connected / tenants.a.sessions",
            "tenants.b.c.connected / tenants.b.c.sessions");
    assertThat(outcomes.get(0).held()).isFalse();
    assertThat(outcomes.get(1).held()).isEqualTo(tenant(30) != 0);
    assertThat(outcomes.get(2).held()).isEqualTo(tenant(30) == 0);
    assertThat(outcomes.get(3).held()).isTrue();
    assertThat(outcomes.get(4).held()).isFalse();
  }

  @Test
  void theFiguresOfTenantsAreKnownBeforeTheRun() {
    FigureNames several =
        new FigureNames(
            List.of("telemetry"), List.of(), TENANTS, Books.ANSWERS, false, List.of(), List.of());
    FigureNames one =
        new FigureNames(
            List.of("telemetry"),
            List.of(),
            Tenants.one("a"),
            Books.ANSWERS,
            false,
            List.of(),
            List.of());
    Threshold bound = Threshold.parse("tenants.b.c.flows.telemetry.response.p99 < 1s");
    assertThat(several.has(bound)).isTrue();
    assertThat(one.has(bound)).isFalse();
    assertThat(several.has(Threshold.parse("tenants.*.flows.telemetry.asked > 1"))).isFalse();
  }

  @Test
  void aBookIsReadBackWithItsTenants() throws Exception {
    ResultFiles.write(directory.resolve("book"), device());
    DeviceBook read = ResultFiles.read(directory.resolve("book"), DeviceBook.class);
    assertThat(read.sharedBy()).isEqualTo(TENANTS);
    assertThat(ResultFiles.tree(Result.join(read, backend(), List.of())))
        .isEqualTo(ResultFiles.tree(joined(backend())));
  }

  @Test
  void theGroupsOfTheBookSayWhichDevicesAreWhichTenants() throws Exception {
    DeviceBook book = device();
    DeviceBook grouped =
        new DeviceBook(
            book.version(),
            book.runId(),
            book.runName(),
            book.complete(),
            book.shard(),
            book.timeline(),
            book.devices(),
            book.flows(),
            book.tenants(),
            List.of(
                new GroupBook("many", 0, 5, null, 0, 0, "b.c"),
                new GroupBook("few", 5, 3, null, 0, 0, "a")),
            book.generatorBook());
    ResultFiles.write(directory.resolve("book"), grouped);
    DeviceBook read = ResultFiles.read(directory.resolve("book"), DeviceBook.class);

    assertThat(read.sharedBy().of(4)).isEqualTo(1);
    assertThat(read.sharedBy().of(5)).isZero();
    Map<String, TenantResult> tenants = Result.join(read, backend(), List.of()).figures().tenants();
    for (String tenant : List.of("a", "b.c")) {
      long lost =
          IntStream.of(21, 50, 77).filter(n -> TURNS.device(n) < 5 == tenant.equals("b.c")).count();
      assertThat(tenants.get(tenant).flows().get("telemetry").lost()).as(tenant).isEqualTo(lost);
    }
    assertThat(Files.readString(directory.resolve("book"))).contains("\"tenant\"");
    ResultFiles.write(directory.resolve("earlier"), device());
    assertThat(Files.readString(directory.resolve("earlier"))).doesNotContain("\"tenant\"");
  }
}
