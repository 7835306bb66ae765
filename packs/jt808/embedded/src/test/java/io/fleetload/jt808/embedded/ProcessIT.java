// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.jt808.embedded.nats.NatsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server as whoever starts it sees it: a jar, and a process. */
class ProcessIT {
  @TempDir private Path temporary;

  private Process process;
  private BufferedReader out;
  private BufferedReader err;

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void itEndsWhenItsInputClosesAndLeavesNothing() throws Exception {
    start("--nats", "stand-in");
    assertThat(out.readLine())
        .startsWith("{\"event\":\"ready\",\"tool\":\"jt808-server\",\"server\":\"127.0.0.1:")
        .contains("\"natsServer\":\"stand-in\",\"store\":\"http://127.0.0.1:");
    assertThat(left()).isNotEmpty();
    process.getOutputStream().close();
    assertThat(exitCode()).isZero();
    assertThat(left()).isEmpty();
    assertThat(out.readLine()).isNull();
    assertThat(err.readLine()).isNull();
  }

  @Test
  void itLeavesNothingWhenASignalEndsIt() throws Exception {
    start("--nats", "stand-in");
    assertThat(out.readLine()).contains("ready");
    process.toHandle().destroy();
    assertThat(exitCode()).isEqualTo(128 + 15);
    assertThat(left()).isEmpty();
  }

  @Test
  void itsNatsServerEndsWithItHoweverItEnds() throws Exception {
    assumeTrue(NatsServer.onPath(System.getenv("PATH")).isPresent(), "no nats-server on the path");
    for (boolean killed : new boolean[] {false, true}) {
      start("--store", "none");
      assertThat(out.readLine()).contains("\"natsServer\":\"nats-server ");
      List<ProcessHandle> children = process.descendants().toList();
      assertThat(children).isNotEmpty();
      if (killed) {
        process.destroyForcibly();
      } else {
        process.getOutputStream().close();
      }
      exitCode();
      for (ProcessHandle child : children) {
        assertThat(child.onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
      }
    }
  }

  @Test
  void itEndsWhenItsNatsServerDoes() throws Exception {
    assumeTrue(NatsServer.onPath(System.getenv("PATH")).isPresent(), "no nats-server on the path");
    start("--store", "none");
    assertThat(out.readLine()).contains("ready");
    process.children().forEach(ProcessHandle::destroy);
    assertThat(exitCode()).isEqualTo(3);
    assertThat(err.lines())
        .singleElement()
        .asString()
        .matches("jt808-server: the NATS server at nats://127.0.0.1:\\d+ is gone");
  }

  @Test
  void whatIsOverTheLimitOfOpenFilesIsAcceptedWhenThereIsRoomAgain() throws Exception {
    limitedTo(150, "--nats", "stand-in", "--store", "none");
    String ready = out.readLine();
    int port = Integer.parseInt(ready.replaceAll(".*\"server\":\"127.0.0.1:(\\d+).*", "$1"));
    List<Terminal> terminals = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      terminals.add(new Terminal(port));
    }
    assertThat(err.readLine())
        .isEqualTo("jt808-server: cannot accept a connection (Too many open files); see ulimit -n");
    for (Terminal each : terminals.subList(0, 100)) {
      each.close();
    }
    Terminal last = terminals.get(149);
    last.send(Frames.location("13800000001", 1));
    assertThat(last.received()).isEqualTo(Frames.answer("13800000001", 0, 1, 0x0200, 0));
    for (Terminal each : terminals) {
      each.close();
    }
  }

  @Test
  void severalGatewaysHoldMoreConnectionsThanOneProcessMayOpenFiles() throws Exception {
    limitedTo(150, "--nats", "stand-in", "--store", "none", "--gateways", "3");
    String ready = out.readLine();
    int port = Integer.parseInt(ready.replaceAll(".*\"server\":\"127.0.0.1:(\\d+).*", "$1"));
    List<ProcessHandle> others = process.children().toList();
    assertThat(others).hasSize(2);
    List<Terminal> terminals = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      terminals.add(new Terminal(port));
    }
    for (int i = 0; i < terminals.size(); i++) {
      String phone = "13800000%03d".formatted(i);
      terminals.get(i).send(Frames.location(phone, 1));
      assertThat(terminals.get(i).received()).isEqualTo(Frames.answer(phone, 0, 1, 0x0200, 0));
    }
    for (Terminal each : terminals) {
      each.close();
    }

    others.get(0).destroyForcibly();
    assertThat(exitCode()).isEqualTo(3);
    assertThat(err.lines())
        .containsExactly("jt808-server: a further gateway ended with exit code 137");
    assertThat(others.get(1).onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  @Test
  void itsMetricsAreWhereTheyAreAskedFor() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    start("--nats=stand-in", "--store=none", "--metrics-port=" + port);
    assertThat(out.readLine()).contains("\"metrics\":\"http://127.0.0.1:" + port + "/metrics\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port", "--metrics-port"})
  void aPortThatIsTakenIsSaidInOneLine(String option) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      start("--nats=stand-in", "--store=none", option + "=" + taken.getLocalPort());
      assertThat(exitCode()).isEqualTo(3);
      assertThat(err.lines())
          .containsExactly(
              "jt808-server: cannot listen on 127.0.0.1:%d (Address already in use); another port: %s, 0 for one that is free"
                  .formatted(taken.getLocalPort(), option));
    }
  }

  @Test
  void aNatsServerThatDoesNotStartIsSaidInOneLine() throws Exception {
    start("--nats-server", "/bin/false");
    assertThat(exitCode()).isEqualTo(3);
    assertThat(err.lines())
        .containsExactly(
            "jt808-server: nats-server did not start: it ended: it said nothing; give another with"
                + " --nats-server, or --nats stand-in");
  }

  @Test
  void aNatsServerThatIsNotThereIsSaidInOneLine() throws Exception {
    start("--nats", "nats://127.0.0.1:1");
    assertThat(exitCode()).isEqualTo(3);
    assertThat(err.lines())
        .singleElement()
        .asString()
        .startsWith("jt808-server: cannot connect to nats://127.0.0.1:1 (")
        .endsWith("; another: --nats");
  }

  @Test
  void aWrongCommandLineIsSaidInOneLine() throws Exception {
    start("--cut", "-1");
    assertThat(exitCode()).isEqualTo(2);
    assertThat(err.lines())
        .containsExactly("jt808-server: --cut: found '-1', allowed is 1 or more; see --help");
  }

  private void start(String... arguments) throws IOException {
    start(new ArrayList<>(), arguments);
  }

  private void limitedTo(int openFiles, String... arguments) throws IOException {
    String limited = "ulimit -n " + openFiles + "; exec \"$@\"";
    start(new ArrayList<>(List.of("sh", "-c", limited, "sh")), arguments);
  }

  private void start(List<String> command, String... arguments) throws IOException {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-jar", Path.of("target", "jt808-embedded.jar").toString()));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).start();
    out = process.inputReader(StandardCharsets.UTF_8);
    err = process.errorReader(StandardCharsets.UTF_8);
  }

  private int exitCode() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Files of ours, not the virtual machine's own. */
  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> !file.getFileName().toString().startsWith("hsperf")).toList();
    }
  }
}
