// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.schema.WatchRequest;
import io.grpc.Status;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamTest {
  private ByteServer server;
  private Clients clients;
  private int answered;

  @BeforeEach
  void start() throws Exception {
    server = ByteServer.start(ArionMethod.READ_STREAM, ArionMethod.WATCH);
  }

  @AfterEach
  void stop() {
    clients.close();
    server.close();
  }

  private ByteServer.Call stream(String settings) throws Exception {
    clients = Clients.connected(server, "stream: { rate: 1/s, " + settings + " }");
    clients.send("stream", 0);
    return server.call();
  }

  /** Answers the next requests, each with the rule of its key. */
  private void answer(ByteServer.Call call, int answers) {
    for (int i = 0; i < answers; i++) {
      call.answer(Clients.rules(answered++));
    }
  }

  private static void take(ByteServer.Call call, int requests) throws InterruptedException {
    for (int i = 0; i < requests; i++) {
      assertThat(call.request()).as("request %d", i).isNotNull();
    }
  }

  @Test
  void aStreamIsHalfClosedOnceEveryAnswerCame() throws Exception {
    ByteServer.Call call = stream("requests: 10");
    take(call, 10);
    answer(call, 9);
    // What the client does with the nine comes before what it does with the tenth.
    answer(call, 1);
    assertThat(call.end()).isEqualTo("half-closed");
    call.ok();

    assertThat(clients.next()).isEqualTo("stream 0 succeeded, 10 answers");
  }

  @Test
  void aStreamThatIsHalfClosedAtOnceTellsHowManyAnswersCame() throws Exception {
    ByteServer.Call call = stream("requests: 10, end: atOnce");
    take(call, 10);
    assertThat(call.end()).isEqualTo("half-closed");
    answer(call, 8);
    call.ok();

    assertThat(clients.next()).isEqualTo("stream 0 succeeded, 8 answers");
  }

  @Test
  void aStreamIsCancelledAfterItsLastAnswer() throws Exception {
    ByteServer.Call call = stream("requests: 3, end: cancel");
    take(call, 3);
    answer(call, 3);

    assertThat(clients.next()).isEqualTo("stream 0 succeeded, 3 answers");
    assertThat(call.end()).isEqualTo("cancelled");
    assertThat(clients.left()).isEmpty();
  }

  @Test
  void theRequestsOfAllStreamsGoRoundTheRules() throws Exception {
    ByteServer.Call call = stream("requests: 12");
    Set<String> asked = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      asked.add(HexFormat.of().formatHex(call.request()));
    }

    assertThat(asked).hasSize(12);
  }

  @Test
  void theIntervalIsKeptBetweenTwoRequests() throws Exception {
    long began = System.nanoTime();
    ByteServer.Call call = stream("requests: 4, interval: 20ms, end: atOnce");
    take(call, 4);
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(60_000_000);
    assertThat(call.end()).isEqualTo("half-closed");
  }

  @Test
  void aLongStreamGoesAsTheConnectionTakesIt() throws Exception {
    ByteServer.Call call = stream("requests: 20000, end: atOnce");
    take(call, 20_000);
    assertThat(call.end()).isEqualTo("half-closed");
    answer(call, 20_000);
    call.ok();

    assertThat(clients.next()).isEqualTo("stream 0 succeeded, 20000 answers");
  }

  @Test
  void anEmptyAnswerDoesNotCountAndFailsTheStream() throws Exception {
    ByteServer.Call call = stream("requests: 3");
    take(call, 3);
    answer(call, 2);
    call.answer(new byte[0]);
    assertThat(call.end()).isEqualTo("half-closed");
    call.ok();

    assertThat(clients.next()).isEqualTo("stream 0 failed protocol.answer.empty, 2 answers");
  }

  @Test
  void anAnswerWithARuleThatTheStreamDidNotAskForFailsIt() throws Exception {
    ByteServer.Call call = stream("requests: 3");
    take(call, 3);
    call.answer(Clients.rules(2));
    call.answer(Clients.rules(7));
    call.answer(Clients.rules(2));
    assertThat(call.end()).isEqualTo("half-closed");
    call.ok();

    assertThat(clients.next()).isEqualTo("stream 0 failed protocol.answer.otherRule, 1 answers");
  }

  @Test
  void moreAnswersThanRequestsFailTheStream() throws Exception {
    ByteServer.Call call = stream("requests: 2, end: atOnce");
    take(call, 2);
    answer(call, 3);

    assertThat(clients.next()).startsWith("stream 0 failed protocol.answer.tooMany");
    assertThat(call.end()).isEqualTo("half-closed");
  }

  @Test
  void aStreamThatTheServerRefusesInItsMiddleKeepsItsCount() throws Exception {
    ByteServer.Call call = stream("requests: 4");
    take(call, 4);
    answer(call, 1);
    call.fail(Status.INTERNAL);

    assertThat(clients.next()).isEqualTo("stream 0 failed protocol.grpc.internal, 1 answers");
  }

  @Test
  void aServerThatDiesInMidStreamFailsItAndEndsTheSession() throws Exception {
    try (Relay relay = new Relay(server.port())) {
      clients = Clients.connected(relay.port(), "", "", "stream: { rate: 1/s, requests: 4 }");
      clients.send("stream", 0);
      ByteServer.Call call = server.call();
      take(call, 4);
      answer(call, 2);
      relay.cut();

      assertThat(clients.next()).startsWith("stream 0 failed transport.disconnected");
      assertThat(clients.next()).isEqualTo("session 0 ended");
      assertThat(clients.faults()).isZero();
    }
  }

  @Test
  void aWatchIsWholeOnceEveryRuleOfItsGroupCame() throws Exception {
    clients = Clients.connected(server, "watch: { rate: 1/s }");
    clients.send("watch", 1);
    ByteServer.Call call = server.call();
    assertThat(call.request()).isEqualTo(new WatchRequest("group1", 0).write());

    for (int rule = 0; rule < 6; rule++) {
      // Of 2 groups, group 1 has the odd ones.
      call.answer(Clients.rule(2 * rule + 1).write());
      call.answer(Clients.rule(1).write());
    }

    assertThat(clients.next()).isEqualTo("watch 1 succeeded, 6 answers");
    assertThat(call.end()).isEqualTo("cancelled");
    assertThat(clients.faults()).isZero();
  }

  @Test
  void aWatchWithRulesOfAnotherGroupFails() throws Exception {
    clients = Clients.connected(server, "watch: { rate: 1/s }");
    clients.send("watch", 1);
    ByteServer.Call call = server.call();
    for (int rule = 0; rule < 6; rule++) {
      call.answer(Clients.rule(rule).write());
    }

    assertThat(clients.next()).isEqualTo("watch 1 failed protocol.answer.otherRule, 3 answers");
    assertThat(clients.faults()).isZero();
  }

  @Test
  void aWatchWithARuleThatNobodyWroteSoFails() throws Exception {
    clients = Clients.connected(server, "watch: { rate: 1/s }");
    clients.send("watch", 1);
    ByteServer.Call call = server.call();
    call.answer(Clients.rule(1, clients.stamp("write", 1)).write());
    for (int rule = 1; rule < 6; rule++) {
      call.answer(Clients.rule(2 * rule + 1).write());
    }

    assertThat(clients.next()).isEqualTo("watch 1 failed protocol.answer.altered, 5 answers");
  }

  @Test
  void anAnswerWithTheRulesOfTwoRequestsFailsItsStream() throws Exception {
    ByteServer.Call call = stream("requests: 2, keys: 2");
    take(call, 2);
    call.answer(Clients.rules(0, 2));
    call.answer(Clients.rules(1, 3));
    assertThat(call.end()).isEqualTo("half-closed");
    call.ok();

    assertThat(clients.next()).isEqualTo("stream 0 failed protocol.answer.otherRule");
  }
}
