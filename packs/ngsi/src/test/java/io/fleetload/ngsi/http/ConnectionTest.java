// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.ngsi.http.RawServer.Peer;
import io.fleetload.process.TargetException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTest {
  private static final String PUT =
      "flows: { put: { rate: 1/s, request: \"PATCH /a/{{n}}\", body: '{ \"v\": \"{{n}}\" }' } }";

  private RawServer server;
  private TestUsers users;

  @BeforeEach
  void start() throws IOException {
    server = new RawServer();
  }

  @AfterEach
  void stop() throws Exception {
    if (users != null) {
      assertThat(users.faults()).isZero();
      users.close();
    }
    server.close();
  }

  private Peer connected() throws Exception {
    users = TestUsers.connected(server.url(), "", PUT);
    return server.accept();
  }

  /** A connection over which the first of so many requests has come. */
  private Peer asked(int requests) throws Exception {
    Peer peer = connected();
    for (int n = 0; n < requests; n++) {
      users.send("put", n);
    }
    assertThat(peer.request()).startsWith("PATCH /a/0 ");
    return peer;
  }

  @Test
  void aPortOnWhichNobodyListensIsUnreachable() throws Exception {
    users = TestUsers.of(server.url(), "", "", PUT);
    server.close();
    users.connect();

    assertThat(users.next()).isEqualTo("session failed transport.unreachable");
    assertThat(users.left()).isEmpty();
  }

  @Test
  void aHostThatNobodyKnowsIsNamed() {
    assertThatThrownBy(() -> TestUsers.of("http://no-such-host.invalid", "", "", PUT))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("no-such-host.invalid", "(target.url)");
  }

  @Test
  void connectingSendsNothing() throws Exception {
    try (Peer peer = connected()) {
      assertThat(peer.socket.getInputStream().available()).isZero();
    }
  }

  @Test
  void connectionsComeFromTheAddressesThatAreAskedFor() throws Exception {
    users = TestUsers.connected(server.url(), ", bind: [127.0.0.9]", PUT);
    try (Peer peer = server.accept()) {
      assertThat(peer.socket.getInetAddress().getHostAddress()).isEqualTo("127.0.0.9");
    }
  }

  static Stream<String> brokenAnswers() {
    String ok = "HTTP/1.1 200 OK\r\n";
    String chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";
    return Stream.of(
        ok + "Content-Length: -1\r\n\r\n",
        ok + "X: " + "x".repeat(20_000),
        chunked + "1;" + "e".repeat(20_000),
        chunked + "0\r\n" + "X: y\r\n".repeat(4_000),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  }

  /** The fleet goes on with another connection, and nothing of it is a fault of its own. */
  @ParameterizedTest
  @MethodSource("brokenAnswers")
  void anAnswerThatIsNoHttpIsTheTargets(String answer) throws Exception {
    try (Peer peer = asked(1)) {
      users.loseWhatFails();
      peer.write(answer);
      assertThat(users.next()).isEqualTo("put 0 failed protocol.answer.notHttp");
    }
  }

  @Test
  void aSecondAnswerIsUnexpectedAndNotThatOfTheNextRequest() throws Exception {
    try (Peer peer = asked(2)) {
      String body = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain";
      peer.write(RawServer.NO_CONTENT + body + RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("put 0 succeeded");
      assertThat(peer.request()).startsWith("PATCH /a/1 ");
      peer.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      assertThat(users.next()).isEqualTo("put 1 failed protocol.http.404");
      assertThat(users.unexpectedAnswers).hasValue(2);
    }
  }

  @Test
  void whatAServerSaysOfAnIdleConnectionIsNotUnexpected() throws Exception {
    try (Peer peer = asked(1)) {
      peer.write(
          RawServer.NO_CONTENT + "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
      assertThat(users.next()).isEqualTo("put 0 succeeded");
    }
    users.send("put", 1);
    try (Peer next = server.accept()) {
      assertThat(next.request()).startsWith("PATCH /a/1 ");
      next.write(RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("put 1 succeeded");
    }
    assertThat(users.unexpectedAnswers).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100 Continue", "102 Processing", "103 Early Hints", "199 Own"})
  void anAnswerBeforeTheFinalOneIsNone(String status) throws Exception {
    try (Peer peer = asked(2)) {
      peer.write("HTTP/1.1 " + status + "\r\nX: y\r\n\r\n" + RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("put 0 succeeded");
      assertThat(peer.request()).startsWith("PATCH /a/1 ");
      peer.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      assertThat(users.next()).isEqualTo("put 1 failed protocol.http.404");
    }
  }

  @Test
  void aConnectionThatEndsInsteadOfAnAnswerIsTheTargets() throws Exception {
    Peer peer = asked(1);
    users.loseWhatFails();
    peer.close();
    assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");
  }

  @Test
  void usersThatShareAConnectionWaitForTheirTurnInOrder() throws Exception {
    try (Peer peer = connected()) {
      users.send("put", 0);
      users.send("put", 1);
      users.send("put", 2);
      for (int n = 0; n < 3; n++) {
        assertThat(peer.request()).startsWith("PATCH /a/" + n + " HTTP/1.1\r\n");
        assertThat(peer.socket.getInputStream().available()).isZero();
        peer.write(RawServer.NO_CONTENT);
        assertThat(users.next()).isEqualTo("put " + n + " succeeded");
      }
      long[] first = users.parts();
      assertThat(first).hasSameSizeAs(NgsiFleet.PARTS).doesNotContain(-1L);
      assertThat(users.parts()[0]).isGreaterThan(first[0]);
    }
  }

  @Test
  void theBytesOfARequestAreThoseOnTheWire() throws Exception {
    try (Peer peer = connected()) {
      users.send("put", 0);
      String request = peer.request();
      peer.write(RawServer.NO_CONTENT);

      assertThat(users.bytes()).containsExactly(request.length(), RawServer.NO_CONTENT.length());
    }
  }

  @Test
  void aConnectionThatTheBrokerClosedIsOpenedAnewWithTheNextRequest() throws Exception {
    connected().close();
    // The client may hear of it only after it began to send, and then the request is lost.
    users.send("put", 0);
    String first = null;
    if (users.left().isEmpty()) {
      try (Peer peer = server.accept()) {
        assertThat(peer.request()).startsWith("PATCH /a/0 ");
        peer.write(RawServer.NO_CONTENT);
        first = users.next();
        assertThat(users.parts()[1]).as("connecting").isPositive();
      }
      assertThat(first).isEqualTo("put 0 succeeded");
    } else {
      assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");
    }
    assertThat(users.left()).isEmpty();
  }

  @Test
  void anAnswerThatSaysCloseIsTheLastOneOfItsConnection() throws Exception {
    Peer first = asked(2);
    first.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");

    assertThat(users.next()).isEqualTo("put 0 succeeded");
    try (Peer second = server.accept()) {
      assertThat(second.request()).startsWith("PATCH /a/1 ");
      second.write(RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("put 1 succeeded");
    }
    assertThat(first.request()).isNull();
  }

  @Test
  void aRequestWhoseConnectionEndsBeforeTheAnswerIsDisconnectedAndTheNextOneOpensAnother()
      throws Exception {
    Peer first = asked(2);
    first.close();

    assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");
    try (Peer second = server.accept()) {
      second.request();
      second.write(RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("put 1 succeeded");
    }
  }

  @Test
  void aConnectionThatEndsInMidAnswerIsDisconnected() throws Exception {
    Peer peer = asked(1);
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345").close();

    assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");
  }

  @Test
  void aConnectionThatEndsInMidChunkIsDisconnected() throws Exception {
    Peer peer = asked(1);
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123").close();

    assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");
  }

  @Test
  void anAnswerWithoutALengthEndsWithItsConnection() throws Exception {
    Peer peer = asked(1);
    peer.write("HTTP/1.1 200 OK\r\n\r\nall of it").close();

    assertThat(users.next()).isEqualTo("put 0 succeeded");
  }

  @Test
  void anAnswerMayComeInPieces() throws Exception {
    try (Peer peer = asked(1)) {
      for (char each : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".toCharArray()) {
        peer.write(String.valueOf(each));
      }
      assertThat(users.left()).isEmpty();
      peer.write("3\r\nabc\r\n").write("2\r\nde\r\n0\r\n\r\n");

      assertThat(users.next()).isEqualTo("put 0 succeeded");
    }
  }

  @Test
  void informationBeforeTheAnswerIsNoAnswer() throws Exception {
    try (Peer peer = asked(1)) {
      peer.write("HTTP/1.1 100 Continue\r\n\r\n" + RawServer.NO_CONTENT);

      assertThat(users.next()).isEqualTo("put 0 succeeded");
    }
  }

  @Test
  void whatIsNoHttpIsSaidToBeNone() throws Exception {
    Peer peer = asked(1);
    peer.write("220 smtp.example ESMTP\r\n\r\n");

    assertThat(users.next()).isEqualTo("put 0 failed protocol.answer.notHttp");
    assertThat(users.left()).isEmpty();
  }

  @Test
  void aLateAnswerIsNotTakenForThatOfTheNextRequest() throws Exception {
    Peer first = asked(2);
    users.abandon("put 0");
    try (Peer second = server.accept()) {
      assertThat(second.request()).startsWith("PATCH /a/1 ");
      assertThat(first.request()).isNull();
      second.answer(404, "{}");

      assertThat(users.next()).isEqualTo("put 1 failed protocol.http.404");
    }
    assertThat(users.left()).isEmpty();
  }

  @Test
  void aRequestThatWaitsIsGivenUpWithoutAnythingSent() throws Exception {
    try (Peer peer = connected()) {
      users.send("put", 0);
      users.send("put", 1);
      users.send("put", 2);
      users.abandon("put 1");
      peer.request();
      peer.write(RawServer.NO_CONTENT);
      assertThat(users.next()).isEqualTo("put 0 succeeded");
      assertThat(peer.request()).startsWith("PATCH /a/2 ");
    }
  }

  @Test
  void aBrokerThatIsGoneFailsTheRequestAndEndsTheSession() throws Exception {
    Peer peer = connected();
    users.send("put", 0);
    server.close();
    peer.request();
    peer.close();
    assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");

    users.send("put", 1);
    assertThat(List.of(users.next(), users.next()))
        .containsExactly("put 1 failed transport.unreachable", "session 0 ended");
    users.send("put", 2);
    assertThat(users.next()).isEqualTo("put 2 failed transport.disconnected");
  }

  @Test
  void aLinkThatLosesItsConnectionFailsAllForThatCauseAndTheBrokerIsNotTold() throws Exception {
    Peer peer = asked(2);
    users.call(link -> link.lose(Cause.Transport.TIMEOUT));

    assertThat(List.of(users.next(), users.next()))
        .containsExactlyInAnyOrder(
            "put 0 failed transport.timeout", "put 1 failed transport.timeout");
    assertThatThrownBy(peer::request).hasMessageContaining("reset");
    assertThat(users.left()).isEmpty();
  }

  @Test
  void aClosedLinkIsConnectedAnew() throws Exception {
    Peer first = connected();
    users.call(DeviceLink::close);
    assertThat(first.request()).isNull();
    users.send("put", 0);
    assertThat(users.next()).isEqualTo("put 0 failed transport.disconnected");

    users.connect();
    assertThat(users.next()).isEqualTo("session opened");
    try (Peer second = server.accept()) {
      users.send("put", 1);
      assertThat(second.request()).startsWith("PATCH /a/1 ");
    }
  }
}
