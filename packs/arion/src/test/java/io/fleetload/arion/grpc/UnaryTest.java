// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.Inbound;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import io.grpc.Metadata;
import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnaryTest {
  private static final byte[] WRITTEN = {0x12, 0};

  private ByteServer server;
  private Clients clients;

  @BeforeEach
  void start() throws Exception {
    server = ByteServer.start(ArionMethod.READ, ArionMethod.WRITE);
  }

  @AfterEach
  void stop() {
    clients.close();
    server.close();
  }

  private void reading() throws Exception {
    clients = Clients.connected(server, "read: { rate: 1/s }");
  }

  @Test
  void aReadSendsItsMessageAndSucceedsWithTheAnswer() throws Exception {
    reading();
    clients.send("read", 0);

    ByteServer.Call call = server.call();
    assertThat(call.method).isEqualTo("READ");
    assertThat(call.request()).isEqualTo(Clients.payload(0));
    assertThat(call.end()).isEqualTo("half-closed");
    call.answer(Clients.rules(0)).ok();
    assertThat(clients.next()).isEqualTo("read 0 succeeded");
    assertThat(clients.faults()).isZero();
  }

  @Test
  void anAnswerWithTheRuleOfAnotherKeyIsNoSuccess() throws Exception {
    reading();
    clients.send("read", 0);
    server.call().answer(Clients.rules(1)).ok();
    assertThat(clients.next()).isEqualTo("read 0 failed protocol.answer.otherRule");

    clients.send("read", 1);
    server.call().answer(Clients.rules(1 + 12)).ok();
    assertThat(clients.next()).as("keys go round").isEqualTo("read 1 succeeded");
  }

  @Test
  void anAnswerHasEachOfItsKeysOnceInAnyOrder() throws Exception {
    clients = Clients.connected(server, "read: { rate: 1/s, keys: 3 }");
    clients.send("read", 1);
    server.call().answer(Clients.rules(5, 3, 4)).ok();
    assertThat(clients.next()).isEqualTo("read 1 succeeded");

    clients.send("read", 1);
    server.call().answer(Clients.rules(3, 4, 4)).ok();
    assertThat(clients.next()).isEqualTo("read 1 failed protocol.answer.otherRule");
  }

  @Test
  void theRuleOfAKeyThatIsNotThereIsNotAskedForInstead() throws Exception {
    clients = Clients.connected(server, "read: { rate: 1/s, unknown: 50% }");
    clients.send("read", 1);
    server.call().answer(Clients.rules(1)).ok();
    assertThat(clients.next()).isEqualTo("read 1 failed protocol.answer.otherRule");
  }

  @Test
  void requestsOfAConnectionOvertakeEachOther() throws Exception {
    reading();
    clients.send("read", 0);
    clients.send("read", 1);

    ByteServer.Call first = server.call();
    server.call().answer(Clients.rules(1)).ok();
    assertThat(clients.next()).isEqualTo("read 1 succeeded");
    first.answer(Clients.rules(0)).ok();
    assertThat(clients.next()).isEqualTo("read 0 succeeded");
  }

  @ParameterizedTest
  @CsvSource({
    "UNKNOWN, unknown",
    "UNAVAILABLE, unavailable",
    "RESOURCE_EXHAUSTED, resourceExhausted",
    "DEADLINE_EXCEEDED, deadlineExceeded"
  })
  void aStatusIsACauseByItsName(Status.Code code, String cause) throws Exception {
    reading();
    clients.send("read", 0);
    server.call().fail(code.toStatus());

    assertThat(clients.next()).isEqualTo("read 0 failed protocol.grpc." + cause);
  }

  @Test
  void anAnswerThatIsOkAndLacksRulesIsNoSuccess() throws Exception {
    clients = Clients.connected(server, "read: { rate: 1/s, keys: 2 }");
    clients.send("read", 0);
    server.call().answer(new byte[0]).ok();
    assertThat(clients.next()).isEqualTo("read 0 failed protocol.answer.empty");

    clients.send("read", 1);
    server.call().answer(Clients.rules(2)).ok();
    assertThat(clients.next()).isEqualTo("read 1 failed protocol.answer.incomplete");

    clients.send("read", 2);
    server.call().answer(new byte[] {0x12, 0x7f}).ok();
    assertThat(clients.next()).isEqualTo("read 2 failed protocol.answer.unreadable");
  }

  @Test
  void aWriteThatTheServerSaysFailedIsNoSuccess() throws Exception {
    clients = Clients.connected(server, "write: { rate: 1/s }");
    clients.send("write", 0);
    server.call().answer(WRITTEN).ok();
    assertThat(clients.next()).isEqualTo("write 0 succeeded");

    clients.send("write", 1);
    server.call().answer(new byte[] {0x12, 2, 0x20, 4}).ok();
    assertThat(clients.next()).isEqualTo("write 1 failed protocol.status.outOfOrder");

    clients.send("write", 2);
    server.call().answer(new byte[0]).ok();
    assertThat(clients.next()).isEqualTo("write 2 failed protocol.answer.empty");
  }

  @Test
  void everyRequestCarriesMetadataDeadlineAndItsCompression() throws Exception {
    clients =
        Clients.connected(
            server.port(),
            ", deadline: 20s, compression: gzip",
            ", metadata: { authorization: Bearer of-good-news }",
            "read: { rate: 1/s }");
    clients.send("read", 0);

    ByteServer.Call call = server.call();
    assertThat(call.request()).isEqualTo(Clients.payload(0));
    assertThat(call.headers.get(key("authorization"))).isEqualTo("Bearer of-good-news");
    assertThat(call.headers.get(key("grpc-encoding"))).isEqualTo("gzip");
    assertThat(call.context.getDeadline().timeRemaining(java.util.concurrent.TimeUnit.SECONDS))
        .isBetween(1L, 20L);
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  @Test
  void aRequestWhoseDeadlinePassesFails() throws Exception {
    clients = Clients.connected(server.port(), ", deadline: 50ms", "", "read: { rate: 1/s }");
    clients.send("read", 0);

    assertThat(clients.next()).isEqualTo("read 0 failed protocol.grpc.deadlineExceeded");
  }

  @Test
  void aRequestOverTheLimitOfTheConnectionWaitsForItsTurn() throws Exception {
    clients =
        Clients.connected(server.port(), ", streamsPerConnection: 1", "", "read: { rate: 1/s }");
    clients.send("read", 0);
    clients.send("read", 1);

    ByteServer.Call first = server.call();
    assertThat(first.request()).isEqualTo(Clients.payload(0));
    assertThat(server.callsLeft()).isZero();
    first.answer(Clients.rules(0)).ok();
    assertThat(clients.next()).isEqualTo("read 0 succeeded");
    assertThat(server.call().request()).isEqualTo(Clients.payload(1));
  }

  @Test
  void aRequestThatIsGivenUpIsCancelledAndHasNoOutcome() throws Exception {
    reading();
    clients.send("read", 0);
    ByteServer.Call call = server.call();
    assertThat(call.end()).isEqualTo("half-closed");

    clients.abandon("read 0");

    assertThat(call.end()).isEqualTo("cancelled");
    assertThat(clients.left()).isEmpty();
  }

  @Test
  void whatWasWrittenIsReadUntilItIsSeen() throws Exception {
    clients = Clients.connected(server, "write: { rate: 1/s, readBack: true }");
    clients.send("write", 5);
    server.call().answer(WRITTEN).ok();
    assertThat(clients.next()).isEqualTo("write 5 succeeded");
    Inbound toRead = clients.inbound();
    assertThat(toRead.stamp().legs()).isNotNull();

    clients.send("readBack", 5, toRead);
    ByteServer.Call missed = server.call();
    missed.fail(Status.UNKNOWN);
    ByteServer.Call early = server.call();
    assertThat(early.request()).isEqualTo(missed.request());
    early.answer(answer(clients.stamp("write", 4))).ok();
    server.call().answer(answer(clients.stamp("write", 5))).ok();

    assertThat(clients.next()).isEqualTo("readBack 5 succeeded");
    assertThat(clients.faults()).isZero();
  }

  /** The answer with the rule of key 5 as a write left it. */
  private static byte[] answer(Stamp stamp) {
    return Clients.answer(Clients.rule(5, stamp));
  }

  @Test
  void aRuleThatSaysSomethingElseThanWasWrittenIsNoSuccess() throws Exception {
    reading();
    clients.send("read", 5);
    server.call().answer(Clients.answer(with(Clients.rule(5), "172.16.9.9", "group1"))).ok();
    assertThat(clients.next()).isEqualTo("read 5 failed protocol.answer.altered");

    clients.send("read", 5);
    NeighborRule own = Clients.rule(5);
    server.call().answer(Clients.answer(with(own, own.hostIp(), "group0"))).ok();
    assertThat(clients.next()).isEqualTo("read 5 failed protocol.answer.altered");

    clients.send("read", 5);
    server.call().answer(answer(clients.stamp("write", 5))).ok();
    assertThat(clients.next())
        .as("of a message, where none is written")
        .isEqualTo("read 5 failed protocol.answer.altered");
  }

  private static NeighborRule with(NeighborRule rule, String hostIp, String group) {
    return new NeighborRule(
        1, rule.ip(), hostIp, rule.mac(), rule.tunnelId(), rule.hostMac(), group, 1);
  }

  @Test
  void aReadWhileRulesAreWrittenMayBringWhatAnyMessageOfThatRuleWrote() throws Exception {
    clients = Clients.connected(server, "read: { rate: 1/s }, write: { rate: 1/s }");
    clients.send("read", 5);
    // Of two flows the second one begins its round at client 1.
    server.call().answer(answer(stamp(17, 0))).ok();
    assertThat(clients.next()).isEqualTo("read 5 succeeded");

    clients.send("read", 5);
    server.call().answer(answer(stamp(17, 2))).ok();
    assertThat(clients.next())
        .as("of another client")
        .isEqualTo("read 5 failed protocol.answer.altered");

    clients.send("read", 5);
    server.call().answer(answer(stamp(16, 2))).ok();
    assertThat(clients.next())
        .as("of a message about another rule")
        .isEqualTo("read 5 failed protocol.answer.altered");
  }

  private static Stamp stamp(int n, int client) {
    return new Stamp(Clients.RUN, "write", Period.MEASURED, client, n, 7_000, 7_000);
  }

  @Test
  void whereNobodyProvisionedARuleMaySayAnythingButWhatThisRunDidNotWrite() throws Exception {
    clients =
        Clients.connected(
            server.port(), "", ", provision: false", "read: { rate: 1/s }, write: { rate: 1/s }");
    clients.send("read", 5);
    server.call().answer(Clients.answer(with(Clients.rule(5), "172.16.9.9", "group1"))).ok();
    assertThat(clients.next()).isEqualTo("read 5 succeeded");

    clients.send("read", 5);
    server.call().answer(answer(stamp(17, 2))).ok();
    assertThat(clients.next()).isEqualTo("read 5 failed protocol.answer.altered");
  }

  @Test
  void aSecondAnswerToARequestIsNoSuccess() throws Exception {
    reading();
    clients.send("read", 0);
    server.call().answer(Clients.rules(0)).answer(Clients.rules(0)).ok();
    assertThat(clients.next()).isEqualTo("read 0 failed protocol.answer.tooMany");
  }

  @Test
  void whatIsReadBackIsTheRuleThatWasWritten() throws Exception {
    clients = Clients.connected(server, "write: { rate: 1/s, readBack: true }");
    clients.send("write", 5);
    server.call().answer(WRITTEN).ok();
    assertThat(clients.next()).isEqualTo("write 5 succeeded");
    Inbound toRead = clients.inbound();

    clients.send("readBack", 5, toRead);
    server.call().answer(Clients.answer(Clients.rule(6, clients.stamp("write", 6)))).ok();
    assertThat(clients.next())
        .as("a later message's, of another key")
        .isEqualTo("readBack 5 failed protocol.answer.otherRule");

    clients.send("readBack", 5, toRead);
    server.call().answer(answer(clients.stamp("write", 6))).ok();
    assertThat(clients.next())
        .as("what a message about another rule wrote")
        .isEqualTo("readBack 5 failed protocol.answer.altered");

    clients.send("readBack", 5, toRead);
    server.call().answer(answer(clients.stamp("write", 17))).ok();
    assertThat(clients.next())
        .as("what a later message about this rule wrote")
        .isEqualTo("readBack 5 succeeded");
  }
}
