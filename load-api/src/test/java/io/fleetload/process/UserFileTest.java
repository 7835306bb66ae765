// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user may name where a text file is meant. */
class UserFileTest {
  private static final Duration NOT_FOR_EVER = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private static void refused(Path path, String why) {
    UserFile file = new UserFile("--running", path);
    assertTimeoutPreemptively(
        NOT_FOR_EVER,
        () -> {
          assertThatThrownBy(() -> file.text(100))
              .isInstanceOf(UsageException.class)
              .hasMessageStartingWith("--running: " + path + " " + why);
          assertThatThrownBy(() -> file.lines(100)).isInstanceOf(UsageException.class);
        });
  }

  @Test
  void aTextIsReadAsItIs() throws Exception {
    Path path = Files.writeString(folder.resolve("text"), "eins\nzwölf");

    assertThat(new UserFile("--running", path).text(100)).isEqualTo("eins\nzwölf");
    try (BufferedReader lines = new UserFile("--running", path).lines(100)) {
      assertThat(lines.lines()).containsExactly("eins", "zwölf");
    }
  }

  @Test
  void whatIsNoTextFileIsRefusedAtOnce() throws Exception {
    refused(folder, "is a directory");
    refused(folder.resolve("nothing"), "cannot be read (there is no such file or directory)");
    refused(
        Files.writeString(folder.resolve("long"), "x".repeat(1_001)),
        "has 1,001 bytes, expected at most 100");
    assertThatThrownBy(
            () ->
                new UserFile(null, Files.write(folder.resolve("bytes"), new byte[] {-1})).text(100))
        .hasMessage(folder.resolve("bytes") + ": is no UTF-8 text");
  }

  @Test
  void aDeviceThatNeverEndsAndAPipeThatNeverBeginsAreRefusedAtOnce() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/zero")), "this is no Unix");
    refused(Path.of("/dev/zero"), "is no regular file");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    refused(pipe, "is no regular file");
  }
}
