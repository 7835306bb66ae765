// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {
  @TempDir private Path directory;

  private Golden golden() throws IOException {
    Files.writeString(directory.resolve("run.txt"), "## first\none\n\ntwo\n\n## second\nthree\n");
    return Golden.in(directory, "run");
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
}
