// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static io.fleetload.dtls.Bench.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever arrives: nothing is thrown, no handshake hangs, no established session breaks. */
class BrokenDatagramsTest {
  private static final int EACH = 3_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void anIdleSessionStaysIdle(long seed) {
    Bench bench = new Bench();
    Random random = new Random(seed);
    List<byte[]> models = models();
    for (int i = 0; i < EACH; i++) {
      bench.arrives(broken(models, random));
    }

    assertThat(bench.sent).isEmpty();
    assertThat(bench.ends).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aHandshakeEndsOneWayOrTheOther(long seed) {
    Random random = new Random(seed);
    List<byte[]> models = models();
    for (int i = 0; i < EACH / 10; i++) {
      Bench bench = new Bench();
      bench.session.handshake();
      PiecewiseServer server = bench.server;
      bench.serverTakesTheLast();
      feed(bench, models, random);
      if (bench.ends.isEmpty()) {
        bench.arriveInRecords(server.helloFlight(true).subList(0, 1 + random.nextInt(3)));
        feed(bench, models, random);
      }
      bench.loop.pass(TimeUnit.SECONDS.toNanos(100));

      assertThat(bench.established.size() + bench.ends.size()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void anEstablishedSessionGoesOn(long seed) {
    Random random = new Random(seed);
    Bench bench = new Bench().connected();
    List<byte[]> models = models();
    for (int i = 0; i < EACH; i++) {
      byte[] record = bench.server.sealed(RecordHeader.APPLICATION_DATA, HELLO);
      byte[] alert = bench.server.sealed(RecordHeader.ALERT, Alerts.alert(Alerts.FATAL, 20));
      models.set(0, record);
      models.set(1, alert);
      models.set(2, PiecewiseServer.joined(List.of(record, alert)));
      byte[] datagram = broken(models, random);
      // A damaged pair may hold its first half unharmed, and that is data; an alert unharmed ends.
      if (!holds(datagram, alert)) {
        bench.arrives(datagram);
      }
    }

    assertThat(bench.ends).isEmpty();
    int before = bench.received.size();
    bench.arrives(bench.server.sealed(RecordHeader.APPLICATION_DATA, HELLO));
    assertThat(bench.received).hasSize(before + 1).allMatch(data -> Arrays.equals(data, HELLO));
    bench.session.send(HELLO, 0, HELLO.length);
    bench.serverTakesTheLast();
    assertThat(bench.server.data).containsExactly(HELLO);
  }

  private static void feed(Bench bench, List<byte[]> models, Random random) {
    for (int i = random.nextInt(6); i > 0; i--) {
      bench.arrives(broken(models, random));
    }
  }

  /** One of everything that a server says. */
  private static List<byte[]> models() {
    Bench bench = new Bench();
    PiecewiseServer server = bench.server;
    bench.session.handshake();
    bench.serverTakesTheLast();
    List<byte[]> models = new ArrayList<>();
    models.add(server.helloVerifyRequest((byte) 1, (byte) 2));
    for (byte[] message : server.helloFlight(true)) {
      byte[] record = server.plain(RecordHeader.HANDSHAKE, message);
      models.add(record);
      bench.arrives(record);
    }
    bench.serverTakesTheLast();
    models.add(server.changeCipherSpec());
    models.add(server.finished());
    models.add(PiecewiseServer.joined(models));
    models.add(server.plain(RecordHeader.ALERT, Alerts.alert(Alerts.WARNING, 90)));
    return models;
  }

  private static byte[] broken(List<byte[]> models, Random random) {
    byte[] model = models.get(random.nextInt(models.size()));
    switch (random.nextInt(4)) {
      case 0 -> {
        byte[] noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        return noise;
      }
      case 1 -> {
        return Arrays.copyOf(model, random.nextInt(model.length));
      }
      case 2 -> {
        // Noise behind a header that looks right.
        byte[] noise = new byte[RecordHeader.LENGTH + random.nextInt(100)];
        random.nextBytes(noise);
        int length = noise.length - RecordHeader.LENGTH;
        int type = RecordHeader.CHANGE_CIPHER_SPEC + random.nextInt(6);
        long number = RecordHeader.epochAndSequence(random.nextInt(2), random.nextInt(100));
        RecordHeader.header(noise, 0, type, number, length);
        return noise;
      }
      default -> {
        byte[] flipped = model.clone();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
      }
    }
  }

  private static boolean holds(byte[] datagram, byte[] record) {
    for (int at = 0; at + record.length <= datagram.length; at++) {
      if (Arrays.equals(datagram, at, at + record.length, record, 0, record.length)) {
        return true;
      }
    }
    return false;
  }
}
