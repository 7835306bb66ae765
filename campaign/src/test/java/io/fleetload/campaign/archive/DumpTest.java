// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.StopSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a dump ended, and what that says about the JVM. */
class DumpTest {
  @TempDir private Path folder;
  private final StopSignal stop = new StopSignal();
  private ClassArchive archive;

  @BeforeEach
  void anArchive() {
    archive = new ClassArchive(folder.resolve("program.jar"), folder.resolve("program.jsa"));
  }

  private boolean finished(String script) throws Exception {
    Path made = Files.writeString(folder.resolve("made"), "classes");
    Process process = new ProcessBuilder("sh", "-c", script).start();
    try (Dump dump = new Dump(archive, made, process)) {
      return dump.finish(stop);
    }
  }

  @Test
  void oneThatSucceededPutsItsArchiveInPlace() throws Exception {
    assertThat(finished("exit 0")).isTrue();
    assertThat(archive.file()).hasContent("classes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 1", "kill -KILL $$", "kill -ABRT $$", "rm made"})
  void oneThatFailedOrWasKilledSaysThatTheJvmCannot(String script) throws Exception {
    assertThat(finished("cd '%s' && %s".formatted(folder, script))).isTrue();
    assertThat(archive.file()).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15})
  void oneThatAPersonStoppedSaysNothing(int signal) throws Exception {
    // Who runs the tests may have them ignore the signals themselves.
    assertThat(finished("exit " + (128 + signal))).isFalse();
    assertThat(archive.file()).doesNotExist();
  }

  @Test
  void oneThatTheStopSignalKilledSaysNothing() throws Exception {
    stop.stop(StopSignal.Why.INTERRUPTED);
    assertThat(finished("kill -KILL $$")).isFalse();
    assertThat(archive.file()).doesNotExist();
  }
}
