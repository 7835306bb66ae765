// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.profile.Coordination;
import io.fleetload.quantity.Span;
import io.fleetload.shards.kafka.KafkaStore;
import io.fleetload.shards.log.DirectoryStore;
import io.fleetload.shards.log.LogStore;
import java.nio.file.Path;
import java.util.Map;
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
  void twoHundredBeginTogether() throws Exception {
    begin(200).isTogether();
  }

  @Test
  @Tag("nightly")
  @Tag("bounds")
  void aThousandBeginTogether() throws Exception {
    begin(MANY).isTogether();
  }

  @Test
  @Tag("nightly")
  @Tag("bounds")
  void fiveThousandBeginTogether() throws Exception {
    begin(MOST).isTogether();
  }
}
