// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.updates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fleetload.bench.contestant.Contestant.Deeds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LoadToolTest {
  private HttpServer server;
  private LoadTool tool;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    tool.disconnect();
    server.stop(0);
  }

  /**
   * A tool that is a program of the system's, and a server that counted so many updates by then.
   */
  private LoadTool tool(List<String> command, Integer... counted) {
    Iterator<Integer> counts = List.of(counted).iterator();
    server.createContext(
        UpdateServer.COUNT,
        exchange -> {
          byte[] count = counts.next().toString().getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, count.length);
          exchange.getResponseBody().write(count);
          exchange.close();
        });
    return new LoadTool(users -> command, "http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** A signal takes effect when the program has the processor next. */
  private void comesToState(String wanted) throws IOException {
    Path stat = Path.of("/proc/" + tool.program().orElseThrow().pid() + "/stat");
    String state = "";
    while (!state.equals(wanted)) {
      String text = Files.readString(stat);
      state = text.substring(text.lastIndexOf(')') + 2).split(" ")[0];
    }
  }

  @Test
  @Timeout(60)
  void whatTheServerCountedInAWindowIsWhatTheToolDid() throws Exception {
    tool = tool(List.of("sleep", "1000"), 5, 5, 16, 16, 40, 71);

    assertThat(tool.connect(10, 10)).isEqualTo(new Deeds(11, 0, 0));
    comesToState("T");
    tool.beforeSending();
    comesToState("S");
    assertThat(tool.send(0.01)).isEqualTo(new Deeds(31, 0, 0));
    comesToState("T");
  }

  @Test
  void aToolThatEndedIsSaidToHave() throws Exception {
    tool = tool(List.of("sleep", "0"), 0, 10, 10);

    assertThatThrownBy(
            () -> {
              tool.connect(10, 10);
              tool.program().orElseThrow().onExit().get();
              tool.beforeSending();
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended early");
  }
}
