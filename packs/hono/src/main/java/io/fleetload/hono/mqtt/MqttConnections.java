// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import io.fleetload.driver.RunClock;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.tcp.TcpSessions;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.stamp.SessionMark;
import io.fleetload.wire.NioLoop;

/**
 * The connections of a fleet's devices that speak MQTT, and the parts that they share. Hono knows a
 * device by its certificate or its user name
 * (https://www.eclipse.org/hono/docs/user-guide/mqtt-adapter/, "authentication"); it ignores the
 * client id.
 */
public final class MqttConnections {
  private final TcpSessions sessions;
  private final HonoDevices devices;
  private final MqttLoop mqtt;
  private final HonoTopics topics;

  /** The connections of a profile's devices; none is open. */
  public MqttConnections(HonoProfile profile, TcpSessions sessions, NioLoop loop, RunClock clock) {
    this.sessions = sessions;
    this.devices = profile.devices();
    this.mqtt = new MqttLoop(loop, clock::nanos);
    this.topics = new HonoTopics(profile);
  }

  /** Makes the link of the session at a place among those of this process. */
  public MqttDeviceLink link(int place) {
    return new MqttDeviceLink(sessions.at(place), this);
  }

  MqttLoop loop() {
    return mqtt;
  }

  HonoTopics topics() {
    return topics;
  }

  /**
   * The request by which a session begins. Hono keeps none, so each begins without a past.
   *
   * @param mark the client id, by which Hono announces the session; null if it announces none
   */
  ConnectPacket connect(int session, SessionMark mark) {
    String user = sessions.user(session);
    ConnectPacket packet =
        ConnectPacket.of(
            MqttVersion.V3, true, devices.keepAliveOf(session), mark == null ? user : mark.text());
    return sessions.haveCertificates() ? packet : packet.with(user, sessions.password(session));
  }
}
