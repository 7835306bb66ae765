// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The device side's books of one run on many machines, without the run.
 *
 * @param shards how many machines
 * @param seconds how long the run took
 * @param rate messages a second of each flow, of all shards together
 */
public record ManyShards(int shards, int seconds, int rate) {
  private static final int DEVICES = 5_000;

  /** Intervals differ, as those of a run do; after so many they come again. */
  private static final int DIFFERENT_INTERVALS = 64;

  /**
   * Writes each shard's book into a directory of its own.
   *
   * @return the directories
   */
  public List<Path> write(Path directory) throws IOException {
    List<Path> all = new ArrayList<>();
    for (int number = 1; number <= shards; number++) {
      Path its = Files.createDirectory(directory.resolve("shard-" + number));
      ResultFiles.write(its.resolve(DeviceBook.FILE), book(new Shard(number, shards)));
      all.add(its);
    }
    return all;
  }

  /** The book of a shard, which sends the messages when it is its turn. */
  private DeviceBook book(Shard shard) {
    int length = ResponseIntervals.lengthFor(seconds);
    Random random = new Random(shard.number());
    LatencyHistogram whole = new LatencyHistogram();
    List<LatencyHistogram> different = new ArrayList<>();
    for (int i = 0; i < DIFFERENT_INTERVALS; i++) {
      LatencyHistogram interval = new LatencyHistogram();
      double middle = 5e6 * (1 + random.nextDouble());
      for (int n = 0; n < rate * length / shards; n++) {
        interval.record((long) (Math.exp(random.nextGaussian() / 2) * middle));
      }
      different.add(interval);
    }
    List<String> encoded = different.stream().map(ResponseIntervals::encoded).toList();
    List<String> intervals = new ArrayList<>();
    for (int i = 0; i < seconds / length; i++) {
      whole.add(different.get(i % DIFFERENT_INTERVALS));
      intervals.add(encoded.get(i % DIFFERENT_INTERVALS));
    }
    MessageSet sent = new MessageSet();
    for (int n = shard.number() - 1; n < rate * seconds; n += shards) {
      sent.add(n);
    }
    List<Long> counts = Collections.nCopies(seconds, (long) rate / shards);
    long all = sent.size();
    FlowCounts measured = new FlowCounts(all, all, all, all, Map.of(), Map.of(), 0, 0);
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    for (String flow : LongRun.FLOWS) {
      flows.put(
          flow,
          new DeviceBook.DeviceFlow(
              new FlowTerms((double) rate / shards, null, null, true, 0),
              new FlowNumbers(
                  0, (long) rate * seconds, new RoundRobin(DEVICES, 0, "device-{index}")),
              new FlowTotals(FlowCounts.NONE, measured, whole, whole, null, 0),
              sent,
              sent,
              new MessageSet(),
              new PerSecond(counts, counts, counts, counts, counts, Map.of(), null),
              new ResponseIntervals(length, length, List.of(), intervals),
              null));
    }
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "many-shards",
        true,
        shard,
        RunTimeline.of(
            seconds,
            List.of(new DeviceBook.PhaseTimes("measure", 1_000, 1_000 + seconds * 1_000L))),
        new DeviceBook.FleetCounts(
            DEVICES / shards,
            DEVICES / shards,
            DEVICES / shards,
            Map.of(),
            0,
            whole,
            null,
            null,
            null),
        flows,
        null,
        new GeneratorBook(
            new GeneratorHealth(whole.summary(), 100_000, 0, 0, List.of()), whole, null));
  }
}
