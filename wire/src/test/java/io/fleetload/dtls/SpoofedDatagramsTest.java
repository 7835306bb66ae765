// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.dtls.cipher.Octets;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One datagram that somebody else sent in the clear, at any step of a handshake, does not end it.
 */
class SpoofedDatagramsTest {
  private static final int CERTIFICATE = 11;

  /** ServerHello, ServerKeyExchange, ServerHelloDone; and after all of them. */
  private static final int STEPS = 4;

  private record Spoof(String name, IntFunction<byte[]> record) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> spoofs() {
    return Stream.of(
            plain("a fatal alert", RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, 40)),
            plain("a close", RecordHeader.ALERT, Alerts.alert(Alerts.WARNING, 0)),
            plain("a change of ciphers", RecordHeader.CHANGE_CIPHER_SPEC, new byte[] {1}),
            message("a hello request", Messages.HELLO_REQUEST),
            message("an unexpected message", CERTIFICATE),
            message("a malformed hello", Messages.SERVER_HELLO, 1, 2, 3),
            message("a malformed cookie", Messages.HELLO_VERIFY_REQUEST, 1, 2, 30, 4),
            message("a cookie", Messages.HELLO_VERIFY_REQUEST, 254, 253, 1, 4),
            message("a hint", Messages.SERVER_KEY_EXCHANGE, 0, 1, 'x'),
            message("an end of the flight", Messages.SERVER_HELLO_DONE),
            hello("a hello of another server", 0, 0xC0A8),
            hello("a hello with another cipher", 0, 0x00A8),
            hello("a hello with an id of 33 bytes", 33, 0xC0A8),
            hello("a hello with an id of 255 bytes", 255, 0xC0A8),
            new Spoof("a part of a long message", number -> part(number, 900)),
            new Spoof("a part of a message that nobody holds", number -> part(number, 1 << 23)),
            new Spoof("a record that nobody can open", number -> sealed()))
        .flatMap(
            spoof -> IntStream.range(0, STEPS).mapToObj(step -> Arguments.of(spoof, step, false)))
        .flatMap(each -> Stream.of(each, Arguments.of(each.get()[0], each.get()[1], true)));
  }

  @ParameterizedTest
  @MethodSource("spoofs")
  void doNotEndAHandshake(Spoof spoof, int step, boolean ofTheNextMessage) {
    Bench bench = new Bench();
    HonestServer server = new HonestServer(bench);
    bench.session.handshake();
    List<byte[]> flight = server.flight();
    bench.arriveInRecords(flight.subList(0, Math.min(step, flight.size())));
    bench.arrives(spoof.record().apply(ofTheNextMessage ? step + 1 : step));
    bench.arriveInRecords(flight.subList(Math.min(step, flight.size()), flight.size()));
    server.finish();

    assertThat(bench.ends).isEmpty();
    assertThat(bench.established).containsExactly(false);
  }

  /** A server that speaks in fragments, between which somebody speaks too. */
  @ParameterizedTest
  @MethodSource("spoofs")
  void doNotEndAHandshakeInFragments(Spoof spoof, int step, boolean ofTheNextMessage) {
    Bench bench = new Bench();
    HonestServer server = new HonestServer(bench);
    bench.session.handshake();
    List<byte[]> fragments =
        server.flight().stream()
            .flatMap(message -> PiecewiseServer.fragments(message, 20).stream())
            .toList();
    bench.arriveInRecords(fragments.subList(0, step));
    bench.arrives(spoof.record().apply(ofTheNextMessage ? 1 : 0));
    bench.arriveInRecords(fragments.subList(step, fragments.size()));
    server.finish();

    assertThat(bench.ends).isEmpty();
    assertThat(bench.established).containsExactly(false);
  }

  private static Spoof plain(String name, int type, byte[] payload) {
    return new Spoof(name, number -> record(type, 0, payload));
  }

  private static Spoof message(String name, int type, int... body) {
    byte[] bytes = new byte[body.length];
    for (int i = 0; i < body.length; i++) {
      bytes[i] = (byte) body[i];
    }
    return new Spoof(name, number -> handshake(Messages.message(type, number, bytes)));
  }

  private static Spoof hello(String name, int idLength, int cipher) {
    byte[] body = new byte[2 + Messages.RANDOM + 1 + idLength + 3];
    new Random(1).nextBytes(body);
    ByteBuffer.wrap(body)
        .putShort((short) RecordHeader.VERSION)
        .position(2 + Messages.RANDOM)
        .put((byte) idLength)
        .put(new byte[idLength])
        .putShort((short) cipher)
        .put((byte) 0);
    return new Spoof(
        name, number -> handshake(Messages.message(Messages.SERVER_HELLO, number, body)));
  }

  private static byte[] part(int number, int length) {
    byte[] part = Messages.message(Messages.SERVER_HELLO, number, new byte[10]);
    Octets.put24(part, 1, length);
    return handshake(part);
  }

  private static byte[] handshake(byte[] message) {
    return record(RecordHeader.HANDSHAKE, 0, message);
  }

  private static byte[] sealed() {
    byte[] noise = new byte[1 << 14];
    Arrays.fill(noise, (byte) 7);
    return record(RecordHeader.HANDSHAKE, 1, noise);
  }

  private static byte[] record(int type, int epoch, byte[] payload) {
    byte[] record = new byte[RecordHeader.LENGTH + payload.length];
    RecordHeader.header(record, 0, type, RecordHeader.epochAndSequence(epoch, 99), payload.length);
    System.arraycopy(payload, 0, record, RecordHeader.LENGTH, payload.length);
    return record;
  }
}
