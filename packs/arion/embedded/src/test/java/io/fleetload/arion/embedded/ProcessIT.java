// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.fleetload.rig.ServerProcessContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessIT extends ServerProcessContract {
  ProcessIT() {
    super(
        "arion-embedded.jar",
        "arion-server",
        List.of(),
        List.of("--port", "--hazelcast-port", "--metrics-port"));
  }

  @Override
  protected String ready() {
    return "\\{\"event\":\"ready\",\"tool\":\"arion-server\",\"server\":\"127.0.0.1:\\d+\","
        + "\"hazelcast\":\"127.0.0.1:\\d+\",\"cluster\":\"[0-9a-f-]{36}\","
        + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}";
  }

  @Test
  void anUnknownFaultIsSaidInOneLine() throws Exception {
    isWrong("--faults=half-close,slow", "--faults", "'slow'", "silent-deletions", "refuse=N");
  }

  @Test
  void aFaultThatHappensNeverIsSaidInOneLine() throws Exception {
    isWrong("--faults=cut=0", "--faults", "'cut=0'", "cut=N");
  }
}
