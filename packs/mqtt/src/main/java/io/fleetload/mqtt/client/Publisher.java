// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.session.MqttEnd;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.mqtt.session.MqttSession;
import io.fleetload.mqtt.session.MqttSessionListener;
import io.fleetload.mqtt.session.SessionLimits;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.net.InetSocketAddress;
import java.util.List;

/** The client of the application that publishes the messages that devices receive. */
final class Publisher implements MqttSessionListener {
  private static final int KEEP_ALIVE_SECONDS = 30;
  private static final long REOPEN_NANOS = 200_000_000L;

  private final NioLoop loop;
  private final SourceAddress source;
  private final InetSocketAddress broker;
  private final ConnectPacket request;
  private final MqttSession session;
  private final TcpConnection connection;

  /**
   * A client that is not connected yet.
   *
   * @param id what no other client of the broker has in its id
   */
  Publisher(
      MqttProfile profile,
      NioLoop loop,
      MqttLoop mqtt,
      Brokers brokers,
      List<InetSocketAddress> addresses,
      String id) {
    this.loop = loop;
    this.source = SourceAddress.of(List.of(), ShardDevices.all(1)).get(0);
    this.broker = addresses.get(0);
    this.request =
        profile
            .subscribers()
            .identified(
                ConnectPacket.of(
                    profile.target().version().wire(),
                    true,
                    KEEP_ALIVE_SECONDS,
                    "%s-publisher-%s".formatted(profile.subscribers().clientId(), id)));
    this.session = new MqttSession(mqtt, this);
    this.connection = new TcpConnection(loop, session, brokers.layers(0));
  }

  void open() {
    session.begin(request, SessionLimits.DEFAULT, connection);
    connection.open(source, broker);
  }

  /** Publishes a message that a device is to receive; one that cannot be sent fails. */
  void publish(MqttPublish message, Expectation expected) {
    expected.published(session.publish(message, expected));
  }

  @Override
  public void connected(ConnAckPacket answer) {
    // Messages are published from now on.
  }

  @Override
  public void ended(MqttEnd end) {
    loop.after(REOPEN_NANOS, this::open);
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    ((Expectation) token).acknowledged(reason);
  }

  @Override
  public void dropped(Object token, Cause cause) {
    // The broker may have it all the same: the device waits for it until its time is over.
  }
}
