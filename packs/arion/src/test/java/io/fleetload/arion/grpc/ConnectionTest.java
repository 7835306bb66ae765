// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Cause;
import io.fleetload.process.UsageException;
import io.fleetload.rig.FreePort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionTest {
  private static final byte[] WRITTEN = {0x12, 0};
  private static final String WRITE = "write: { rate: 1/s }";

  private Clients clients;

  @AfterEach
  void stop() {
    if (clients != null) {
      clients.close();
    }
  }

  @Test
  void aSessionToAPortOnWhichNobodyListensIsUnreachable() throws Exception {
    clients = Clients.of(FreePort.choose(), "", "", WRITE);
    clients.connect();

    assertThat(clients.next()).isEqualTo("session failed transport.unreachable");
    assertThat(clients.left()).isEmpty();
  }

  @Test
  void aServerThatSpeaksNoHttp2FailsTheHandshake() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      clients = Clients.of(silent.getLocalPort(), "", "", WRITE);
      clients.connect();
      silent.accept().close();

      assertThat(clients.next()).isEqualTo("session failed transport.handshake");
    }
  }

  @Test
  void aServerWithoutTheMethodIsNamedWithIt() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.READ)) {
      clients = Clients.of(server.port(), "", "", "read: { rate: 1/s }, " + WRITE);
      clients.connect();

      assertThat(clients.next())
          .isEqualTo(
              "session failed protocol.grpc.unimplemented."
                  + "alcor.schema.GoalStateProvisioner/PushGoalstates");
    }
  }

  @Test
  void aDeadlineOfRequestsThatPassesBeforeTheConnectionIsThereKeepsNoSessionFromOpening()
      throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE)) {
      clients = Clients.connected(server.port(), ", deadline: 0.001ms", "", WRITE);
      clients.send("write", 0);

      assertThat(clients.next()).isEqualTo("write 0 failed protocol.grpc.deadlineExceeded");
      assertThat(clients.left()).isEmpty();
    }
  }

  @Test
  void aServerThatDiesEndsTheSessionWhichCanBeOpenedAgain() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE);
        Relay relay = new Relay(server.port())) {
      clients = Clients.connected(relay.port(), "", "", WRITE);
      clients.send("write", 0);
      server.call();

      relay.cut();
      assertThat(List.of(clients.next(), clients.next()))
          .containsExactly("write 0 failed transport.disconnected", "session 0 ended");
      clients.send("write", 1);
      assertThat(clients.next()).isEqualTo("write 1 failed transport.disconnected");

      clients.connect();
      assertThat(clients.next()).isEqualTo("session opened");
      clients.send("write", 2);
      server.call().answer(WRITTEN).ok();
      assertThat(clients.next()).isEqualTo("write 2 succeeded");
      assertThat(clients.faults()).isZero();
    }
  }

  @Test
  void aServerThatLeavesAnswersWhatIsUnderWayAndTakesNothingMore() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE)) {
      clients = Clients.connected(server, WRITE);
      clients.send("write", 0);
      ByteServer.Call call = server.call();

      server.leave();
      assertThat(clients.next()).isEqualTo("session 0 ended");
      clients.send("write", 1);
      assertThat(clients.next()).isEqualTo("write 1 failed transport.disconnected");
      clients.connect();
      assertThat(clients.next()).isEqualTo("session failed transport.unreachable");
      call.answer(WRITTEN).ok();
      assertThat(clients.next()).isEqualTo("write 0 succeeded");
      assertThat(clients.faults()).isZero();
    }
  }

  @Test
  void aRequestThatWaitsForItsTurnFailsWithTheSession() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE)) {
      clients = Clients.connected(server.port(), ", streamsPerConnection: 1", "", WRITE);
      clients.send("write", 0);
      clients.send("write", 1);
      ByteServer.Call call = server.call();

      server.leave();
      assertThat(clients.next()).isEqualTo("write 1 failed transport.disconnected");
      assertThat(clients.next()).isEqualTo("session 0 ended");
      call.answer(WRITTEN).ok();
      assertThat(clients.next()).isEqualTo("write 0 succeeded");
    }
  }

  @Test
  void aSessionThatIsLostFailsWhatIsUnderWayForThatCause() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE)) {
      clients = Clients.connected(server, WRITE);
      clients.send("write", 0);
      ByteServer.Call call = server.call();

      clients.call(link -> link.lose(Cause.Transport.TIMEOUT));

      assertThat(clients.next()).isEqualTo("write 0 failed transport.timeout");
      assertThat(call.end()).isEqualTo("half-closed");
      assertThat(call.end()).isEqualTo("cancelled");
      assertThat(clients.left()).isEmpty();
    }
  }

  @Test
  void aSessionThatIsClosedIsNotReportedAsEnded() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE)) {
      clients = Clients.connected(server, WRITE);
      clients.send("write", 0);
      server.call();

      clients.call(link -> link.close());

      assertThat(clients.next()).isEqualTo("write 0 failed transport.disconnected");
      assertThat(clients.left()).isEmpty();
      assertThat(clients.faults()).isZero();
    }
  }

  @Test
  void aConnectionComesFromTheAddressThatTheProfileNames() throws Exception {
    try (ByteServer server = ByteServer.start(ArionMethod.WRITE)) {
      clients = Clients.connected(server.port(), ", bind: [127.0.0.3]", "", WRITE);
      clients.send("write", 0);

      assertThat(server.call().client()).isEqualTo("127.0.0.3");
    }
  }

  @Test
  void anOpeningThatIsGivenUpHasNoOutcome() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      clients = Clients.of(silent.getLocalPort(), "", "", WRITE);
      clients.connect();
      clients.abandon("session");

      assertThatThrownBy(() -> silent.accept().getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class);
      assertThat(clients.left()).isEmpty();
      assertThat(clients.faults()).isZero();
    }
  }

  @Test
  void metadataThatCannotBeSentIsNamed() {
    assertThatThrownBy(
            () -> Clients.of(1, "", ", metadata: { \"not a name\": x }", "read: { rate: 1/s }"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.metadata: \"not a name\" ");
  }
}
