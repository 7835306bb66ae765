package io.fleetload.simulator.dtls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DtlsSessionTest {
  private static final byte[] HELLO = {'h', 'e', 'l', 'l', 'o'};

  private static final int ROUNDS = 2_000;

  private final Bench bench = new Bench();
  private final PiecewiseServer server = bench.server;
  private final DtlsSession session = bench.session;

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void anUnansweredFlightIsRepeatedAtDoublingIntervalsAndThenGivenUp() {
    long begun = bench.loop.nanos();
    session.handshake();
    bench.loop.pass(seconds(14));
    assertThat(bench.ends).isEmpty();
    bench.loop.pass(seconds(1));

    assertThat(bench.sentAt.stream().map(time -> time - begun))
        .containsExactly(0L, seconds(1), seconds(3), seconds(7));
    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
    bench.loop.pass(seconds(1_000));
    assertThat(bench.sent).hasSize(4);
    assertThat(bench.ends).hasSize(1);
  }

  @Test
  void eachFlightHasItsOwnPatience() {
    session.handshake();
    bench.loop.pass(seconds(10));
    bench.serverTakesTheLast();
    bench.arriveInRecords(server.helloFlight(true));
    int before = bench.sent.size();
    bench.loop.pass(seconds(14));
    assertThat(bench.ends).isEmpty();
    assertThat(bench.sent).hasSize(before + 3);
    bench.loop.pass(seconds(1));

    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
  }

  @Test
  void aHandshakeInTheEndedCallStartsFromTheBeginning() {
    bench.whenEnded = session::handshake;
    session.handshake();
    bench.loop.pass(seconds(20));

    assertThat(bench.ends).hasSize(1);
    assertThat(bench.sent).hasSize(4 + 3);
  }

  @Test
  void noTimerOutlivesTheHandshake() {
    bench.connected();
    int before = bench.sent.size();
    bench.loop.pass(seconds(1_000));

    assertThat(bench.sent).hasSize(before);
    assertThat(bench.ends).isEmpty();
  }

  @Test
  void aTimerOfAnEarlierHandshakeDoesNotTouchTheNext() {
    session.handshake();
    bench.loop.pass(seconds(1) / 2);
    session.drop();
    session.handshake();
    bench.loop.pass(seconds(1) / 2 + 1);

    assertThat(bench.sent).hasSize(2);
  }

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

  @Test
  void aServerThatOnlyGivesCookiesTimesOut() {
    session.handshake();
    for (byte i = 0; i < 100; i++) {
      bench.arrives(server.helloVerifyRequest(i));
    }
    assertThat(bench.sent).hasSizeLessThan(6);
    bench.loop.pass(seconds(15));

    assertThat(bench.ends).containsExactly(new SessionEnd.Timeout());
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
  void aRecordCountsOnceHoweverOftenItArrives() {
    bench.connected();
    byte[] record = server.sealed(RecordHeader.APPLICATION_DATA, HELLO);
    bench.arrives(record);
    bench.arrives(record);

    assertThat(bench.received).hasSize(1);
  }

  @Test
  void anAlertInTheClearEndsAHandshakeButNoSession() {
    session.handshake();
    bench.arrives(
        server.plain(RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, Alerts.HANDSHAKE_FAILURE)));
    assertThat(bench.ends)
        .containsExactly(new SessionEnd.Alert(Alerts.FATAL, Alerts.HANDSHAKE_FAILURE));

    bench.connected();
    bench.arrives(
        server.plain(RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, Alerts.HANDSHAKE_FAILURE)));
    assertThat(bench.ends).hasSize(1);
    assertThat(session.established()).isTrue();
  }

  @Test
  void aWarningIsNoEnd() {
    session.handshake();
    bench.arrives(server.plain(RecordHeader.ALERT, Alerts.alert(Alerts.WARNING, 112)));

    assertThat(bench.ends).isEmpty();
  }

  @Test
  void aFatalAlertEndsTheSessionAndWhatCouldBeResumed() {
    bench.connected();
    bench.arrives(server.sealed(RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, 20)));
    assertThat(bench.ends).containsExactly(new SessionEnd.Alert(Alerts.FATAL, 20));
    assertThat(session.established()).isFalse();

    session.handshake();
    bench.serverTakesTheLast();
    assertThat(server.offeredSessionId).isEmpty();
  }

  @Test
  void theServersCloseIsAnsweredAndTheSessionCanBeResumed() {
    bench.connected();
    bench.arrives(server.sealed(RecordHeader.ALERT, Alerts.alert(Alerts.WARNING, 0)));
    bench.serverTakesTheLast();
    assertThat(bench.ends).containsExactly(new SessionEnd.Closed());
    assertThat(server.alerts).containsExactly(Alerts.alert(Alerts.WARNING, 0));

    session.handshake();
    bench.serverTakesTheLast();
    assertThat(server.offeredSessionId).isEqualTo(server.sessionId);
  }

  @Test
  void aCloseIsSaidADropIsNot() {
    bench.connected();
    session.close();
    bench.serverTakesTheLast();
    assertThat(server.alerts).containsExactly(Alerts.alert(Alerts.WARNING, 0));
    assertThat(session.established()).isFalse();

    bench.connected();
    int before = bench.sent.size();
    session.drop();
    assertThat(bench.sent).hasSize(before);
    assertThat(session.established()).isFalse();
    assertThat(bench.ends).isEmpty();
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
        .containsExactly(
            new SessionEnd.Protocol("the server's Finished is that of another handshake"));
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
    bench.arriveInRecords(List.of(Messages.message(Messages.SERVER_HELLO_DONE, 0, new byte[0])));

    assertThat(bench.ends)
        .containsExactly(
            new SessionEnd.Protocol(
                "the server sent handshake message 14 instead of SERVER_HELLO"));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 800})
  void dataTravelsWithoutGarbage(int length) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    bench.connected();
    byte[] payload = new byte[length];
    byte[][] records = new byte[2 * ROUNDS][];
    for (int i = 0; i < records.length; i++) {
      records[i] = server.sealed(RecordHeader.APPLICATION_DATA, payload);
    }
    bench.keeps = false;
    long before = 0;
    for (int i = 0; i < records.length; i++) {
      if (i == ROUNDS) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      session.send(payload, 0, length);
      session.datagram(records[i], 0, records[i].length);
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;

    assertThat(bench.count).isEqualTo(2 * 2 * ROUNDS);
    assertThat(each).isLessThan(16);
  }

  @Test
  void onlyAnEstablishedSessionSendsAndOnlyWhatARecordHolds() {
    assertThatIllegalStateException().isThrownBy(() -> session.send(HELLO, 0, HELLO.length));
    bench.connected();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.send(new byte[16_385], 0, 16_385));
    session.send(HELLO, 1, 3);
    bench.serverTakesTheLast();

    assertThat(server.data).containsExactly(new byte[] {'e', 'l', 'l'});
  }
}
