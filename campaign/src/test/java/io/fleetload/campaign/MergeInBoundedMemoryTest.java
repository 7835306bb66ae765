// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.FlowCounts;
import io.fleetload.results.FlowNumbering;
import io.fleetload.results.FlowTerms;
import io.fleetload.results.FlowTotals;
import io.fleetload.results.GeneratorBook;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.MessageSet;
import io.fleetload.results.PerSecond;
import io.fleetload.results.ResponseIntervals;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.RoundRobin;
import io.fleetload.results.RunTimeline;
import io.fleetload.results.Shard;
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
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Merging shards in a JVM of its own with less memory than their books take. {@code
 * -Dmerge.shards}, {@code -Dmerge.seconds} and {@code -Dmerge.heap} ask for larger ones;
 * docs/benchmarks.md has the command.
 */
class MergeInBoundedMemoryTest {
  private static final int SHARDS = Integer.getInteger("merge.shards", 20);
  private static final int SECONDS = Integer.getInteger("merge.seconds", 900);
  private static final String HEAP = System.getProperty("merge.heap", "40m");

  /** Of all shards together, so many a second of each flow. */
  private static final int RATE = Integer.getInteger("merge.rate", 2_000);

  @TempDir private Path directory;

  @Test
  void anyNumberOfShardsFits() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("merge"));
    for (int number = 1; number <= SHARDS; number++) {
      arguments.add(shard(new Shard(number, SHARDS)).toString());
    }
    Path out = directory.resolve("merged");
    arguments.addAll(List.of("--out", out.toString()));
    long began = System.nanoTime();
    Process process = SmallHeap.of(HEAP, MergedApart.class, arguments).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf("%d shards of %d s: %.1f s%n", SHARDS, SECONDS, seconds);
    DeviceBook merged = ResultFiles.read(out.resolve(DeviceBook.FILE), DeviceBook.class);
    assertThat(out.resolve(Result.FILE)).exists();
    for (DeviceBook.Flow flow : merged.flows().values()) {
      assertThat(flow.sent().size()).isEqualTo((long) RATE * SECONDS);
      assertThat(flow.totals().response().count()).isEqualTo((long) RATE * SECONDS);
      assertThat(flow.intervals().between(0, SECONDS).count()).isEqualTo((long) RATE * SECONDS);
    }
  }

  /** Every shard sends the messages whose turn it is, of the same times. */
  private Path shard(Shard shard) throws IOException {
    int length = ResponseIntervals.lengthFor(SECONDS);
    int each = RATE * length / SHARDS;
    Random random = new Random(1);
    LatencyHistogram interval = new LatencyHistogram();
    LatencyHistogram whole = new LatencyHistogram();
    for (int i = 0; i < each; i++) {
      interval.record((long) (Math.exp(random.nextGaussian() / 2) * 5e6));
    }
    int intervals = SECONDS / length;
    for (int i = 0; i < intervals; i++) {
      whole.add(interval);
    }
    MessageSet sent = new MessageSet();
    for (int n = shard.number() - 1; n < RATE * SECONDS; n += SHARDS) {
      sent.add(n);
    }
    List<Long> counts = Collections.nCopies(SECONDS, (long) RATE / SHARDS);
    long all = sent.size();
    FlowCounts measured = new FlowCounts(all, all, all, all, Map.of(), Map.of(), 0, 0);
    Map<String, DeviceBook.Flow> flows = new LinkedHashMap<>();
    for (String flow : LongRun.FLOWS) {
      flows.put(
          flow,
          new DeviceBook.Flow(
              new FlowTerms((double) RATE / SHARDS, null, null, true, 0),
              new FlowNumbering(
                  0, (long) RATE * SECONDS, new RoundRobin(5_000, 0, "device-{index}")),
              new FlowTotals(FlowCounts.NONE, measured, whole, whole, null, 0),
              sent,
              sent,
              new MessageSet(),
              new PerSecond(counts, counts, counts, counts, counts, Map.of(), null),
              new ResponseIntervals(
                  length,
                  length,
                  List.of(),
                  Collections.nCopies(intervals, ResponseIntervals.encoded(interval))),
              null));
    }
    Path its = Files.createDirectory(directory.resolve("shard-" + shard.number()));
    ResultFiles.write(
        its.resolve(DeviceBook.FILE),
        new DeviceBook(
            DeviceBook.VERSION,
            "c0ffee",
            "many shards",
            true,
            shard,
            RunTimeline.of(
                SECONDS,
                List.of(new DeviceBook.PhaseTimes("measure", 1_000, 1_000 + SECONDS * 1_000L))),
            new DeviceBook.Devices(50, 50, 50, Map.of(), 0, whole, null, null, null),
            flows,
            null,
            new GeneratorBook(
                new GeneratorHealth(whole.summary(), 100_000, 0, 0, List.of()), whole, null)));
    return its;
  }
}
