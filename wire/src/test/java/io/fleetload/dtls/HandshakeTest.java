// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static io.fleetload.dtls.Bench.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes whose messages come in any form and order, twice, or wrong. */
class HandshakeTest {
  private final Bench bench = new Bench();
  private final PiecewiseServer server = bench.server;
  private final DtlsSession session = bench.session;

  @Test
  void theServersCookieComesBackAndANewOneToo() {
    session.handshake();
    bench.arrives(server.helloVerifyRequest((byte) 1, (byte) 2));
    bench.serverTakesTheLast();
    assertThat(server.cookie).containsExactly(1, 2);
    assertThat(server.helloNumber).isEqualTo(1);

    bench.arrives(server.helloVerifyRequest((byte) 1, (byte) 2));
    assertThat(bench.sent).as("a repetition tells nothing new").hasSize(2);
    bench.arrives(server.helloVerifyRequest((byte) 3));
    bench.serverTakesTheLast();
    assertThat(server.cookie).containsExactly(3);
    assertThat(server.helloNumber).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16, 50})
  void theServersFlightMayComeInFragmentsOfAnySizeInAnyOrder(int size) {
    session.handshake();
    bench.serverTakesTheLast();
    List<byte[]> fragments = new ArrayList<>();
    for (byte[] message : server.helloFlight(true)) {
      fragments.addAll(PiecewiseServer.fragments(message, size));
    }
    Collections.shuffle(fragments, new Random(size));
    bench.arriveInRecords(fragments);
    bench.serverTakesTheLast();
    byte[] finished = server.finished();
    bench.arrives(finished);

    assertThat(bench.established).containsExactly(false);
  }

  @Test
  void severalMessagesMayShareARecordAndSeveralRecordsADatagram() {
    session.handshake();
    bench.serverTakesTheLast();
    bench.arrives(
        server.plain(RecordHeader.HANDSHAKE, PiecewiseServer.joined(server.helloFlight(true))));
    bench.serverTakesTheLast();
    bench.arrives(
        PiecewiseServer.joined(
            List.of(
                server.changeCipherSpec(),
                server.finished(),
                server.sealed(RecordHeader.APPLICATION_DATA, HELLO))));

    assertThat(bench.established).containsExactly(false);
    assertThat(bench.received).containsExactly(HELLO);
  }

  @Test
  void dataThatOvertakesTheServersFinishedIsDeliveredAfterIt() {
    session.handshake();
    bench.serverTakesTheLast();
    bench.arriveInRecords(server.helloFlight(false));
    bench.serverTakesTheLast();
    byte[] finished = server.finished();
    bench.arrives(server.sealed(RecordHeader.APPLICATION_DATA, HELLO));
    assertThat(bench.received).isEmpty();
    bench.arrives(finished);

    assertThat(bench.established).containsExactly(false);
    assertThat(bench.received).containsExactly(HELLO);
  }

  @Test
  void anAbbreviatedHandshakeMayArriveBackwards() {
    bench.connected();
    session.handshake();
    bench.serverTakesTheLast();
    byte[] hello = server.plain(RecordHeader.HANDSHAKE, server.resumingHello());
    byte[] finished = server.finished();
    bench.arrives(server.sealed(RecordHeader.APPLICATION_DATA, HELLO));
    bench.arrives(finished);
    bench.arrives(hello);
    bench.serverTakesTheLast();

    assertThat(bench.established).containsExactly(false, true);
    assertThat(bench.received).containsExactly(HELLO);
    assertThat(server.finisheds).isEqualTo(1);
  }

  @Test
  void aRepeatedFinishedOfTheServerGetsOursAgainUntilDataShowsThatItArrived() {
    bench.connected();
    session.handshake();
    bench.serverTakesTheLast();
    bench.arrives(server.plain(RecordHeader.HANDSHAKE, server.resumingHello()));
    bench.arrives(server.finished());
    int before = bench.sent.size();
    bench.arrives(server.finished());
    assertThat(bench.sent).hasSize(before + 1);
    bench.serverTakesTheLast();
    assertThat(server.finisheds).isEqualTo(1);

    bench.arrives(server.sealed(RecordHeader.APPLICATION_DATA, HELLO));
    bench.arrives(server.finished());
    assertThat(bench.sent).hasSize(before + 1);
  }

  @Test
  void aRepeatedFlightOfTheServerGetsOursAgain() {
    session.handshake();
    bench.serverTakesTheLast();
    List<byte[]> flight = server.helloFlight(false);
    bench.arriveInRecords(flight);
    assertThat(bench.sent).hasSize(2);
    bench.arriveInRecords(flight);

    assertThat(bench.sent).hasSize(3);
    bench.serverTakesTheLast();
    bench.arrives(server.finished());
    assertThat(bench.established).containsExactly(false);
  }

  @Test
  void aFinishedOfAnotherHandshakeIsRefused() {
    session.handshake();
    bench.serverTakesTheLast();
    bench.arriveInRecords(server.helloFlight(false));
    bench.serverTakesTheLast();
    bench.arrives(
        server.sealed(
            RecordHeader.HANDSHAKE, Messages.message(Messages.FINISHED, 2, new byte[12])));
    bench.serverTakesTheLast();

    assertThat(bench.established).isEmpty();
    assertThat(bench.ends)
        .singleElement()
        .isInstanceOf(SessionEnd.ProtocolBreach.class)
        .asString()
        .contains("Finished");
    assertThat(server.alerts).containsExactly(Alerts.alert(Alerts.FATAL, Alerts.DECRYPT_ERROR));
  }

  @Test
  void aFinishedInTheClearIsNone() {
    session.handshake();
    bench.serverTakesTheLast();
    bench.arriveInRecords(server.helloFlight(false));
    bench.arriveInRecords(List.of(Messages.message(Messages.FINISHED, 2, new byte[12])));

    assertThat(bench.established).isEmpty();
    assertThat(bench.ends).isEmpty();
  }

  @Test
  void aServerThatSkipsItsHelloIsRefused() {
    session.handshake();
    List<byte[]> done = List.of(Messages.message(Messages.SERVER_HELLO_DONE, 0, new byte[0]));
    bench.arriveInRecords(done);
    assertThat(bench.ends).as("anybody may have said it").isEmpty();
    bench.loop.pass(Bench.SETTINGS.firstTimeoutNanos());
    bench.arriveInRecords(done);

    assertThat(bench.ends)
        .singleElement()
        .isInstanceOf(SessionEnd.ProtocolBreach.class)
        .asString()
        .contains("message 14", "SERVER_HELLO");
  }
}
