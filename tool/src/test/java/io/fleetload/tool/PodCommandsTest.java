// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodCommandsTest {
  private static final int TERMINATED = 128 + 15;
  private static final long LONGEST_SECONDS = 60;

  @TempDir private Path folder;

  @Test
  void aDirectoryComesWithAllBelowIt() throws Exception {
    Path results = Files.createDirectories(folder.resolve("results/shard-1"));
    Files.writeString(results.resolve("device-book.json"), "{}");
    Files.writeString(results.resolveSibling("result.json"), "{\"a\": 1}");

    try (ZipFile zip = zipped(folder.resolve("results"))) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .containsExactly("result.json", "shard-1/device-book.json");
      assertThat(zip.getInputStream(zip.getEntry("result.json"))).hasContent("{\"a\": 1}");
    }
  }

  @Test
  void theRestOfAnArchiveFitsToWhatCameOfItBefore() throws Exception {
    Path results = Files.createDirectories(folder.resolve("results"));
    Files.writeString(results.resolve("result.json"), "{\"a\": 1}".repeat(1000));
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    PodCommands.zip(results, whole);
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    PodCommands.zip(results, new PodCommands.Rest(rest, 50));

    assertThat(rest.toByteArray())
        .isEqualTo(Arrays.copyOfRange(whole.toByteArray(), 50, whole.size()));
  }

  @Test
  void aDirectoryThatNobodyMadeIsEmpty() throws Exception {
    try (ZipFile zip = zipped(folder.resolve("results"))) {
      assertThat(zip.size()).isZero();
    }
  }

  @Test
  void aProcessIsToldToStopAsBySignal() throws Exception {
    Process kept = inProcess(PodCommands.KEEP);
    PodCommands.main(new String[] {PodCommands.STOP, String.valueOf(kept.pid())});

    assertThat(kept.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(kept.exitValue()).isEqualTo(TERMINATED);
  }

  private static Process inProcess(String command) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            Path.of("target", "classes").toString(),
            PodCommands.class.getName(),
            command)
        .inheritIO()
        .start();
  }

  private ZipFile zipped(Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PodCommands.zip(directory, out);
    return new ZipFile(Files.write(folder.resolve("some.zip"), out.toByteArray()).toFile());
  }
}
