// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Coordination;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.ManyShards;
import io.fleetload.shards.kafka.KafkaStore;
import io.fleetload.shards.log.DirectoryStore;
import io.fleetload.shards.log.LogStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many shards agree over a directory, each on a thread of its own, by one clock. {@code
 * -Dshards.kafka=HOST:PORT} takes a Kafka instead; docs/reference/benchmarks.md has the command.
 */
class ManyShardsTest {
  private static final int MANY = Integer.getInteger("shards.many", 1_000);
  private static final int MOST = Integer.getInteger("shards.most", 5_000);

  /** Books differ; after so many they come again. */
  private static final int DIFFERENT = 4;

  private static final int SENDERS = 16;
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final String KAFKA = System.getProperty("shards.kafka");

  @TempDir private Path directory;

  private CrowdOfShards.Begin begin(int shards) throws Exception {
    String id = Long.toHexString(System.nanoTime());
    SharedRun run = new SharedRun(store(), id, shards, "digest", true, Span.parse("2m"));
    CrowdOfShards.Begin begin = new CrowdOfShards(run).begin();
    String place = KAFKA == null ? "a directory" : "Kafka";
    System.out.printf("%d shards over %s: %s%n", shards, place, begin);
    return begin;
  }

  private LogStore store() {
    return KAFKA == null
        ? new DirectoryStore(directory)
        : new KafkaStore(new Coordination.Kafka(KAFKA, Map.of(), null, null), "many-shards");
  }

  @Test
  void aThousandBeginTogether() throws Exception {
    begin(MANY).isTogether();
  }

  @Test
  @Tag("nightly")
  @Tag("bounds")
  void fiveThousandBeginTogether() throws Exception {
    begin(MOST).isTogether();
  }

  @Test
  @Tag("nightly")
  @Tag("bounds")
  void theBooksOfAThousandShardsOfAnHourArrive() throws Exception {
    List<Path> books = new ManyShards(DIFFERENT, 3_600, 2 * DIFFERENT).write(directory);
    long bytes = Files.size(books.get(0).resolve(DeviceBook.FILE));
    String id = Long.toHexString(System.nanoTime());
    SharedRun run = new SharedRun(store(), id, MANY, "digest", true, Span.parse("2m"));
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    long began = System.nanoTime();
    try (BookCollector collector =
        new BookCollector(
            run, who -> true, 1, LONGEST, Clock.systemUTC(), directory.resolve("in"))) {
      List<Future<?>> sent = new ArrayList<>();
      for (int number = 1; number <= MANY; number++) {
        Membership shard =
            new Membership(
                run,
                Participant.shard(new Shard(number, MANY)),
                Clock.systemUTC(),
                Duration.ZERO,
                System.out::println,
                time -> Thread.sleep(time.toMillis()));
        Path book = books.get(number % DIFFERENT).resolve(DeviceBook.FILE);
        sent.add(
            senders.submit(
                () -> {
                  new BookSender(shard, BookSender.PART_BYTES).send(book);
                  return null;
                }));
      }
      collector.measuresUntil(Clock.systemUTC().instant());
      while (!collector.look()) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      for (Future<?> each : sent) {
        each.get();
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf("%d books of %d bytes handed in: %.1f s%n", MANY, bytes, seconds);
      assertThat(collector.missing()).isEmpty();
      assertThat(new Shard(MANY, MANY).deviceDirectory(directory.resolve("in")))
          .isDirectoryContaining("glob:**" + DeviceBook.FILE);
      assertThat(seconds).isLessThan(LONGEST.toSeconds());
    } finally {
      senders.shutdownNow();
    }
  }
}
