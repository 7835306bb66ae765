// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.rig.ManualLoop;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A session on a bench: time stands still, and nothing arrives but by the test's hand. */
final class Bench implements SessionEvents {
  /** A few bytes of data. */
  static final byte[] HELLO = {'h', 'e', 'l', 'l', 'o'};

  static final DtlsSettings SETTINGS =
      new DtlsSettings(
          List.of(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8),
          TimeUnit.SECONDS.toNanos(1),
          3,
          true,
          false);

  final ManualLoop loop = new ManualLoop();
  final PiecewiseServer server = new PiecewiseServer();
  final List<byte[]> sent = new ArrayList<>();
  final List<Long> sentAt = new ArrayList<>();
  final List<byte[]> received = new ArrayList<>();
  final List<SessionEnd> ends = new ArrayList<>();
  final List<Boolean> established = new ArrayList<>();
  final DtlsSession session;
  boolean keeps = true;
  int count;
  Runnable whenEnded = () -> {};

  Bench() {
    this(PiecewiseServer.KNOWN);
  }

  Bench(PskSource psk) {
    session = new DtlsClient(SETTINGS, psk, loop, loop, new SecureRandom()).session(7, this);
  }

  /** What the session sent last, which the server reads now. */
  void serverTakesTheLast() {
    server.take(sent.get(sent.size() - 1));
  }

  void arrives(byte[] datagram) {
    session.datagram(datagram, 0, datagram.length);
  }

  /** Handshake messages, each in a record and a datagram of its own. */
  void arriveInRecords(List<byte[]> messages) {
    messages.forEach(message -> arrives(server.plain(RecordHeader.HANDSHAKE, message)));
  }

  Bench connected() {
    session.handshake();
    serverTakesTheLast();
    arriveInRecords(server.helloFlight(false));
    serverTakesTheLast();
    arrives(server.changeCipherSpec());
    arrives(server.finished());
    assertThat(session.established()).isTrue();
    return this;
  }

  @Override
  public void transmit(byte[] buffer, int offset, int length) {
    if (!keeps) {
      count++;
      return;
    }
    sent.add(Arrays.copyOfRange(buffer, offset, offset + length));
    sentAt.add(loop.nanos());
  }

  @Override
  public void established(boolean resumed) {
    established.add(resumed);
  }

  @Override
  public void received(byte[] buffer, int offset, int length) {
    if (!keeps) {
      count++;
      return;
    }
    received.add(Arrays.copyOfRange(buffer, offset, offset + length));
  }

  @Override
  public void ended(SessionEnd end) {
    ends.add(end);
    whenEnded.run();
  }
}
