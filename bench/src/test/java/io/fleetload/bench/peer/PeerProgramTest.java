// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.bench.contestant.Contestant.Deeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of a program that is made of a library. */
class PeerProgramTest {
  @TempDir private Path directory;

  @Test
  void eachCommandIsALineAndItsAnswerIsWhatTheDevicesDid() throws Exception {
    PeerProgram peer =
        peer("echo \"$@\" > said; while read line; do echo \"$line\" >> said; echo 5 2; done");

    assertThat(peer.connect(7, 1_000)).isEqualTo(new Deeds(5, 2, 0));
    assertThat(peer.send(0.5)).isEqualTo(new Deeds(5, 2, 0));
    assertThat(peer.handshakes(7, 500)).isEqualTo(new Deeds(5, 2, 0));
    peer.collect();
    peer.disconnect();

    assertThat(Files.readAllLines(directory.resolve("said")))
        .containsExactly(
            "127.0.0.1:5684 bench 20",
            "connect 7 1000.0",
            "send 0.5",
            "handshakes 7 500.0",
            "collect",
            "disconnect");
    end(peer);
  }

  @Test
  void theProcessorTimeIsTheProgramsAlone() throws Exception {
    PeerProgram peer =
        peer(
            """
            while read line; do
              i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done
              echo 1 0
            done""");
    long before = peer.cpuNanos();

    peer.send(0.1);

    assertThat(peer.cpuNanos()).isGreaterThan(before);
    assertThat(peer.program()).hasValueSatisfying(each -> assertThat(each.isAlive()).isTrue());
    end(peer);
  }

  @Test
  void aProgramThatEndsIsNamed() throws Exception {
    PeerProgram peer = peer("read line; exit 3");

    assertThatThrownBy(() -> peer.connect(1, 1))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("peer") + " ended early");
  }

  @Test
  void aProgramThatPrintsAnythingElseIsNamedWithIt() throws Exception {
    PeerProgram peer = peer("read line; echo no figures");

    assertThatThrownBy(() -> peer.connect(1, 1))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("peer") + " printed \"no figures\" in place of figures");
  }

  @Test
  void aProgramThatPrintsFiguresOfAnotherNumberIsNamed() throws Exception {
    PeerProgram peer = peer("read line; echo 1");

    assertThatThrownBy(() -> peer.connect(1, 1))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("peer") + " printed 1 figures in place of 2");
  }

  private PeerProgram peer(String script) throws IOException {
    Path file = directory.resolve("peer");
    Files.write(file, List.of("#!/bin/sh", "cd " + directory, script));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new PeerProgram(file, 5684, 20);
  }

  private static void end(PeerProgram peer) {
    peer.program().orElseThrow().destroyForcibly();
  }
}
