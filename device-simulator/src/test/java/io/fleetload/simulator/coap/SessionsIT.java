package io.fleetload.simulator.coap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.DeviceLink.Session;
import io.fleetload.driver.RunClock;
import io.fleetload.profile.Dtls;
import java.util.concurrent.CompletableFuture;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions against a Californium server: how they begin, end, come back and move. */
class SessionsIT {
  private static void resuming(Configuration settings) {
    settings.set(DtlsConfig.DTLS_SERVER_USE_SESSION_ID, true);
  }

  private static void asHono(Configuration settings) {
    settings.set(DtlsConfig.DTLS_SERVER_USE_SESSION_ID, false);
  }

  private static void withIds(Configuration settings) {
    settings.set(DtlsConfig.DTLS_CONNECTION_ID_LENGTH, 6);
  }

  private static String keys(String dtls) {
    return "devices: { count: 5, dtls: {"
        + dtls
        + "} }\n"
        + "phases: { measure: 1s }\n"
        + "flows: { telemetry: { rate: 1/s } }\n";
  }

  @ParameterizedTest
  @EnumSource(Dtls.CipherSuite.class)
  void aDeviceUsesTheCipherSuiteOfTheProfile(Dtls.CipherSuite cipher) throws Exception {
    try (TestServer server =
            new TestServer(
                5, settings -> settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, true));
        CoapFleet fleet =
            CoapFleet.start(
                server.profile(keys(" ciphers: [" + cipher + "] ")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      devices.connect(0);
      devices.send(0, 100);

      assertThat(server.received.get(0).cipher()).isEqualTo(cipher.name());
    }
  }

  @Test
  void aDeviceThatLostItsSessionResumesIt() throws Exception {
    try (TestServer server = new TestServer(5, SessionsIT::resuming);
        CoapFleet fleet =
            CoapFleet.start(server.profile(keys(" resumption: true ")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      assertThat(devices.connect(0)).isEqualTo(new Session(false, false));
      devices.send(0, 100);
      devices.run(() -> fleet.link(0).lose());
      assertThat(devices.connect(0)).isEqualTo(new Session(true, false));
      devices.send(0, 100);

      assertThat(server.resumed.get()).isEqualTo(1);
      assertThat(server.goodbyes.get()).isZero();
      assertThat(server.received.get(1).port()).isNotEqualTo(server.received.get(0).port());
    }
  }

  @Test
  void aDeviceThatLeftResumesItsSessionToo() throws Exception {
    try (TestServer server = new TestServer(5, SessionsIT::resuming);
        CoapFleet fleet =
            CoapFleet.start(server.profile(keys(" resumption: true ")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      devices.connect(0);
      devices.send(0, 100);
      devices.run(() -> fleet.link(0).close());
      assertThat(devices.connect(0).resumed()).isTrue();
      devices.send(0, 100);

      assertThat(server.goodbyes.get()).isEqualTo(1);
    }
  }

  @Test
  void withoutTheServersOrTheProfilesWillNothingIsResumed() throws Exception {
    for (boolean offered : new boolean[] {true, false}) {
      try (TestServer server =
              new TestServer(5, offered ? SessionsIT::resuming : SessionsIT::asHono);
          CoapFleet fleet =
              CoapFleet.start(
                  server.profile(keys(" resumption: " + !offered + " ")), RunClock.system())) {
        OnLoop devices = new OnLoop(fleet);
        devices.connect(0);
        devices.run(() -> fleet.link(0).lose());
        assertThat(devices.connect(0).resumed()).isFalse();
        devices.run(() -> fleet.link(0).close());
        assertThat(devices.connect(0).resumed()).isFalse();
        devices.send(0, 100);

        assertThat(server.resumed.get()).isZero();
        assertThat(server.goodbyes.get()).isEqualTo(1);
      }
    }
  }

  @Test
  void aServerThatForgotTheSessionGetsAFullHandshake() throws Exception {
    try (TestServer server = new TestServer(5, SessionsIT::resuming);
        CoapFleet fleet =
            CoapFleet.start(server.profile(keys(" resumption: true ")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      devices.connect(0);
      // The server keeps a session after its last message of the handshake, so only an answered
      // request shows that there is one to forget.
      devices.send(0, 100);
      server.forgetSessions();
      devices.run(() -> fleet.link(0).lose());
      assertThat(devices.connect(0).resumed()).isFalse();
      devices.send(0, 100);

      assertThat(server.received).hasSize(2);
    }
  }

  @Test
  void withAConnectionIdASessionSurvivesANewPort() throws Exception {
    try (TestServer server = new TestServer(5, SessionsIT::withIds);
        CoapFleet fleet =
            CoapFleet.start(server.profile(keys(" connectionId: true ")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      assertThat(devices.connect(0)).isEqualTo(new Session(false, true));
      devices.send(0, 100);
      devices.run(() -> fleet.link(0).rebind());
      devices.send(0, 100);

      assertThat(server.received.get(1).peer()).isEqualTo(server.received.get(0).peer());
      assertThat(server.received.get(1).port()).isNotEqualTo(server.received.get(0).port());
      assertThat(server.full.get() + server.resumed.get()).isEqualTo(1);
    }
  }

  @Test
  void aServerWithoutConnectionIdsHearsNothingFromANewPort() throws Exception {
    try (TestServer server = new TestServer(5, SessionsIT::asHono);
        CoapFleet fleet =
            CoapFleet.start(server.profile(keys(" connectionId: true ")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      assertThat(devices.connect(0).connectionId()).isFalse();
      devices.send(0, 100);
      devices.run(() -> fleet.link(0).rebind());
      CompletableFuture<Void> unheard = devices.sending(0, 101);
      // Two full exchanges of another device: the server has had every chance to answer before.
      devices.connect(1);
      devices.send(1, 102);
      assertThat(unheard).isNotDone();
      assertThat(server.received).noneMatch(each -> each.bytes() == 101);

      devices.run(() -> fleet.link(0).lose());
      assertThatThrownBy(unheard::join).hasMessageContaining("transport.disconnected");
      devices.connect(0);
      devices.send(0, 103);
      assertThat(server.received).anyMatch(each -> each.bytes() == 103);
    }
  }

  @Test
  void aLargeBodyGoesInBlocksAndHasOneOutcome() throws Exception {
    try (TestServer server =
            new TestServer(5, settings -> settings.set(CoapConfig.MAX_RESOURCE_BODY_SIZE, 64_000));
        CoapFleet fleet = CoapFleet.start(server.profile(keys("")), RunClock.system())) {
      OnLoop devices = new OnLoop(fleet);
      devices.connect(0);
      for (int bytes : new int[] {1_024, 1_025, 2_048, 20_000, 64_000}) {
        devices.send(0, bytes);
      }

      assertThat(server.received.stream().map(TestServer.Received::bytes))
          .containsExactly(1_024, 1_025, 2_048, 20_000, 64_000);
    }
  }
}
