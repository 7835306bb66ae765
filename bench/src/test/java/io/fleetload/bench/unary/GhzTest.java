// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.unary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.bench.contestant.Contestant.Deeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GhzTest {
  @TempDir private Path directory;

  @Test
  void whatGhzSaysAndItsProcessorTimeAreThoseOfTheWindow() throws Exception {
    Ghz ghz =
        ghz(
            """
            i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done
            echo '{"count":3,"statusCodeDistribution":{"OK":2,"Unavailable":1}}'
            """);
    long before = ghz.cpuNanos();

    assertThat(ghz.send(0.1)).isEqualTo(new Deeds(2, 1, 0));

    assertThat(ghz.cpuNanos()).isGreaterThan(before);
  }

  @Test
  void aGhzThatFailsIsNamed() throws IOException {
    Ghz ghz = ghz("exit 3");
    assertThatThrownBy(() -> ghz.send(0.1)).hasMessage(directory.resolve("ghz") + " ended with 3");
  }

  private Ghz ghz(String script) throws IOException {
    Path file = Files.writeString(directory.resolve("ghz"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new Ghz(file, 1);
  }
}
