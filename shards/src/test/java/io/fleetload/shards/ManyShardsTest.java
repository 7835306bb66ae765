// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.quantity.Span;
import io.fleetload.shards.log.DirectoryStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many shards agree over a directory, each on a thread of its own, by one clock. */
class ManyShardsTest {
  private static final int MANY = Integer.getInteger("shards.many", 1_000);
  private static final int MOST = Integer.getInteger("shards.most", 5_000);

  @TempDir private Path directory;

  private CrowdOfShards.Begin begin(int shards) throws Exception {
    SharedRun run =
        new SharedRun(
            new DirectoryStore(directory), "1f", shards, "digest", true, Span.parse("2m"));
    CrowdOfShards.Begin begin = new CrowdOfShards(run).begin();
    System.out.printf("%d shards over a directory: %s%n", shards, begin);
    return begin;
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
