// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.dtls.PskSource;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.process.TargetException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpLink.LinkPlace;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The connections of a fleet's devices that speak MQTT, and the parts that they share. Hono knows a
 * device by its user name, {@code AUTH-ID@TENANT}
 * (https://www.eclipse.org/hono/docs/user-guide/mqtt-adapter/, "authentication"); it ignores the
 * client id.
 */
public final class MqttConnections {
  /** Seconds without a packet after which a device pings. */
  private static final int KEEP_ALIVE = 60;

  private final ShardDevices own;
  private final NioLoop loop;
  private final MqttLoop mqtt;
  private final Supplier<DeviceDriver.Listener> listener;
  private final PskSource keys;
  private final HonoTopics topics;
  private final InetSocketAddress server;

  /** By the first device of each group. */
  private final NavigableMap<Integer, List<SourceAddress>> sources = new TreeMap<>();

  /**
   * The connections of a profile's devices; none is open.
   *
   * @param own the devices that this process has of the fleet
   * @param keys the user name of each device, and the key that its password is made from
   * @throws TargetException if the host of {@code target.mqtt} or a source address is not known
   */
  public MqttConnections(
      HonoProfile profile,
      ShardDevices own,
      NioLoop loop,
      RunClock clock,
      PskSource keys,
      Supplier<DeviceDriver.Listener> listener)
      throws TargetException {
    this.own = own;
    this.loop = loop;
    this.mqtt = new MqttLoop(loop, clock::nanos);
    this.keys = keys;
    this.listener = listener;
    this.topics = new HonoTopics(profile);
    this.server = TcpConnection.address(profile.target().mqtt(), "target.mqtt");
    Map<List<InetAddress>, List<SourceAddress>> known = new HashMap<>();
    for (DeviceGroup each : profile.devices().groups()) {
      sources.put(
          each.first(),
          known.computeIfAbsent(
              each.devices().addresses(), addresses -> SourceAddress.of(addresses, own)));
    }
  }

  /** Makes the link of the session at a place among those of this process. */
  public MqttDeviceLink link(int place) {
    int session = own.device(place);
    List<SourceAddress> its = sources.floorEntry(session).getValue();
    return new MqttDeviceLink(
        new LinkPlace(session, its.get(place % its.size()), server, loop, listener), this);
  }

  MqttLoop loop() {
    return mqtt;
  }

  HonoTopics topics() {
    return topics;
  }

  /** The request by which a session begins. Hono keeps none, so each begins without a past. */
  ConnectPacket connect(int session) {
    String user = new String(keys.identity(session), StandardCharsets.UTF_8);
    byte[] password = Base64.getEncoder().encode(keys.key(session));
    return ConnectPacket.of(MqttVersion.V3, true, KEEP_ALIVE, user).with(user, password);
  }
}
