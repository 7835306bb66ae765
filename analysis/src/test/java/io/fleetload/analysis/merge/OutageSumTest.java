// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.time.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The outages of shards add up to that of the whole fleet. */
class OutageSumTest {
  private static final int SESSIONS = 200;

  @TempDir private Path directory;

  /** When a session was gone and when it was back, ms. */
  private record Gone(long fromMs, long untilMs) {}

  private static Outage outage(List<Gone> all) {
    LatencyHistogram goneFor = new LatencyHistogram();
    Map<Long, Long> left = new TreeMap<>();
    Map<Long, Long> back = new TreeMap<>();
    for (Gone each : all) {
      goneFor.record((each.untilMs - each.fromMs) * 1_000_000L);
      left.merge(each.fromMs / 1_000, 1L, Long::sum);
      back.merge(each.untilMs / 1_000, 1L, Long::sum);
    }
    return new Outage(
        all.size(),
        goneFor,
        left,
        back,
        all.stream().map(Gone::fromMs).min(Long::compare).orElse(null),
        all.stream().map(Gone::untilMs).max(Long::compare).orElse(null),
        all.size() * 2L,
        all.size() * 3L);
  }

  private static DeviceBook.FleetCounts devices(Outage outage) {
    Reconnects again =
        new Reconnects(
            new Reconnects.Ends(0, 0, 0, 0, 0, 1),
            1,
            1,
            Map.of(),
            0,
            new LatencyHistogram(),
            outage);
    return new DeviceBook.FleetCounts(
        1, 1, 1, Map.of(), 0, new LatencyHistogram(), null, again, null);
  }

  private ObjectNode tree(Object value) throws IOException {
    Path file = directory.resolve("any.json");
    ResultFiles.write(file, value);
    return (ObjectNode) new ObjectMapper().readTree(Files.readString(file));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shardsAddUpToTheWhole(long seed) throws Exception {
    Random random = new Random(seed);
    List<Gone> all = new ArrayList<>();
    List<List<Gone>> shards = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int session = 0; session < SESSIONS; session++) {
      long from = 1_700_000_000_000L + random.nextInt(40_000);
      Gone gone = new Gone(from, from + random.nextInt(30_000));
      all.add(gone);
      // The third shard's devices noticed nothing.
      shards.get(random.nextInt(2)).add(gone);
    }

    Reconnects sum =
        shards.stream()
            .map(part -> devices(outage(part)).reconnects())
            .reduce(Reconnects::plus)
            .orElseThrow();

    assertThat(sum.ends().silent()).isEqualTo(3);
    assertThat(tree(sum.outage())).isEqualTo(tree(outage(all)));
  }

  @Test
  void aShardOfAnEarlierVersionLeavesTheWholeUnknown() {
    Reconnects sum = devices(Outage.none()).reconnects().plus(devices(null).reconnects());

    assertThat(sum.outage()).isNull();
  }

  @Test
  void aBookOfAnEarlierVersionSaysNothingOfIt() throws Exception {
    ObjectNode book = tree(devices(Outage.none()).reconnects());
    book.remove(List.of("outage", "silent"));
    Path file = directory.resolve("earlier.json");
    Files.writeString(file, book.toString());

    Reconnects read = ResultFiles.read(file, Reconnects.class);

    assertThat(read.outage()).isNull();
    assertThat(read.succeeded()).isEqualTo(1);
  }

  @Test
  void theSecondsOfAnOutageSurviveTheFile() throws Exception {
    Outage outage = outage(List.of(new Gone(1_700_000_000_400L, 1_700_000_009_900L)));
    Path file = directory.resolve("outage.json");
    ResultFiles.write(file, outage);

    Outage read = ResultFiles.read(file, Outage.class);

    assertThat(read.left()).containsExactly(Map.entry(1_700_000_000L, 1L));
    assertThat(read.back()).containsExactly(Map.entry(1_700_000_009L, 1L));
    assertThat(tree(read)).isEqualTo(tree(outage));
  }
}
