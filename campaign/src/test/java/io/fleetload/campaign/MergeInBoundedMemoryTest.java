// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.ManyShards;
import io.fleetload.rig.SmallHeap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Merging shards in a JVM of its own with less memory than their books take. {@code
 * -Dmerge.shards}, {@code -Dmerge.seconds} and {@code -Dmerge.heap} ask for larger ones;
 * docs/reference/benchmarks.md has the command.
 */
@Tag("nightly")
@Tag("memory")
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
    new ManyShards(SHARDS, SECONDS, RATE)
        .write(directory)
        .forEach(each -> arguments.add(each.toString()));
    Path out = directory.resolve("merged");
    arguments.addAll(List.of("--out", out.toString()));
    long began = System.nanoTime();
    Process process = SmallHeap.of(HEAP, MergedApart.class, arguments).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf("%d shards of %d s: %.1f s%n", SHARDS, SECONDS, seconds);
    DeviceBook merged = ResultFiles.read(out.resolve(DeviceBook.FILE), DeviceBook.class);
    assertThat(out.resolve(Result.FILE)).exists();
    for (DeviceBook.DeviceFlow flow : merged.flows().values()) {
      assertThat(flow.sent().size()).isEqualTo((long) RATE * SECONDS);
      assertThat(flow.totals().response().count()).isEqualTo((long) RATE * SECONDS);
      assertThat(flow.intervals().between(0, SECONDS).count()).isEqualTo((long) RATE * SECONDS);
    }
  }

  @Test
  void tooLittleMemoryIsNoDamagedBook() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("merge"));
    new ManyShards(2, 28_800, 200).write(directory).forEach(each -> arguments.add(each.toString()));
    arguments.addAll(List.of("--out", directory.resolve("merged").toString()));
    Process process = SmallHeap.of("20m", MergedApart.class, arguments).start();
    assertThat(process.errorReader().lines())
        .singleElement()
        .asString()
        .contains("(Java heap space)", " MB ", "FLEETLOAD_JAVA_OPTIONS=-Xmx38m");
    assertThat(process.waitFor()).isEqualTo(ExitCode.INTERNAL_FAULT.code());
  }
}
