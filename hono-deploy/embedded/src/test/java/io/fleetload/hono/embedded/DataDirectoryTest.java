// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.embedded.part.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  @TempDir private Path temporary;

  @Test
  void oneThatIsAFileSaysSo() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));

    assertThatThrownBy(() -> DataDirectory.open(Optional.of(file), temporary))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("--data");
  }

  @Test
  void onlyATemporaryOneIsDeleted() throws Exception {
    Path kept = temporary.resolve("kept");
    DataDirectory.open(Optional.of(kept), temporary).close();
    DataDirectory used = DataDirectory.open(Optional.empty(), temporary);
    Files.createFile(Files.createDirectory(used.path().resolve("a")).resolve("b"));
    used.close();

    assertThat(used.path()).doesNotExist();
    assertThat(kept).exists();
  }

  @Test
  void whatAKilledStackLeftIsSweptAndNothingElse() throws Exception {
    DataDirectory alive = DataDirectory.open(Optional.empty(), temporary);
    Path killed = Files.createDirectory(temporary.resolve("hono-embedded-killed"));
    Files.createFile(killed.resolve("owner.lock"));
    Files.createFile(Files.createDirectory(killed.resolve("kafka")).resolve("0.log"));
    Path unknown = Files.createDirectory(temporary.resolve("hono-embedded-of-somebody"));
    Path other = Files.createDirectory(temporary.resolve("other"));

    DataDirectory next = DataDirectory.open(Optional.empty(), temporary);

    assertThat(temporary)
        .isDirectoryNotContaining(killed::equals)
        .isDirectoryContaining(alive.path()::equals)
        .isDirectoryContaining(next.path()::equals)
        .isDirectoryContaining(unknown::equals)
        .isDirectoryContaining(other::equals);
  }
}
