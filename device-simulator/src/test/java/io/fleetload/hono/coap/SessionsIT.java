// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.HonoFleet;
import io.fleetload.hono.profile.Dtls;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.scandium.config.DtlsConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions against a Californium server: how they begin, end, come back and move. */
class SessionsIT {
  private TestServer server;
  private HonoFleet fleet;
  private OnLoop devices;

  /** Devices with those DTLS settings before a server with its own. */
  private void begin(Consumer<Configuration> ofServer, String dtls) throws Exception {
    server = new TestServer(5, ofServer);
    fleet =
        HonoFleet.start(
            server.profile(
                "devices: { count: 5, dtls: { "
                    + dtls
                    + " } }\n"
                    + "phases: { measure: 1s, connect: { timeout: 60s } }\n"
                    + "flows: { telemetry: { rate: 1/s } }\n"),
            RunClock.system());
    devices = new OnLoop(fleet);
  }

  @AfterEach
  void end() {
    if (fleet != null) {
      fleet.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @EnumSource(value = Dtls.CipherSuite.class, mode = Mode.MATCH_ALL, names = "TLS_PSK_.*")
  void aDeviceUsesTheCipherSuiteOfTheProfile(Dtls.CipherSuite cipher) throws Exception {
    begin(
        settings -> settings.set(DtlsConfig.DTLS_RECOMMENDED_CIPHER_SUITES_ONLY, true),
        "ciphers: [" + cipher + "]");
    devices.connect(0);
    devices.send(0, 100);

    assertThat(server.received.get(0).cipher()).isEqualTo(cipher.name());
  }

  @Test
  void aDeviceThatLostItsSessionResumesIt() throws Exception {
    begin(TestServer::resuming, "resumption: true");
    assertThat(devices.connect(0)).isEmpty();
    devices.send(0, 100);
    devices.lose(0);
    assertThat(devices.connect(0)).containsExactly(DeviceLink.RESUMED);
    devices.send(0, 100);

    assertThat(server.resumed.get()).isEqualTo(1);
    assertThat(server.goodbyes.get()).isZero();
    assertThat(server.received.get(1).port()).isNotEqualTo(server.received.get(0).port());
  }

  @Test
  void aDeviceThatLeftResumesItsSessionToo() throws Exception {
    begin(TestServer::resuming, "resumption: true");
    devices.connect(0);
    devices.send(0, 100);
    devices.close(0);
    assertThat(devices.connect(0)).contains(DeviceLink.RESUMED);
    devices.send(0, 100);

    assertThat(server.goodbyes.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutTheServersOrTheProfilesWillNothingIsResumed(boolean offered) throws Exception {
    begin(offered ? TestServer::resuming : TestServer::asHono, "resumption: " + !offered);
    devices.connect(0);
    devices.lose(0);
    assertThat(devices.connect(0)).doesNotContain(DeviceLink.RESUMED);
    devices.close(0);
    assertThat(devices.connect(0)).doesNotContain(DeviceLink.RESUMED);
    devices.send(0, 100);

    assertThat(server.resumed.get()).isZero();
    assertThat(server.goodbyes.get()).isEqualTo(1);
  }

  @Test
  void aServerThatForgotTheSessionGetsAFullHandshake() throws Exception {
    begin(TestServer::resuming, "resumption: true");
    devices.connect(0);
    // The server keeps a session after its last message of the handshake, so only an answered
    // request shows that there is one to forget.
    devices.send(0, 100);
    server.forgetSessions();
    devices.lose(0);
    assertThat(devices.connect(0)).doesNotContain(DeviceLink.RESUMED);
    devices.send(0, 100);

    assertThat(server.received).hasSize(2);
  }

  @Test
  void withAConnectionIdASessionSurvivesANewPort() throws Exception {
    begin(TestServer::withIds, "connectionId: true");
    assertThat(devices.connect(0)).containsExactly(DeviceLink.CONNECTION_ID);
    devices.send(0, 100);
    devices.rebind(0);
    devices.send(0, 100);

    assertThat(server.received.get(1).peer()).isEqualTo(server.received.get(0).peer());
    assertThat(server.received.get(1).port()).isNotEqualTo(server.received.get(0).port());
    assertThat(server.full.get() + server.resumed.get()).isEqualTo(1);
  }

  @Test
  void aServerWithoutConnectionIdsHearsNothingFromANewPort() throws Exception {
    begin(TestServer::asHono, "connectionId: true");
    assertThat(devices.connect(0)).doesNotContain(DeviceLink.CONNECTION_ID);
    devices.send(0, 100);
    devices.rebind(0);
    CompletableFuture<Set<String>> unheard = devices.sending(0, 101);
    // Two full exchanges of another device: the server has had every chance to answer before.
    devices.connect(1);
    devices.send(1, 102);
    assertThat(unheard).isNotDone();
    assertThat(server.received).noneMatch(each -> each.bytes() == 101);

    devices.lose(0);
    assertThatThrownBy(unheard::join).hasMessageContaining("transport.disconnected");
    devices.connect(0);
    devices.send(0, 103);
    assertThat(server.received).anyMatch(each -> each.bytes() == 103);
  }

  @Test
  void aLargeBodyGoesInBlocksAndHasOneOutcome() throws Exception {
    begin(settings -> settings.set(CoapConfig.MAX_RESOURCE_BODY_SIZE, 64_000), "");
    devices.connect(0);
    for (int bytes : new int[] {1_024, 1_025, 2_048, 20_000, 64_000}) {
      devices.send(0, bytes);
    }

    assertThat(server.received.stream().map(TestServer.Received::bytes))
        .containsExactly(1_024, 1_025, 2_048, 20_000, 64_000);
  }
}
