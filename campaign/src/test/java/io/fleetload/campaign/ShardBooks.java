// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run of 100 messages of telemetry in 10 s, all well, whose two shards took turns. */
public final class ShardBooks {
  private ShardBooks() {}

  /** Writes what the shard leaves behind and returns its directory. */
  public static Path shard(Path parent, String shard, long millis) throws IOException {
    Shard which = Shard.parse(shard);
    Path directory = Files.createDirectory(parent.resolve("shard-" + which.number()));
    write(directory, which, which, millis);
    return directory;
  }

  /** Writes what a device side leaves behind that was not split, and returns its directory. */
  public static Path whole(Path parent, long millis) throws IOException {
    Path directory = Files.createDirectory(parent.resolve("devices"));
    write(directory, Shard.WHOLE, null, millis);
    return directory;
  }

  private static void write(Path directory, Shard which, Shard said, long millis)
      throws IOException {
    MessageSet sent = numbers(which.number() - 1, which.of());
    LatencyHistogram times = new LatencyHistogram();
    for (long i = 0; i < sent.size(); i++) {
      times.record(millis * 1_000_000);
    }
    FlowCounts counts =
        new FlowCounts(
            sent.size(), sent.size(), sent.size(), sent.size(), Map.of(), Map.of(), 0, 0);
    DeviceBook.DeviceFlow telemetry =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(10.0 / which.of()),
            new FlowNumbers(0, 100, null),
            new FlowTotals(FlowCounts.NONE, counts, times, times, null, 0),
            sent,
            sent,
            new MessageSet(),
            new PerSecond(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), null),
            null,
            null);
    ResultFiles.write(
        directory.resolve(DeviceBook.FILE),
        new DeviceBook(
            DeviceBook.VERSION,
            "c0ffee",
            "shared",
            true,
            said,
            RunTimeline.of(
                10, List.of(new DeviceBook.PhaseTimes("measure", which.number() * 100L, 10_100))),
            new DeviceBook.FleetCounts(5, 5, 5, Map.of(), 0, times, null, null, null),
            Map.of("telemetry", telemetry),
            null,
            new GeneratorBook(
                new GeneratorHealth(times.summary(), 100, 1, 1, List.of()), times, null)));
  }

  /** Writes what the one backend leaves behind and returns its directory. */
  public static Path backend(Path parent) throws IOException {
    return backend(parent.resolve("backend"), Shard.WHOLE);
  }

  /** Writes what one of several backends leaves behind and returns its directory. */
  public static Path backend(Path parent, String part) throws IOException {
    Shard which = Shard.parse(part);
    return backend(parent.resolve("backend-" + which.number()), which);
  }

  private static Path backend(Path directory, Shard which) throws IOException {
    MessageSet received = numbers(which.number() - 1, which.of());
    Files.createDirectory(directory);
    ResultFiles.write(
        directory.resolve(BackendBook.FILE),
        new BackendBook(
            BackendBook.VERSION,
            "c0ffee",
            "shared",
            null,
            new BackendReading(true, true, null, 12, which),
            Map.of(
                "telemetry",
                new BackendBook.BackendFlow(
                    new BackendBook.ReceiptCounts(0, 0, 0),
                    new BackendBook.ReceiptCounts(received.size(), 0, 0),
                    new LatencyHistogram(),
                    received,
                    Map.of(),
                    null,
                    null,
                    null,
                    null)),
            DeviceClocks.UNKNOWN,
            new BackendBook.Strangers(0, 0),
            null));
    return directory;
  }

  private static MessageSet numbers(int from, int step) {
    MessageSet set = new MessageSet();
    for (int n = from; n < 100; n += step) {
      set.add(n);
    }
    return set;
  }
}
