// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.analysis.report.GeneratorLines;
import io.fleetload.analysis.report.VerdictText;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.TargetCost;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTextTest {
  private static final Golden WORDS = Golden.of("run");
  @TempDir private Path directory;

  private List<String> lines(Long dropped) throws IOException {
    DeviceBook book =
        ResultFiles.read(
            ShardBooks.shard(directory, dropped == null ? "1/3" : dropped > 0 ? "2/3" : "3/3", 10)
                .resolve(DeviceBook.FILE),
            DeviceBook.class);
    ProcessCost adapter =
        new ProcessCost("adapter", true, 1.0, null, null, dropped, null, null, null, null, null);
    return new VerdictText(
            Result.join(book, null, List.of()).with(TargetCost.of(List.of(adapter), 100, null)))
        .lines();
  }

  private List<String> linesWith(BackendBook backend) throws IOException {
    DeviceBook book =
        ResultFiles.read(
            ShardBooks.shard(directory, "1/1", 10).resolve(DeviceBook.FILE), DeviceBook.class);
    FlowCounts early = new FlowCounts(7, 7, 7, 0, Map.of("protocol.5.03", 7L), Map.of(), 0, 0);
    book.flows()
        .replaceAll(
            (name, flow) ->
                new DeviceBook.DeviceFlow(
                    FlowTerms.rate(flow.terms().asked()),
                    new FlowNumbers(7, 100, null),
                    new FlowTotals(
                        early,
                        new FlowCounts(93, 93, 93, 93, Map.of(), Map.of(), 0, 0),
                        flow.totals().response(),
                        flow.totals().service(),
                        null,
                        0),
                    flow.sent(),
                    flow.ok().between(7, 100),
                    new MessageSet(),
                    flow.perSecond(),
                    null,
                    null));
    return new VerdictText(Result.join(book, backend, List.of())).lines();
  }

  private static BackendBook backend(boolean caughtUp) {
    return backend(caughtUp, (StoredMessages) null);
  }

  private static BackendBook backend(boolean caughtUp, StoredMessages stored) {
    MessageSet received = new MessageSet();
    for (int n = 7; n < 100; n++) {
      received.add(n);
    }
    return backend(
        caughtUp,
        new BackendBook.BackendFlow(
                new BackendBook.ReceiptCounts(0, 0, 0),
                new BackendBook.ReceiptCounts(93, 0, 0),
                new LatencyHistogram(),
                received,
                Map.of(),
                null,
                null,
                null,
                null)
            .with(stored));
  }

  private static BackendBook backend(boolean caughtUp, BackendBook.BackendFlow telemetry) {
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "shared",
        null,
        new BackendReading(caughtUp, caughtUp, null, 12),
        Map.of("telemetry", telemetry),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(500, 700),
        null);
  }

  @Test
  void whatFailedBeforeTheMeasuredPhaseAndWhatIsNotOfTheRunIsSaid() throws IOException {
    List<String> lines = linesWith(backend(true));
    WORDS.holds("a backend that read all", String.join("\n", lines));
    assertThat(lines)
        .contains(
            "  ledger     delivered 93, lost 0, duplicate 0, out of order 0, unaccounted 0",
            "  warm-up: 7 failed (protocol.5.03 7)")
        .anyMatch(line -> line.matches("  records: 700 .*, 500 .*"));
  }

  @Test
  void whatTheStoreHoldsHasALineWhereItWasRead() throws IOException {
    MessageSet held = new MessageSet();
    for (int n = 7; n < 99; n++) {
      held.add(n);
    }
    assertThat(linesWith(backend(true, new StoredMessages(92, held, new MessageSet()))))
        .anySatisfy(line -> WORDS.says(line, "  store  ", "92 (98.9 %)", "lost 1", " 1", " 0"));
  }

  @Test
  void messagesThatSeveralReceiversMustGetHaveLinesThatNameThoseThatDidNot() throws IOException {
    BackendBook.BackendFlow one = backend(true).flows().get("telemetry");
    MessageSet some = one.received().between(7, 97);
    List<ReceiverBook> receivers =
        List.of(
            new ReceiverBook(
                BackendBook.ReceiptCounts.NONE,
                one.measured(),
                one.received(),
                ReceiverBook.UNTIMED),
            new ReceiverBook(
                BackendBook.ReceiptCounts.NONE,
                new BackendBook.ReceiptCounts(92, 2, 1),
                some,
                ReceiverBook.UNTIMED));
    BackendBook.BackendFlow both =
        new BackendBook.BackendFlow(
            one.warmUp(),
            new BackendBook.ReceiptCounts(185, 2, 1),
            one.endToEnd(),
            one.received(),
            Map.of(),
            null,
            null,
            null,
            receivers);
    List<String> lines = linesWith(backend(true, both));
    assertThat(lines)
        .contains(
            "  ledger     delivered 90, lost 3, duplicate 2, out of order 1, unaccounted 0",
            "  receivers  telemetry: receiver 1 lost 3, duplicate 2, out of order 1")
        .anySatisfy(
            line ->
                WORDS.says(line, "  deliveries ", "183 of 186 (98.4 %)", "lost 3", " 0", " 3 "));
  }

  @Test
  void whatCameLateIsBesideWhatIsLost() throws IOException {
    BackendBook.BackendFlow some = backend(true).flows().get("telemetry");
    MessageSet late = some.received().between(90, 95);
    assertThat(linesWith(backend(true, some.withLate(late))))
        .contains(
            "  ledger     delivered 93, lost 0, late 5, duplicate 0, out of order 0, unaccounted 0");
  }

  @Test
  void messagesWithOneReceiverHaveNoSuchLine() throws IOException {
    assertThat(linesWith(backend(true))).noneMatch(line -> line.startsWith("  deliveries"));
  }

  @Test
  void aStoreThatWasNotReadHasNone() throws IOException {
    assertThat(linesWith(backend(true))).noneMatch(line -> line.startsWith("  store"));
  }

  @Test
  void aBackendThatHadNotReadEverythingDoesNotSayWhatIsLost() throws IOException {
    assertThat(linesWith(backend(false)))
        .anySatisfy(line -> WORDS.says(line, "  ledger  ", "93"))
        .noneMatch(line -> line.contains("lost 0"));
  }

  @Test
  void whoDroppedDatagramsIsNamedAndOthersAreNot() throws IOException {
    assertThat(lines(1_234L))
        .anySatisfy(line -> WORDS.says(line, "  network  ", "adapter", "1,234"));
    assertThat(lines(0L)).noneMatch(line -> line.contains("network"));
    assertThat(lines(null)).noneMatch(line -> line.contains("network"));
  }

  @Test
  void howWellTheFlowsBeganAtTheAgreedTimeIsALine() throws IOException {
    DeviceBook book =
        ResultFiles.read(
            ShardBooks.shard(directory, "1/2", 10).resolve(DeviceBook.FILE), DeviceBook.class);
    assertThat(began(book, new AgreedStart(1_000, 7.0, 0.125, 6.875)))
        .singleElement(STRING)
        .satisfies(line -> WORDS.says(line, "0.1 to 7.0 ms", "6.9 ms"));
    assertThat(began(book, new AgreedStart(1_000, 2.5, null, null)))
        .singleElement(STRING)
        .satisfies(line -> WORDS.says(line, "2.5 ms"));
    assertThat(began(book, new AgreedStart(1_000, null, null, null))).isEmpty();
    assertThat(began(book, null)).isEmpty();
  }

  private static List<String> began(DeviceBook book, AgreedStart start) {
    Result result = Result.join(changed(book, start, null), null, List.of());
    return new VerdictText(result)
        .lines().stream().filter(line -> line.contains("agreed start")).toList();
  }

  private static DeviceBook changed(DeviceBook book, AgreedStart start, List<TenantBook> tenants) {
    return new DeviceBook(
        book.version(),
        book.runId(),
        book.runName(),
        book.complete(),
        book.shard(),
        new RunTimeline(
            book.timeline().measuredSeconds(),
            book.timeline().phases(),
            start,
            null,
            book.timeline().aborted()),
        book.devices(),
        book.flows(),
        tenants,
        book.generatorBook());
  }

  @Test
  void eachOfSeveralTenantsHasALine() throws IOException {
    DeviceBook book =
        ResultFiles.read(
            ShardBooks.shard(directory, "1/1", 10).resolve(DeviceBook.FILE), DeviceBook.class);
    LatencyHistogram loud = new LatencyHistogram();
    loud.record(1_200_000);
    book.flows()
        .replaceAll(
            (name, flow) ->
                new DeviceBook.DeviceFlow(
                    flow.terms(),
                    flow.numbering(),
                    flow.totals(),
                    flow.sent(),
                    flow.ok(),
                    flow.withoutCommand(),
                    flow.perSecond(),
                    flow.intervals(),
                    List.of(
                        new TenantBook.TenantFlowBook(75, 4, 0, new StoredHistogram(loud), null),
                        new TenantBook.TenantFlowBook(
                            25,
                            0,
                            0,
                            new StoredHistogram(new LatencyHistogram()),
                            null,
                            new TenantBook.TenantDue(65, 0, 25, Map.of("notConnected", 40L))))));
    DeviceBook shared =
        changed(
            book,
            null,
            List.of(new TenantBook("loud", 3, 6, 6, 5), new TenantBook("quiet", 1, 2, 2, 2)));

    assertThat(new VerdictText(Result.join(shared, null, List.of())).lines())
        .anySatisfy(
            line ->
                WORDS.says(
                    line,
                    "  tenant     loud: ",
                    "6 devices, 5 of 6 connected",
                    "sent 75, failed 4",
                    "telemetry 1.2"))
        .anySatisfy(
            line ->
                WORDS.says(
                    line,
                    "  tenant     quiet: ",
                    "2 devices, 2 of 2 connected",
                    "sent 25, failed 0, not sent 40",
                    "telemetry -"));
    assertThat(lines(0L)).noneMatch(line -> line.contains("tenant"));
  }

  @Test
  void aGeneratorSaysWhatItHadOfTheProcessorsAndWhoWaitedForTheCap() {
    LatencyHistogram times = new LatencyHistogram();
    times.record(40_000_000);
    LatencySummary summary = times.summary();
    List<String> lines = new ArrayList<>();
    GeneratorLines.of(
        new GeneratorHealth(
            summary,
            100,
            7,
            3.25,
            List.of(),
            new GeneratorDelays(
                summary,
                summary,
                5.0,
                new GeneratorCpu(0.5, 0.256, 0.031),
                summary,
                null,
                null,
                null,
                0.22)),
        null,
        lines);
    WORDS.holds("the generator", String.join("\n", lines));
    assertThat(lines).hasSize(4);
    assertThat(String.join("\n", lines))
        .containsSubsequence(
            "  generator  lag p99 40.0 ms (limit 100), cpu 3.3 s, gc 7 ms\n",
            "40.0 ms",
            "25.6 %",
            "3.1 %\n",
            "0.22 ms",
            "devices.maxInFlight, 40.0 ms");
    lines.clear();
    GeneratorLines.of(new GeneratorHealth(summary, 100, 7, 3.25, List.of()), null, lines);
    assertThat(lines).hasSize(1);
  }
}
