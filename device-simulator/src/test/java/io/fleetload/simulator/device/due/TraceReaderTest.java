// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.ShardDevices;
import io.fleetload.process.UserFile;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.results.run.Shard;
import io.fleetload.schedule.trace.Trace;
import io.fleetload.schedule.trace.TraceDevices;
import io.fleetload.schedule.trace.TraceLines;
import io.fleetload.simulator.device.plan.LoadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
  private static final int DEVICES = 13;
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path directory;

  private LoadModel.Replay trace(String lines, int speed, long lengthNanos) throws IOException {
    Path file = Files.writeString(directory.resolve("t.csv"), "time,device\n" + lines);
    return new LoadModel.Replay(
        new Trace(new FileBesideProfile("t.csv", file), speed),
        () ->
            new TraceLines(
                new UserFile("times", file), "flow", new TraceDevices(0, DEVICES, "d-{index}")),
        lengthNanos);
  }

  private static TraceReader read(LoadModel.Replay model) {
    TraceReader reader = new TraceReader(model, ShardDevices.all(DEVICES));
    reader.run();
    return reader;
  }

  private static String manyLines(int count) {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    for (int n = 0; n < count; n++) {
      lines.append(n / 1_000).append('.').append("%03d".formatted(n % 1_000));
      lines.append(',').append(random.nextInt(DEVICES)).append('\n');
    }
    return lines.toString();
  }

  @Test
  void linesAfterTheMeasuredPhaseAreLeftOutAndAFasterTraceHasMore() throws IOException {
    String lines = manyLines(4_000);

    assertThat(takeAll(read(trace(lines, 1, SECOND)))).hasSize(1_000);
    assertThat(takeAll(read(trace(lines, 3, SECOND))).get(2_999)).isEqualTo(SECOND - 333_334);
  }

  @Test
  void moreLinesThanAreKeptAreReadAsTheyAreTaken() throws IOException {
    TraceReader reader =
        new TraceReader(trace(manyLines(400_000), 1, 400 * SECOND), ShardDevices.all(DEVICES));
    reader.start("flow");

    List<Long> due = new ArrayList<>();
    while (reader.awaitNext(Long.MAX_VALUE)) {
      assertThat(reader.n()).isEqualTo(due.size());
      due.add(reader.nanos());
      reader.take();
    }

    assertThat(due).hasSize(400_000).isSorted();
    assertThat(reader.failure()).isNull();
  }

  @Test
  void shardsThatEachReadTheFileTakeEachLineOnceBetweenThem() throws IOException {
    LoadModel.Replay model = trace(manyLines(50_000), 1, 1_000 * SECOND);
    TreeMap<Integer, Integer> deviceOf = new TreeMap<>();

    for (int shard = 1; shard <= 3; shard++) {
      TraceReader reader =
          new TraceReader(model, ShardDevices.everyKth(DEVICES, new Shard(shard, 3)));
      reader.run();
      while (reader.hasNext()) {
        assertThat(deviceOf.put(reader.n(), reader.device())).isNull();
        assertThat(reader.device() % 3).isEqualTo(shard - 1);
        reader.take();
      }
    }

    assertThat(deviceOf).hasSize(50_000);
    assertThat(deviceOf.lastKey()).isEqualTo(49_999);
  }

  @Test
  void aWrongLineIsToldOnceAllBeforeItAreTaken() throws IOException {
    TraceReader reader = read(trace("1,0\n2,1\n1.5,2\n3,0\n", 1, 1_000 * SECOND));

    assertThat(reader.failure()).isNull();
    assertThat(takeAll(reader)).containsExactly(0L, SECOND);
    assertThat(reader.failure()).hasMessageContaining("line 4: its time is before");
    assertThat(reader.isOver()).isTrue();
  }

  private static List<Long> takeAll(TraceReader reader) {
    List<Long> due = new ArrayList<>();
    while (reader.hasNext()) {
      due.add(reader.nanos());
      reader.take();
    }
    return due;
  }
}
