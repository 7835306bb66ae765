// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static io.fleetload.dtls.Bench.HELLO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data and alerts: what an open session carries, and how it ends. */
class DtlsSessionTest {
  private static final int ROUNDS = 2_000;

  private final Bench bench = new Bench();
  private final PiecewiseServer server = bench.server;
  private final DtlsSession session = bench.session;

  @Test
  void aRecordCountsOnceHoweverOftenItArrives() {
    bench.connected();
    byte[] record = server.sealed(RecordHeader.APPLICATION_DATA, HELLO);
    bench.arrives(record);
    bench.arrives(record);

    assertThat(bench.received).hasSize(1);
  }

  @Test
  void anAlertInTheClearEndsAHandshakeWhereTheServerSaysItAgainButNoSession() {
    session.handshake();
    bench.arrives(
        server.plain(RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, Alerts.HANDSHAKE_FAILURE)));
    assertThat(bench.ends).isEmpty();
    bench.loop.pass(Bench.SETTINGS.firstTimeoutNanos());
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
  void anAlertInTheClearEndsAHandshakeWhereTheServerSaysNothingMore() {
    session.handshake();
    bench.arrives(server.plain(RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, 40)));
    bench.loop.pass(3 * Bench.SETTINGS.firstTimeoutNanos());

    assertThat(bench.ends).containsExactly(new SessionEnd.Alert(Alerts.FATAL, 40));
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
    assertThat(bench.ends).containsExactly(new SessionEnd.CloseNotify());
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
