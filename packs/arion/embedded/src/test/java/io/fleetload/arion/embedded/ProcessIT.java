// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIT {
  private static final List<String> SMALL =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

  @Test
  void itEndsWhenItsInputCloses() throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL)) {
      assertThat(server.says())
          .matches(
              "\\{\"event\":\"ready\",\"tool\":\"arion-server\",\"server\":\"127.0.0.1:\\d+\","
                  + "\"hazelcast\":\"127.0.0.1:\\d+\","
                  + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}");
      server.closeItsInput();
      assertThat(server.exitCode()).isZero();
      assertThat(server.says()).isNull();
      assertThat(server.complaints()).isEmpty();
    }
  }

  @Test
  void aSignalEndsIt() throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL)) {
      assertThat(server.says()).contains("ready");
      server.signal();
      assertThat(server.exitCode()).isEqualTo(128 + 15);
      assertThat(server.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port", "--hazelcast-port", "--metrics-port"})
  void aPortThatIsTakenIsSaidInOneLine(String option) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerProcess server = new ServerProcess(SMALL, option + "=" + taken.getLocalPort())) {
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("arion-server: cannot listen on 127.0.0.1:" + taken.getLocalPort() + " (")
          .contains("in use")
          .endsWith("); another port: " + option + ", 0 for one that is free");
    }
  }

  @Test
  void anUnknownFaultIsSaidInOneLine() throws Exception {
    complains(
        "--faults=half-close,slow",
        "--faults: found 'slow', allowed is half-close, silent-unknown, always-success,"
            + " silent-deletions, and cut=N, silence=N, refuse=N with N from 1");
  }

  @Test
  void aFaultThatHappensNeverIsSaidInOneLine() throws Exception {
    complains(
        "--faults=cut=0",
        "--faults: found 'cut=0', allowed is half-close, silent-unknown, always-success,"
            + " silent-deletions, and cut=N, silence=N, refuse=N with N from 1");
  }

  @Test
  void aWrongPortIsSaidInOneLine() throws Exception {
    complains("--port=65536", "--port: found '65536', allowed is 0 to 65535");
  }

  private static void complains(String argument, String complaint) throws Exception {
    try (ServerProcess server = new ServerProcess(SMALL, argument)) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.complaints())
          .containsExactly("arion-server: " + complaint + "; see --help");
    }
  }
}
