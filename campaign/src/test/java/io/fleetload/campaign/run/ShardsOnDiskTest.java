// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.Home;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardsOnDiskTest {
  @TempDir private Path directory;

  @Test
  void aShardThatWasKilledLeftABookFromBefore() throws Exception {
    RunRequest asked =
        RunRequest.of(
            Scenario.read(Home.path("profiles", "quickstart.yaml"), List.of(), Map.of()),
            "1f",
            new Shards(3));
    ShardsOnDisk shards = new ShardsOnDisk(asked, directory);
    write(asked, "1/3", 10_000);
    write(asked, "3/3", 9_900);
    assertThat(shards.older()).as("of one that was never started nothing is old").isEmpty();

    write(asked, "2/3", 7_700);

    assertThat(shards.older()).isEqualTo("the book of shard 2/3 is 2.3 s older than the last one");
  }

  private void write(RunRequest asked, String which, long millis) throws Exception {
    Shard shard = Shard.parse(which);
    Path folder = Files.createDirectories(Shards.directory(directory, shard));
    ResultFiles.write(folder.resolve(DeviceBook.FILE), asked.nothingDone(shard));
    Files.setLastModifiedTime(folder.resolve(DeviceBook.FILE), FileTime.fromMillis(millis));
  }
}
