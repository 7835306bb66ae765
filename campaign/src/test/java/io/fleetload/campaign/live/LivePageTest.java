// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.driver.RunClock;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is answered, and with what; asked by hand, as no client sends a false Host. */
class LivePageTest {
  private final SetClock clock = new SetClock();

  @TempDir private Path directory;
  private LivePage page;
  private int port;

  @BeforeEach
  void aPageIsServed() throws Exception {
    page = LivePage.at(0, RunClock.system());
    port = URI.create(page.address()).getPort();
    new GrowingBooks(directory).write(3, false);
    page.show(
        new LiveRun(directory, 1, "growing", GrowingBooks.ABOUT, () -> GrowingBooks.now(3), clock));
  }

  @AfterEach
  void itIsClosed() {
    page.close();
  }

  private String ask(String request, String host, String... more) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String head = request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
      String all = head + String.join("", more) + "\r\n";
      socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String here() {
    return "127.0.0.1:" + port;
  }

  private static void refused(String answer, int code) {
    assertThat(answer).startsWith("HTTP/1.1 " + code + " ").doesNotContain("growing");
  }

  @Test
  void whoNamesThisHostGetsThePage() throws Exception {
    for (String host : new String[] {here(), "localhost:" + port}) {
      assertThat(ask("GET /", host))
          .startsWith("HTTP/1.1 200 ")
          .contains("RUNNING", "frame-ancestors 'none'", "no-store", "nosniff")
          .doesNotContainIgnoringCase("Access-Control-Allow");
    }
  }

  @Test
  void anotherNameForThisHostIsRefused() throws Exception {
    for (String host : new String[] {"evil.example:" + port, "127.0.0.1", "", "[::1]:" + port}) {
      refused(ask("GET /", host), 403);
      refused(ask("GET /state", host), 403);
    }
  }

  @Test
  void anotherSiteCannotAskForTheFigures() throws Exception {
    refused(ask("GET /state", here(), "Sec-Fetch-Site: cross-site\r\n"), 403);
    refused(ask("GET /state", here(), "Sec-Fetch-Site: same-site\r\n"), 403);
    assertThat(ask("GET /state", here(), "Sec-Fetch-Site: same-origin\r\n"))
        .startsWith("HTTP/1.1 200 ")
        .contains("Cross-Origin-Resource-Policy: same-origin");
  }

  @Test
  void nothingElseIsThere() throws Exception {
    refused(ask("POST /", here()), 405);
    refused(ask("GET /result.json", here()), 404);
    refused(ask("GET /../device-book.json", here()), 404);
  }

  @Test
  void thereIsNothingBeforeTheRun() throws Exception {
    page.close();
    page = LivePage.at(port, RunClock.system());
    refused(ask("GET /", here()), 503);
  }

  @Test
  void aPageThatHasTheStateIsNotSentItAgain() throws Exception {
    String answer = ask("GET /state?have=-1", here());
    JsonNode state = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n")));
    assertThat(state.path("number").asLong()).isZero();
    assertThat(state.path("ended").asBoolean()).isFalse();
    assertThat(state.path("title").asText()).isEqualTo("growing – running");
    assertThat(state.at("/data/flows/0/name").asText()).isEqualTo("telemetry");
    assertThat(ask("GET /state?have=0", here())).startsWith("HTTP/1.1 204 ");
    clock.pass(3);
    assertThat(ask("GET /state?have=0", here())).contains("\"number\":1");
  }

  @Test
  void whoLooksAtThePageSeesTheEnd() throws Exception {
    ask("GET /state?have=-1", here());
    new GrowingBooks(directory).result(6);
    CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> page.end(null));
    String answer;
    do {
      answer = ask("GET /state?have=0", here());
    } while (answer.startsWith("HTTP/1.1 204 "));
    assertThat(answer).contains("\"ended\":true", "PASSED");
    ended.get(60, TimeUnit.SECONDS);
  }

  @Test
  void onlyThisHostCanConnect() throws Exception {
    for (InetAddress address : InetAddress.getAllByName(InetAddress.getLocalHost().getHostName())) {
      if (!address.isLoopbackAddress()) {
        assertThatThrownBy(() -> new Socket(address, port).close())
            .isInstanceOf(ConnectException.class);
      }
    }
    assertThat(page.address()).isEqualTo("http://127.0.0.1:" + port + "/");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    assertThatThrownBy(() -> LiveView.at(port))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--live: ")
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageContaining("--live=0");
    assertThatThrownBy(() -> LiveView.at(65_536))
        .isInstanceOf(UsageException.class)
        .hasMessage("--live: found 65536, expected 0 to 65535");
  }
}
