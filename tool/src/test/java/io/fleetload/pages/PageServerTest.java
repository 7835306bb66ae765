// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients by hand, as none of a library is slow or wrong on purpose. */
@Timeout(60)
class PageServerTest {
  private static final String WHOLE = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";
  private static final String HALF = "GET / HTTP/1.1\r\nHost: he";
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration NEVER = Duration.ofHours(1);

  /** More than the sockets' buffers hold. */
  private static final String LARGE = "x".repeat(32_000_000);

  private static PageServer serve(String text, PageServer.Limits limits) throws IOException {
    return PageServer.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        request -> new Page(200, "text/plain", text).to(request),
        limits);
  }

  private static Socket connect(PageServer server, String sent) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
    client.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private static String read(Socket client) throws IOException {
    return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  private static String answer(PageServer server, String request) throws IOException {
    try (Socket client = connect(server, request)) {
      return read(client);
    }
  }

  @Test
  void aRequestIsAnsweredAndItsConnectionClosed() throws Exception {
    try (PageServer server = serve("a page", PageServer.Limits.USUAL)) {
      assertThat(answer(server, WHOLE))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .containsIgnoringCase("\r\nConnection: close\r\n")
          .endsWith("\r\n\r\na page");
    }
  }

  /** A connection closed with something unread is reset; either way it is over. */
  private static void isCutOff(Socket client) throws IOException {
    try {
      assertThat(client.getInputStream().read()).isNegative();
    } catch (SocketException e) {
      assertThat(e).hasMessageMatching("Connection reset|Broken pipe");
    }
  }

  @Test
  void halfARequestIsCutOff() throws Exception {
    try (PageServer server = serve("a page", new PageServer.Limits(SHORT, NEVER, 64));
        Socket half = connect(server, HALF);
        Socket nothing = connect(server, "")) {
      isCutOff(half);
      isCutOff(nothing);
    }
  }

  @Test
  void oneWhoSendsALittleNowAndThenIsCutOff() throws Exception {
    try (PageServer server = serve("a page", new PageServer.Limits(NEVER, SHORT, 64));
        Socket client = connect(server, HALF)) {
      client.setSoTimeout(10);
      assertThatThrownBy(
              () -> {
                while (true) {
                  sendALittle(client);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  private static void sendALittle(Socket client) throws IOException {
    try {
      if (client.getInputStream().read() < 0) {
        throw new EOFException();
      }
    } catch (SocketTimeoutException e) {
      client.getOutputStream().write('x');
    }
  }

  @Test
  void oneWhoDoesNotReadIsCutOff() throws Exception {
    try (PageServer server = serve(LARGE, new PageServer.Limits(SHORT, NEVER, 1));
        Socket client = connect(server, WHOLE)) {
      try (Socket other = connect(server, HALF)) {
        // It is cut off later than the one before.
        isCutOff(other);
      }
      assertThat(read(client)).hasSizeLessThan(LARGE.length());
    }
  }

  @Test
  void manyWhoHangKeepNobodyOut() throws Exception {
    List<Socket> hanging = new ArrayList<>();
    try (PageServer server = serve("a page", new PageServer.Limits(NEVER, NEVER, 8))) {
      for (int i = 0; i < 50; i++) {
        hanging.add(connect(server, HALF));
      }
      assertThat(answer(server, WHOLE)).endsWith("a page");
      for (Socket cut : hanging.subList(0, 42)) {
        isCutOff(cut);
      }
    } finally {
      for (Socket each : hanging) {
        each.close();
      }
    }
  }

  @Test
  void whatIsTooLongOrHasABodyIsRefused() throws Exception {
    try (PageServer server = serve("a page", PageServer.Limits.USUAL)) {
      String much = "x".repeat(10_000);
      assertThat(status(server, "GET /" + much + " HTTP/1.1")).isEqualTo("414");
      assertThat(status(server, "GET / HTTP/1.1\r\nA: " + much)).isEqualTo("431");
      assertThat(status(server, "POST / HTTP/1.1\r\nContent-Length: 9")).isEqualTo("405");
      assertThat(status(server, "GET / HTTP/1.1\r\nContent-Length: 9")).isEqualTo("413");
      assertThat(status(server, "GET / HTTP/1.1\r\nTransfer-Encoding: chunked")).isEqualTo("413");
      assertThat(status(server, "nonsense")).isEqualTo("400");
    }
  }

  private static String status(PageServer server, String head) throws IOException {
    return answer(server, head + "\r\n\r\n").split(" ")[1];
  }

  @Test
  void itHasFewThreadsAndNoneIsLeft() throws Exception {
    List<Thread> before = threads();
    try (PageServer server = serve("a page", PageServer.Limits.USUAL)) {
      answer(server, WHOLE);
      List<Thread> own = threads();
      own.removeAll(before);
      assertThat(own).hasSizeLessThanOrEqualTo(3).allMatch(Thread::isDaemon);
    }
    List<Thread> left = threads();
    left.removeAll(before);
    for (Thread each : left) {
      each.join();
    }
  }

  private static List<Thread> threads() {
    return new ArrayList<>(
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().startsWith("vert"))
            .toList());
  }

  @Test
  void aPortThatIsTakenIsSaid() throws Exception {
    try (PageServer server = serve("a page", PageServer.Limits.USUAL)) {
      InetSocketAddress taken =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      assertThatThrownBy(() -> PageServer.start(taken, request -> {}))
          .isInstanceOf(IOException.class)
          .hasMessage("Address already in use");
    }
  }
}
