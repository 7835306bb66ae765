// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.quantity.Span;
import io.fleetload.scenario.Scenario;
import io.fleetload.shards.kafka.KafkaStore;
import io.fleetload.shards.log.DirectoryStore;
import io.fleetload.stamp.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a profile says of a run that several processes share. */
class SharedRunTest {
  private static final String PROFILE =
      """
      pack: echo
      run: { name: mine }
      coordination: { directory: meet }
      devices: { count: 5 }
      phases: { measure: 2s }
      flows: { echo: { rate: 10/s } }
      """;

  private static final String BROKER = "coordination.kafka.bootstrapServers=127.0.0.1:9092";

  @TempDir private Path folder;

  private SharedRun run(String... overrides) throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), PROFILE);
    Scenario read = Scenario.read(file, List.of(overrides), Map.of());
    return SharedRun.of(read.profile(), file, RunId.parse("1f"), 5);
  }

  @Test
  void itsPlaceIsADirectoryBesideTheProfileOrTopics() throws Exception {
    SharedRun run = run("coordination.backend=false", "coordination.timeout=30s");
    assertThat(run.store()).isEqualTo(new DirectoryStore(folder.resolve("meet").resolve("1f")));
    assertThat(run.id()).isEqualTo("1f");
    assertThat(run.shards()).isEqualTo(5);
    assertThat(run.backend()).isFalse();
    assertThat(run.timeout()).isEqualTo(Span.parse("30s"));
    assertThat(run("coordination.directory=null", BROKER).store()).isInstanceOf(KafkaStore.class);
  }

  @Test
  void aProfileIsTheSameWhereItMayDifferFromHostToHost() throws Exception {
    String digest = run().profile();
    assertThat(digest).matches("[0-9a-f]{64}");
    assertThat(run("target.server=127.0.0.2:5684", "devices.bind=[127.0.0.1, 127.0.0.2]").profile())
        .isEqualTo(digest);
    assertThat(run("coordination.directory=/mnt/meet").profile()).isEqualTo(digest);
    assertThat(run("coordination.directory=null", BROKER).profile()).isEqualTo(digest);
    assertThat(run("flows.echo.rate=11/s").profile()).isNotEqualTo(digest);
    assertThat(run("devices.count=6").profile()).isNotEqualTo(digest);
    assertThat(run("coordination.timeout=3m").profile()).isNotEqualTo(digest);
    assertThat(run("coordination.backend=false").profile()).isNotEqualTo(digest);
  }
}
