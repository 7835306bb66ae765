// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.jt808.embedded.nats.NatsServer;
import io.fleetload.rig.FreePort;
import io.fleetload.rig.ServerProcess;
import io.fleetload.rig.ServerProcessContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessIT extends ServerProcessContract {
  ProcessIT() {
    super(
        "jt808-embedded.jar",
        "jt808-server",
        List.of("--nats=stand-in", "--store=none"),
        List.of("--port", "--metrics-port"));
  }

  @Override
  protected String ready() {
    return "\\{\"event\":\"ready\",\"tool\":\"jt808-server\",\"server\":\"127.0.0.1:\\d+\","
        + "\"nats\":\"nats://127.0.0.1:\\d+\",\"natsServer\":\"stand-in\","
        + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}";
  }

  @Test
  void itsStoreLeavesNothingHoweverItEnds() throws Exception {
    for (boolean signalled : new boolean[] {false, true}) {
      try (ServerProcess server = startedWith("--nats=stand-in")) {
        assertThat(server.says()).contains("\"store\":\"http://127.0.0.1:");
        assertThat(left()).isNotEmpty();
        if (signalled) {
          server.signal();
        } else {
          server.closeItsInput();
        }
        server.exitCode();
        assertThat(server.complaints()).isEmpty();
        assertThat(left()).isEmpty();
      }
    }
  }

  @Test
  void itsNatsServerEndsWithItHoweverItEnds() throws Exception {
    assumeTrue(NatsServer.onPath(System.getenv("PATH")).isPresent(), "no nats-server on the path");
    for (boolean killed : new boolean[] {false, true}) {
      try (ServerProcess server = startedWith("--store=none")) {
        assertThat(server.says()).contains("\"natsServer\":\"nats-server ");
        List<ProcessHandle> children = server.children();
        assertThat(children).isNotEmpty();
        if (killed) {
          server.kill();
        } else {
          server.closeItsInput();
        }
        server.exitCode();
        for (ProcessHandle child : children) {
          assertThat(child.onExit().get(120, TimeUnit.SECONDS).isAlive()).isFalse();
        }
      }
    }
  }

  @Test
  void itEndsWhenItsNatsServerDoes() throws Exception {
    assumeTrue(NatsServer.onPath(System.getenv("PATH")).isPresent(), "no nats-server on the path");
    try (ServerProcess server = startedWith("--store=none")) {
      assertThat(server.says()).contains("ready");
      server.children().forEach(ProcessHandle::destroy);
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("jt808-server: ")
          .containsPattern("nats://127.0.0.1:\\d+ is gone");
    }
  }

  @Test
  void whatIsOverTheLimitOfOpenFilesIsAcceptedWhenThereIsRoomAgain() throws Exception {
    try (ServerProcess server = startedLimitedTo(150, "--nats=stand-in", "--store=none")) {
      List<Terminal> terminals = terminals(server);
      assertThat(server.complains())
          .startsWith("jt808-server: ")
          .contains("(Too many open files)", "ulimit -n");
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
  }

  @Test
  void severalGatewaysHoldMoreConnectionsThanOneProcessMayOpenFiles() throws Exception {
    try (ServerProcess server =
        startedLimitedTo(150, "--nats=stand-in", "--store=none", "--gateways=3")) {
      List<Terminal> terminals = terminals(server);
      List<ProcessHandle> others = server.children();
      assertThat(others).hasSize(2);
      for (int i = 0; i < terminals.size(); i++) {
        String phone = "13800000%03d".formatted(i);
        terminals.get(i).send(Frames.location(phone, 1));
        assertThat(terminals.get(i).received()).isEqualTo(Frames.answer(phone, 0, 1, 0x0200, 0));
      }
      for (Terminal each : terminals) {
        each.close();
      }

      others.get(0).destroyForcibly();
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("jt808-server: ")
          .contains("gateway", "137");
      assertThat(others.get(1).onExit().get(120, TimeUnit.SECONDS).isAlive()).isFalse();
    }
  }

  private static List<Terminal> terminals(ServerProcess server) throws Exception {
    int port =
        Integer.parseInt(server.says().replaceAll(".*\"server\":\"127.0.0.1:(\\d+).*", "$1"));
    List<Terminal> terminals = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      terminals.add(new Terminal(port));
    }
    return terminals;
  }

  @Test
  void itsMetricsAreWhereTheyAreAskedFor() throws Exception {
    int port = FreePort.choose();
    try (ServerProcess server = started("--metrics-port=" + port)) {
      assertThat(server.says()).contains("\"metrics\":\"http://127.0.0.1:" + port + "/metrics\"");
    }
  }

  @Test
  void aNatsServerThatDoesNotStartIsSaidInOneLine() throws Exception {
    try (ServerProcess server = startedWith("--nats-server=/bin/false")) {
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("jt808-server: nats-server ")
          .contains("--nats-server", "--nats stand-in");
    }
  }

  @Test
  void aNatsServerThatIsNotThereIsSaidInOneLine() throws Exception {
    try (ServerProcess server = startedWith("--nats=nats://127.0.0.1:1")) {
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("jt808-server: ")
          .contains("nats://127.0.0.1:1 (")
          .endsWith("--nats");
    }
  }

  @Test
  void aWrongCommandLineIsSaidInOneLine() throws Exception {
    isWrong("--cut=-1", "--cut", "'-1'", "1 or more");
  }
}
