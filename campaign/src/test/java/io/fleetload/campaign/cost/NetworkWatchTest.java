// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkWatchTest {
  @TempDir private Path proc;

  private void counted(int packets, int drops) throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net").resolve("dev"),
        "    lo: 0 %d 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n".formatted(packets));
    Path own = Files.createDirectories(proc.resolve("42").resolve("net"));
    Files.writeString(
        own.resolve("udp"),
        "  1: 0100007F:1634 00000000:0000 07 00000000:00000000 00:00000000 00000000 0 0 1001 2 0 %d\n"
            .formatted(drops));
  }

  @Test
  void theMeasuredPhaseIsTheDifferenceOfItsEnds() throws IOException {
    Path files = Files.createDirectories(proc.resolve("42").resolve("fd"));
    Files.createSymbolicLink(files.resolve("5"), Path.of("socket:[1001]"));
    NetworkWatch watch = new NetworkWatch(proc);
    watch.process("adapter", 42);
    watch.process("gone", 43);
    counted(10, 4);
    watch.begin();
    counted(30, 9);
    watch.end();
    assertThat(watch.cost().interfaces().get("lo").receivedPackets()).isEqualTo(20);
    assertThat(watch.dropped("adapter")).isEqualTo(5);
    assertThat(watch.dropped("gone")).isNull();
  }

  @Test
  void elsewhereThanOnLinuxNothingIsKnown() {
    NetworkWatch watch = new NetworkWatch(proc);
    watch.process("adapter", 42);
    watch.begin();
    watch.end();
    assertThat(watch.cost()).isNull();
    assertThat(watch.dropped("adapter")).isNull();
  }
}
