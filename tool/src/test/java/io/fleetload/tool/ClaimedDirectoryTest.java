// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of results belongs to one command. */
class ClaimedDirectoryTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final int COMMANDS = 20;

  @TempDir Path directory;

  private void refused(Path out) {
    assertThatThrownBy(() -> RunDirectory.claim(out, "run", NOW))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--out: " + out + " ");
  }

  private static List<Path> together(Callable<Path> claim) throws InterruptedException {
    ExecutorService commands = Executors.newFixedThreadPool(COMMANDS);
    try {
      List<Path> made = new ArrayList<>();
      for (Future<Path> each : commands.invokeAll(Collections.nCopies(COMMANDS, claim))) {
        try {
          made.add(each.get());
        } catch (ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(UsageException.class);
        }
      }
      return made;
    } finally {
      commands.shutdown();
    }
  }

  @Test
  void ofCommandsThatBeginAtOnceOneGetsTheDirectory() throws Exception {
    Path made = directory.resolve("a/b");
    assertThat(together(() -> RunDirectory.claim(made, "run", NOW))).containsExactly(made);
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(together(() -> RunDirectory.claim(empty, "run", NOW))).containsExactly(empty);
  }

  @Test
  void aDirectoryStaysTheCommandsWhenItsClaimIsGone() throws Exception {
    Path out = RunDirectory.claim(directory.resolve("out"), "run", NOW);
    refused(out);
    Files.createFile(out.resolve("asked.json"));
    RunDirectory.release(out);
    assertThat(out.toFile().list()).containsExactly("asked.json");
    refused(out);
    assertThat(out.toFile().list()).containsExactly("asked.json");
  }

  @Test
  void whatOneLeftUnfinishedOneOtherGoesOnWith() throws Exception {
    Files.createFile(directory.resolve("part"));
    assertThat(together(() -> RunDirectory.claimAgain(directory))).containsExactly(directory);
    RunDirectory.release(directory);
    assertThat(RunDirectory.claimAgain(directory)).isEqualTo(directory);
  }

  @Test
  void aDirectoryWithOtherThingsInItIsLeftAsItIs() throws Exception {
    Files.createDirectory(directory.resolve("first"));
    refused(directory);
    assertThat(directory.toFile().list()).containsExactly("first");
  }

  @Test
  void aFileOrWhatIsBelowOneIsNoPlace() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    for (Path out : List.of(file, file.resolve("under"))) {
      assertThatThrownBy(() -> RunDirectory.claim(out, "run", NOW))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("--out: ")
          .hasMessageContaining(out.toString());
    }
  }

  @Test
  void runsOfOneNameAndSecondHaveDirectoriesOfTheirOwn() throws Exception {
    List<Path> made = together(() -> RunDirectory.claim(null, "claimed-directory-test", NOW));
    try {
      assertThat(made)
          .hasSize(COMMANDS)
          .doesNotHaveDuplicates()
          .contains(Path.of("results", "claimed-directory-test-20260102T030405Z"))
          .contains(Path.of("results", "claimed-directory-test-20260102T030405Z-2"));
    } finally {
      for (Path each : made) {
        RunDirectory.release(each);
        Files.delete(each);
      }
      Path results = Path.of("results");
      if (results.toFile().list().length == 0) {
        Files.delete(results);
      }
    }
  }

  @Test
  void aSimulatorRefusesTheBookThatItWouldReplace() throws Exception {
    RunDirectory.refuseUsed(directory, "device-book.json");
    RunDirectory.refuseUsed(null, "device-book.json");
    Files.createFile(directory.resolve("device-book.json"));
    RunDirectory.refuseUsed(directory, "backend-book.json");
    assertThatThrownBy(() -> RunDirectory.refuseUsed(directory, "device-book.json"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--out: " + directory + " ")
        .hasMessageContaining("device-book.json");
  }
}
