// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.dtls.cipher.CipherSuite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.eclipse.californium.scandium.dtls.ExtendedMasterSecretMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against Californium's server. */
class ScandiumTest {
  private static final DtlsSettings HASTY =
      new DtlsSettings(
          List.of(CipherSuite.values()), TimeUnit.MILLISECONDS.toNanos(100), 2, false, false);
  private static final DtlsSettings PLAIN = settings(false, false);
  private static final DtlsSettings RESUMING = settings(true, false);
  private static final DtlsSettings WITH_ID = settings(true, true);

  private static DtlsSettings settings(boolean resumption, boolean connectionId) {
    return new DtlsSettings(
        List.of(CipherSuite.values()), TimeUnit.SECONDS.toNanos(60), 4, resumption, connectionId);
  }

  private static LoopbackDevice device(ScandiumServer server, DtlsSettings settings) {
    return new LoopbackDevice(
        server.address(), settings, ScandiumServer.IDENTITY, ScandiumServer.KEY);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void everyCipherSuiteCarriesDataBothWays(CipherSuite cipher) throws IOException {
    var theirs = org.eclipse.californium.scandium.dtls.cipher.CipherSuite.valueOf(cipher.name());
    try (ScandiumServer server =
            ScandiumServer.start(
                config -> config.setAsList(DtlsConfig.DTLS_CIPHER_SUITES, theirs));
        LoopbackDevice device = device(server, PLAIN)) {
      device.connect();
      for (int length = 1; length < 100; length++) {
        device.exchange(new byte[length]);
      }

      assertThat(device.established).containsExactly(false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 800, 1_300, 4_096, 16_000})
  void aPayloadOfAnyLengthComesBack(int length) throws IOException {
    byte[] payload = new byte[length];
    new Random(length).nextBytes(payload);
    try (ScandiumServer server =
            ScandiumServer.start(
                config ->
                    config
                        .set(DtlsConfig.DTLS_MAX_TRANSMISSION_UNIT_LIMIT, 17_000)
                        .set(DtlsConfig.DTLS_MAX_TRANSMISSION_UNIT, 17_000));
        LoopbackDevice device = device(server, PLAIN)) {
      device.connect();
      device.exchange(payload);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theServerMayAskForACookieOrNot(boolean cookie) throws IOException {
    try (ScandiumServer server =
            ScandiumServer.start(
                config -> config.set(DtlsConfig.DTLS_USE_HELLO_VERIFY_REQUEST, cookie));
        LoopbackDevice device = device(server, PLAIN)) {
      device.connect();
      device.exchange(bytes("hello"));

      assertThat(device.sent).hasSize(cookie ? 4 : 3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ExtendedMasterSecretMode.class,
      names = {"NONE", "ENABLED", "REQUIRED"})
  void theServerMayBindTheSecretToTheHandshakeOrNot(ExtendedMasterSecretMode mode)
      throws IOException {
    try (ScandiumServer server =
            ScandiumServer.start(
                config -> config.set(DtlsConfig.DTLS_EXTENDED_MASTER_SECRET_MODE, mode));
        LoopbackDevice device = device(server, RESUMING)) {
      device.connect();
      device.exchange(bytes("hello"));
      device.connect();
      device.exchange(bytes("hello again"));

      assertThat(device.established).containsExactly(false, true);
    }
  }

  @Test
  void aSessionIsResumedAfterACloseButNotAfterADrop() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device = device(server, RESUMING)) {
      device.connect();
      device.exchange(bytes("one"));
      device.session.close();
      device.connect();
      device.exchange(bytes("two"));
      device.connect();
      device.exchange(bytes("three"));
      device.session.drop();
      device.connect();
      device.exchange(bytes("four"));

      assertThat(device.established).containsExactly(false, true, true, false);
    }
  }

  @Test
  void aServerThatForgotTheSessionGetsAFullHandshake() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        ScandiumServer other = ScandiumServer.start();
        LoopbackDevice device = device(server, RESUMING)) {
      device.connect();
      device.moveTo(other.address());
      device.connect();
      device.exchange(bytes("hello"));

      assertThat(device.established).containsExactly(false, false);
    }
  }

  @Test
  void withAConnectionIdTheDeviceMayChangeItsAddress() throws IOException {
    try (ScandiumServer server = ScandiumServer.start(ScandiumServer::withConnectionIds);
        LoopbackDevice device = device(server, WITH_ID)) {
      device.connect();
      device.exchange(bytes("from here"));
      int before = server.lastPeer.getPort();
      device.openSocket();
      device.exchange(bytes("from there"));

      assertThat(server.lastPeer.getPort()).isNotEqualTo(before);
      assertThat(device.established).containsExactly(false);
      device.connect();
      device.exchange(bytes("resumed"));
      assertThat(device.established).containsExactly(false, true);
    }
  }

  @Test
  void aServerWithoutConnectionIdsGetsNone() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device = device(server, WITH_ID)) {
      device.connect();
      device.exchange(bytes("hello"));

      assertThat(device.sent).allMatch(datagram -> datagram[0] != RecordHeader.CONNECTION_ID);
    }
  }

  @Test
  void aWrongKeyEndsTheHandshake() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device =
            new LoopbackDevice(server.address(), HASTY, ScandiumServer.IDENTITY, "guessed")) {
      device.session.handshake();
      device.await("the end", () -> !device.ends.isEmpty());

      assertThat(device.established).isEmpty();
      assertThat(device.ends).hasSize(1);
      assertThat(device.session.established()).isFalse();
    }
  }

  @Test
  void anUnknownIdentityEndsTheHandshake() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device =
            new LoopbackDevice(server.address(), HASTY, "nobody", ScandiumServer.KEY)) {
      device.session.handshake();
      device.await("the end", () -> !device.ends.isEmpty());

      assertThat(device.established).isEmpty();
      assertThat(device.ends).hasSize(1);
    }
  }

  @Test
  void noCipherSuiteInCommonEndsTheHandshakeByTheServersAlert() throws IOException {
    DtlsSettings other =
        new DtlsSettings(
            List.of(CipherSuite.TLS_PSK_WITH_AES_256_CCM),
            TimeUnit.SECONDS.toNanos(1),
            4,
            false,
            false);
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device = device(server, other)) {
      device.session.handshake();
      device.await("the end", () -> !device.ends.isEmpty());

      assertThat(device.ends)
          .containsExactly(new SessionEnd.Alert(Alerts.FATAL, Alerts.HANDSHAKE_FAILURE));
    }
  }

  @Test
  void theServersCloseEndsTheSession() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device = device(server, RESUMING)) {
      device.connect();
      device.send(bytes(ScandiumServer.CLOSE));
      device.await("the end", () -> !device.ends.isEmpty());

      assertThat(device.ends).containsExactly(new SessionEnd.CloseNotify());
      assertThat(device.session.established()).isFalse();
    }
  }

  @Test
  void nobodyThereIsATimeout() throws IOException {
    try (ScandiumServer server = ScandiumServer.start();
        LoopbackDevice device =
            device(server, HASTY).in((fromDevice, number) -> WireWeather.Fate.IS_LOST)) {
      device.session.handshake();
      device.await("the end", () -> !device.ends.isEmpty());

      assertThat(device.ends).containsExactly(new SessionEnd.Timeout());
      assertThat(device.sent).hasSize(1 + HASTY.repetitions());
    }
  }
}
