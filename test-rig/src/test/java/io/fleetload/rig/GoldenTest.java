// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {
  @TempDir private Path directory;

  private Golden golden() throws IOException {
    return golden(false, Instant.MIN);
  }

  private Golden golden(boolean written, Instant begun) throws IOException {
    Files.writeString(directory.resolve("run.txt"), "## first\none\n\ntwo\n\n## second\nthree\n");
    return Golden.in(directory, "run", written, begun);
  }

  @Test
  void aTextIsHeldAgainstThatOfItsCase() throws IOException {
    Golden golden = golden();
    assertThatCode(() -> golden.holds("first", "one\n\ntwo\n")).doesNotThrowAnyException();
    assertThatThrownBy(() -> golden.holds("second", "four"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dgolden.write=true");
  }

  @Test
  void aCaseThatTheFileHasNotFails() throws IOException {
    Golden golden = golden();
    assertThatThrownBy(() -> golden.holds("third", "")).isInstanceOf(AssertionError.class);
  }

  @Test
  void theValuesOfATextNameItsCase() throws IOException {
    Golden golden = golden(true, Instant.MIN);
    golden.says("--shards: found 5, expected 1 to 4\n", "--shards: ", "5", "1 to 4");
    assertThat(directory.resolve("run.txt"))
        .content()
        .startsWith("## --shards: 5 1 to 4\n--shards: found 5, expected 1 to 4\n\n## first\n")
        .endsWith("\n\n## second\nthree\n");
    assertThatThrownBy(() -> golden.says("--shards: found 5", "--shards: ", "6"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aBuildThatWritesDropsWhatWasThereBeforeIt() throws IOException {
    Path file = directory.resolve("run.txt");
    Golden golden = golden(true, Instant.parse("2026-01-02T00:00:00Z"));
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    golden.holds("second", "three");
    golden.holds("third", "four");
    assertThat(file).hasContent("## second\nthree\n\n## third\nfour\n");
  }
}
