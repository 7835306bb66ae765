// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.progress.ToolEvent;
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
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.StoredHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The books of a run of 10 messages of telemetry a second, of two tenants at 4 to 1, as they are
 * after so many seconds.
 */
final class GrowingBooks {
  static final Result.About ABOUT = new Result.About(null, Map.of("tool", "0"), Map.of("cpus", 2L));
  static final int SECONDS = 600;

  private final Path directory;

  GrowingBooks(Path directory) {
    this.directory = directory;
  }

  /** Writes both books as they are after those seconds. */
  void write(int seconds, boolean complete) throws IOException {
    ResultFiles.write(directory.resolve(DeviceBook.FILE), device(seconds, complete));
    ResultFiles.write(directory.resolve(BackendBook.FILE), backend(seconds, complete));
  }

  /** Writes the result of a run that ended after those seconds. */
  void result(int seconds) throws IOException {
    write(seconds, true);
    ResultFiles.write(
        directory.resolve(Result.FILE),
        Result.join(device(seconds, true), backend(seconds, true), List.of()).with(ABOUT));
  }

  /** What the tools tell then. */
  static RunSoFar.Now now(int seconds) {
    RunSoFar soFar = new RunSoFar();
    soFar.saw(
        new ToolEvent.Progress(
            "device-simulator",
            "measure",
            (double) SECONDS - seconds,
            Map.of("telemetry", new ToolEvent.FlowProgress(10.0, 10, 0, 1, 12.5)),
            (double) SECONDS,
            new ToolEvent.DeviceProgress(5, 5, 10L * seconds, 1.5, 100),
            null));
    return soFar.now();
  }

  private static MessageSet numbers(int to) {
    MessageSet set = new MessageSet();
    for (int n = 0; n < to; n++) {
      set.add(n);
    }
    return set;
  }

  private static LatencyHistogram times(int count) {
    LatencyHistogram times = new LatencyHistogram();
    for (int i = 0; i < count; i++) {
      times.record(4_000_000L + i % 50 * 1_000_000L);
    }
    return times;
  }

  private static DeviceBook device(int seconds, boolean complete) {
    int sent = 10 * seconds;
    FlowCounts counts = new FlowCounts(sent, sent, sent, sent, Map.of(), Map.of(), 0, 0);
    List<Long> ten = Collections.nCopies(seconds, 10L);
    List<Long> none = Collections.nCopies(seconds, 0L);
    List<Double> millis = Collections.nCopies(seconds, 7.5);
    DeviceBook.DeviceFlow telemetry =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(10.0),
            new FlowNumbers(0, 10 * SECONDS, new RoundRobin(5, 0, "device-{index}")),
            new FlowTotals(FlowCounts.NONE, counts, times(sent), times(sent), null, 0),
            numbers(sent),
            numbers(sent),
            new MessageSet(),
            new PerSecond(
                ten,
                ten,
                ten,
                none,
                none,
                Map.of(),
                new PerSecond.ResponseMs(millis, millis, millis, millis)),
            null,
            List.of(
                new TenantBook.TenantFlowBook(
                    8L * seconds, 0, 0, new StoredHistogram(times(8 * seconds)), null),
                new TenantBook.TenantFlowBook(
                    2L * seconds, 0, 0, new StoredHistogram(times(2 * seconds)), null)));
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "growing",
        complete,
        null,
        RunTimeline.of(
            seconds,
            List.of(
                new DeviceBook.PhaseTimes(
                    "measure", 1_000_000, complete ? 1_000_000 + 1_000L * seconds : 0))),
        new DeviceBook.FleetCounts(5, 5, 5, Map.of(), 0, times(5), null, null, null),
        Map.of("telemetry", telemetry),
        List.of(new TenantBook("loud", 4, 4, 4, 4), new TenantBook("quiet", 1, 1, 1, 1)),
        GeneratorBook.of(new GeneratorHealth(times(1).summary(), 100, 1, 1, List.of())));
  }

  private static BackendBook backend(int seconds, boolean complete) {
    // Its book is a second older while the run goes on.
    int received = 10 * (complete ? seconds : Math.max(0, seconds - 1));
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "growing",
        null,
        new BackendReading(complete, complete, null, seconds),
        Map.of(
            "telemetry",
            new BackendBook.BackendFlow(
                new BackendBook.ReceiptCounts(0, 0, 0),
                new BackendBook.ReceiptCounts(received, 0, 0),
                times(received),
                numbers(received),
                Map.of(),
                null,
                null,
                null,
                null)),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }
}
