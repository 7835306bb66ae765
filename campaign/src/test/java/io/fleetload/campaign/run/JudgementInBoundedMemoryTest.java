// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.LongRunJudged;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.rig.LongRun;
import io.fleetload.rig.SmallHeap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joining, judging and reporting the books of many messages in a JVM of its own with little memory.
 * {@code -Dbooks.dir} names larger books than these; docs/reference/benchmarks.md has the command.
 */
@Tag("nightly")
@Tag("memory")
class JudgementInBoundedMemoryTest {
  private static final int MESSAGES = 2_500_000;
  private static final int SECONDS = 3_600;

  @TempDir private Path temporary;

  @Test
  void theBooksOfALongRunAreJudged() throws Exception {
    Path directory = Path.of(System.getProperty("books.dir", temporary.toString()));
    if (directory.equals(temporary)) {
      writeBooks();
    }
    ResultFiles.write(
        directory.resolve(RunRequest.FILE),
        new RunRequest(
            "c0ffee",
            "long run",
            5_000,
            null,
            100,
            List.of(
                "flows.*.response.p99 < 1s",
                "ledger.lost == 0",
                "flows.*.failed == 0",
                "tenants.*.flows.*.response.p99 < 1s every 1m"),
            List.of(),
            null,
            Map.of(),
            null));
    Process process =
        SmallHeap.of(
                System.getProperty("books.heap", "44m"),
                LongRunJudged.class,
                List.of(directory.toString()))
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(directory.resolve("report.html")).exists();
    Result result = ResultFiles.read(directory.resolve(Result.FILE), Result.class);
    assertThat(result.identity().complete()).isTrue();
    assertThat(result.figures().ledger().messages().lost()).isPositive();
    assertThat(result.worstDevices()).hasSize(10);
    if (directory.equals(temporary)) {
      assertThat(result.thresholds().stream().filter(each -> each.windows() != null))
          .hasSize(Tenants.MOST * LongRun.FLOWS.size())
          .allMatch(each -> each.held() && each.windows().judged() == 60);
    }
    for (String flow : LongRun.FLOWS) {
      assertThat(
              result.figures().tenants().values().stream()
                  .mapToLong(each -> each.flows().get(flow).lost())
                  .sum())
          .isEqualTo(result.figures().flows().get(flow).ledger().messages().lost());
    }
  }

  /** Every 1,009th message failed though it arrived, every 9,973rd was lost. */
  private void writeBooks() throws IOException {
    LatencyHistogram times = new LatencyHistogram();
    MessageSet sent = new MessageSet();
    MessageSet ok = new MessageSet();
    MessageSet received = new MessageSet();
    for (int n = 0; n < MESSAGES; n++) {
      sent.add(n);
      if (n % 1_009 != 1) {
        ok.add(n);
        times.record(1_000_000L + n);
      }
      if (n % 9_973 != 2) {
        received.add(n);
      }
    }
    List<Long> counts = Collections.nCopies(SECONDS, 694L);
    List<Double> millis = Collections.nCopies(SECONDS, 12.345);
    PerSecond course =
        new PerSecond(
            counts,
            counts,
            counts,
            counts,
            counts,
            Map.of("transport.timeout", counts),
            new PerSecond.ResponseMs(millis, millis, millis, millis));
    FlowCounts measured =
        new FlowCounts(
            MESSAGES,
            MESSAGES,
            MESSAGES,
            ok.size(),
            Map.of("transport.timeout", MESSAGES - ok.size()),
            Map.of(),
            0,
            0);
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    Map<String, BackendBook.BackendFlow> arrived = new LinkedHashMap<>();
    for (String flow : LongRun.FLOWS) {
      flows.put(
          flow,
          new DeviceBook.DeviceFlow(
              FlowTerms.rate(flow.equals(LongRun.ANSWER) ? null : 694.0),
              new FlowNumbers(0, MESSAGES, new RoundRobin(5_000, 0, "device-{index}")),
              new FlowTotals(FlowCounts.NONE, measured, times, times, null, 0),
              sent,
              ok,
              new MessageSet(),
              course,
              null,
              tenants().stream().map(each -> part(each, times)).toList()));
      arrived.put(
          flow,
          new BackendBook.BackendFlow(
              new BackendBook.ReceiptCounts(0, 0, 0),
              new BackendBook.ReceiptCounts(received.size(), 0, 0),
              times,
              received,
              Map.of(),
              null,
              null,
              null,
              null));
    }
    Files.createDirectories(temporary);
    ResultFiles.write(
        temporary.resolve(DeviceBook.FILE),
        new DeviceBook(
            DeviceBook.VERSION,
            "c0ffee",
            "long run",
            true,
            null,
            RunTimeline.of(
                SECONDS,
                List.of(new DeviceBook.PhaseTimes("measure", 1_000, 1_000 + SECONDS * 1_000L))),
            new DeviceBook.FleetCounts(5_000, 5_000, 5_000, Map.of(), 0, times, null, null, null),
            flows,
            tenants(),
            GeneratorBook.of(new GeneratorHealth(times.summary(), 100_000, 0, 0, List.of()))));
    ResultFiles.write(
        temporary.resolve(BackendBook.FILE),
        new BackendBook(
            BackendBook.VERSION,
            "c0ffee",
            "long run",
            null,
            new BackendReading(true, true, null, SECONDS),
            arrived,
            DeviceClocks.UNKNOWN,
            new BackendBook.Strangers(0, 0),
            null));
  }

  /** With what a threshold on windows of it makes the book keep. */
  private static TenantBook.TenantFlowBook part(TenantBook tenant, LatencyHistogram times) {
    int length = ResponseIntervals.lengthFor(SECONDS, Tenants.MOST);
    int intervals = SECONDS / length;
    List<Long> counts = Collections.nCopies(intervals, 1_000L);
    return new TenantBook.TenantFlowBook(
        MESSAGES,
        0,
        0,
        new StoredHistogram(times),
        new TenantCourse(
            tenant.id(),
            counts,
            counts,
            counts,
            new ResponseIntervals(
                length,
                length,
                List.of(),
                Collections.nCopies(intervals, ResponseIntervals.encoded(times)))));
  }

  /** As many as there can be. */
  private static List<TenantBook> tenants() {
    List<TenantBook> tenants = new ArrayList<>();
    for (int i = 0; i < Tenants.MOST; i++) {
      tenants.add(new TenantBook("tenant-" + i, 1 + i, 100, 100, 100));
    }
    return tenants;
  }
}
