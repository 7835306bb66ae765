// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  @TempDir Path directory;

  @Test
  void theDirectoryIsMadeAndLeftEmpty() throws Exception {
    Path out = directory.resolve("a/b");
    assertThat(RunDirectory.make(out, "run", NOW)).isEqualTo(out).isEmptyDirectory();
    assertThat(RunDirectory.make(out, "run", NOW)).as("made before").isEqualTo(out);
  }

  @Test
  void withoutAWordFromTheUserItIsNamedByRunAndTime() throws Exception {
    Path made = RunDirectory.make(null, "run-directory-test", NOW);
    try {
      assertThat(made).isEqualTo(Path.of("results", "run-directory-test-20260102T030405Z"));
    } finally {
      Files.delete(made);
      try (var others = Files.list(made.getParent())) {
        if (others.findAny().isEmpty()) {
          Files.delete(made.getParent());
        }
      }
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamedInOneLine() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    for (Path out : new Path[] {file, file.resolve("under")}) {
      assertThatThrownBy(() -> RunDirectory.make(out, "run", NOW))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("--out: ")
          .hasMessageContaining(out.toString());
    }
  }

  @Test
  void aPlaceThatIsTooSmallForTheBooksIsNamedBeforeTheRun() throws Exception {
    Scenario profile =
        Scenario.read(
            Path.of("../../profiles/quickstart.yaml"),
            List.of(
                "phases.ramp=20s",
                "phases.warmUp=10s",
                "phases.measure=1000s",
                "phases.drain=40s",
                "flows.telemetry.rate=1000/s",
                "flows.event.rate=1000/s",
                "flows.commandQuery.rate=1000/s"),
            Map.of());
    // 3,060,000 messages of 8/3 bytes, 1,070 s of four flows with an interval each, and 8 MB.
    long needed = 3_060_000L * 8 / 3 + 1_070 * 4 * (240 + 12_900) + 8_000_000;
    Path out = directory.resolve("small");
    assertThatThrownBy(() -> RunDirectory.forRun(out, profile, NOW, any -> 5_000_000))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--out: " + out + " ")
        .hasMessageContainingAll("5.0 MB", "72.4 MB");
    assertThat(out).as("made for nothing").doesNotExist();
    assertThatThrownBy(() -> RunDirectory.forRun(out, profile, NOW, any -> needed - 1))
        .isInstanceOf(UsageException.class);
    assertThat(RunDirectory.forRun(out, profile, NOW, any -> needed)).isEqualTo(out);
    Path silent = directory.resolve("silent");
    assertThat(
            RunDirectory.forRun(
                silent,
                profile,
                NOW,
                any -> {
                  throw new IOException("says nothing");
                }))
        .isEqualTo(silent);
  }

  @Test
  void usersThatAreToSendSoManyMessagesNeedSpaceForNoMore() throws Exception {
    Scenario profile =
        Scenario.read(
            Path.of("../../profiles/quickstart.yaml"),
            List.of(
                "phases.ramp=0s",
                "phases.warmUp=0s",
                "phases.measure=1000s",
                "phases.drain=40s",
                "flows.telemetry={closed: {users: 10, total: 99000}}",
                "flows.event={closed: {users: 10, iterations: 9000}}",
                "flows.commandQuery.rate=1000/s"),
            Map.of());
    long messages = 99_000 + 90_000 + 1_000_000;
    long needed = messages * 8 / 3 + 1_040 * 4 * (240 + 12_900) + 8_000_000;
    Path out = directory.resolve("out");
    assertThatThrownBy(() -> RunDirectory.forRun(out, profile, NOW, any -> needed - 2))
        .isInstanceOf(UsageException.class);
    assertThat(RunDirectory.forRun(out, profile, NOW, any -> needed)).isEqualTo(out);
  }
}
