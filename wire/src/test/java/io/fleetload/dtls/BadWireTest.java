// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static io.fleetload.dtls.Bench.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.dtls.WireWeather.Fate;
import io.fleetload.dtls.cipher.CipherSuite;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whichever datagram of a handshake with Californium's server is lost, late or doubled: it ends
 * well.
 */
class BadWireTest {
  private static final List<Fate> MISHAPS =
      List.of(Fate.IS_LOST, Fate.ARRIVES_TWICE, Fate.IS_OVERTAKEN);
  private static final int DATAGRAMS = 6;
  private static final DtlsSettings SETTINGS =
      new DtlsSettings(
          List.of(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8),
          TimeUnit.MILLISECONDS.toNanos(100),
          6,
          true,
          true);

  static Stream<Arguments> servers() {
    return Stream.of(true, false)
        .flatMap(
            ids ->
                Stream.of(true, false)
                    .map(datagramForEachRecord -> Arguments.of(ids, datagramForEachRecord)));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void everySingleMishap(boolean connectionIds, boolean datagramForEachRecord) throws IOException {
    try (ScandiumServer server = server(connectionIds, datagramForEachRecord)) {
      for (Fate fate : MISHAPS) {
        for (boolean fromDevice : new boolean[] {true, false}) {
          for (int victim = 0; victim < DATAGRAMS; victim++) {
            int unlucky = victim;
            survives(
                server,
                (from, number) -> from == fromDevice && number == unlucky ? fate : Fate.ARRIVES);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aStorm(boolean connectionIds, boolean datagramForEachRecord) throws IOException {
    try (ScandiumServer server = server(connectionIds, datagramForEachRecord)) {
      for (int seed = 0; seed < 10; seed++) {
        Random random = new Random(seed);
        survives(
            server,
            (from, number) -> {
              int chance = random.nextInt(10);
              return chance < MISHAPS.size() ? MISHAPS.get(chance) : Fate.ARRIVES;
            });
      }
    }
  }

  private static ScandiumServer server(boolean connectionIds, boolean datagramForEachRecord)
      throws IOException {
    return ScandiumServer.start(
        config -> {
          config
              .set(DtlsConfig.DTLS_RETRANSMISSION_TIMEOUT, 150, TimeUnit.MILLISECONDS)
              .set(DtlsConfig.DTLS_USE_MULTI_RECORD_MESSAGES, !datagramForEachRecord)
              .set(DtlsConfig.DTLS_USE_MULTI_HANDSHAKE_MESSAGE_RECORDS, !datagramForEachRecord);
          if (connectionIds) {
            ScandiumServer.withConnectionIds(config);
          }
        });
  }

  private static void survives(ScandiumServer server, WireWeather weather) {
    try (LoopbackDevice device =
        new LoopbackDevice(
            server.address(), SETTINGS, ScandiumServer.IDENTITY, ScandiumServer.KEY)) {
      device.in(weather).connect();
      device.in(WireWeather.FINE).exchangeAtLast(HELLO);
      device.in(weather).connect();
      device.in(WireWeather.FINE).exchangeAtLast(HELLO);

      assertThat(device.established).containsExactly(false, true);
      assertThat(device.received).allMatch(data -> Arrays.equals(data, HELLO));
    }
  }
}
