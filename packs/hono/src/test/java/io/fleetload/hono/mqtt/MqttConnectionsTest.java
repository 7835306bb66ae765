// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.Profiles;
import io.fleetload.hono.coap.Identities;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.tcp.TcpSessions;
import io.fleetload.mqtt.packet.ConnectPacket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MqttConnectionsTest {
  @TempDir private Path directory;

  private MqttConnections connections(String devices) throws Exception {
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(Profiles.good("count: 50", "protocol: mqtt, " + devices));
    ShardDevices all = ShardDevices.all(profile.sessions());
    TcpSessions sessions =
        new TcpSessions(profile, Protocol.MQTT, all, null, Identities.of(profile), () -> null);
    return new MqttConnections(profile, sessions, null, RunClock.system());
  }

  @Test
  void eachGroupHasItsKeepAlive() throws Exception {
    MqttConnections connections =
        connections("groups: { slow: { count: 2, keepAlive: 300s }, others: { count: 2 } }");

    assertThat(connections.connect(1, null).keepAlive()).isEqualTo(300);
    assertThat(connections.connect(2, null).keepAlive()).isEqualTo(60);
  }

  @Test
  void aDeviceHasAPasswordUnlessItHasACertificate() throws Exception {
    ConnectPacket withKey = connections("count: 2").connect(0, null);
    ConnectPacket withCertificate =
        connections("count: 2, x509: { directory: d }").connect(0, null);

    assertThat(withKey.user()).isEqualTo("device-0@tload");
    assertThat(withKey.password()).isNotEmpty();
    assertThat(withCertificate.user()).isNull();
    assertThat(withCertificate.password()).isNull();
    assertThat(withCertificate.clientId()).isEqualTo("device-0@tload");
  }
}
