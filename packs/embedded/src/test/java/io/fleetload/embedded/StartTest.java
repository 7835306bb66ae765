// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartTest {
  @TempDir private Path folder;

  @Test
  void aJarThatWasCopiedWithoutItsLibrariesSaysSo() throws IOException {
    Path jar = folder.resolve("server.jar");
    Files.createDirectory(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib/a-1.jar"));

    assertThat(Start.missing(jar, "lib/a-1.jar")).isEmpty();
    assertThat(Start.missing(jar, "lib/a-1.jar", "lib/b-2.jar"))
        .hasValue(
            jar
                + ": needs the folder lib that it was built with beside it, and lib/b-2.jar is not there");
  }
}
