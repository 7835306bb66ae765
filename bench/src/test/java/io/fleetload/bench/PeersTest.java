// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.bench.contestant.Running;
import io.fleetload.bench.server.BenchServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the peers against the benchmarks' server, where their libraries are. */
class PeersTest {
  private static final Path SOURCES = Path.of("src/main/peers").toAbsolutePath();
  private static final String GO = "GOPROXY=off GOTOOLCHAIN=local go";
  private static final int DEVICES = 5;

  @TempDir private Path directory;

  @Test
  void devicesOfLibcoapConnectSendAndClose() throws Exception {
    Path program = directory.resolve("libcoap");
    assumeTrue(succeeds("pkg-config --exists libcoap-3-openssl libcrypto && command -v cc"));
    built(
        "cc -std=c11 -O2 -o %s %s $(pkg-config --cflags --libs libcoap-3-openssl libcrypto)"
            .formatted(program, SOURCES.resolve("libcoap/peer.c")));

    connectSendAndClose(program);
  }

  /** Loads nothing: where the modules were never loaded, there is no test. */
  @Test
  void devicesOfGoCoapConnectSendAndClose() throws Exception {
    Path program = directory.resolve("go-coap");
    Path source = SOURCES.resolve("go-coap");
    assumeTrue(succeeds("cd %s && %s list -deps".formatted(source, GO)));
    built("cd %s && %s build -o %s .".formatted(source, GO, program));

    connectSendAndClose(program);
  }

  private void built(String command) throws Exception {
    assertThat(succeeds(command)).as(() -> command + ": " + contentOf(output().toFile())).isTrue();
  }

  private void connectSendAndClose(Path program) throws IOException {
    File log = directory.resolve("log").toFile();
    try (Target target = Target.start(List.of(), BenchServer.class, log);
        Running peer =
            Running.program(
                List.of(program.toString(), "127.0.0.1:" + target.port(), "bench", "20"))) {
      assertThat(peer.ask("connect " + DEVICES + " 100")).containsExactly(DEVICES, 0);
      assertThat(peer.ask("handshakes " + DEVICES + " 100")).containsExactly(DEVICES, 0);
      double[] sent = peer.ask("send 0.2");
      assertThat(sent[0]).isGreaterThan(DEVICES);
      assertThat(sent[1]).isZero();
      assertThat(peer.ask("collect")).containsExactly(0, 0);
      assertThat(peer.ask("disconnect")).containsExactly(0, 0);
    }
  }

  private boolean succeeds(String command) throws Exception {
    return new ProcessBuilder("sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(output().toFile())
            .start()
            .waitFor()
        == 0;
  }

  private Path output() {
    return directory.resolve("output");
  }
}
