package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
          .hasMessage("--out: cannot write to " + out + "; give a directory that can be written");
    }
  }
}
