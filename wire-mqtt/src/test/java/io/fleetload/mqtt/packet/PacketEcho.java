// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import java.util.List;

/** Writes each packet that comes once more. */
final class PacketEcho implements PacketListener {
  private final MqttVersion version;
  private final PacketWriter writer;
  PacketFault fault;

  PacketEcho(MqttVersion version, PacketWriter writer) {
    this.version = version;
    this.writer = writer;
  }

  @Override
  public void connect(ConnectPacket packet) {
    writer.connect(packet);
  }

  @Override
  public void connAck(ConnAckPacket packet) {
    writer.connAck(version, packet);
  }

  @Override
  public void publish(PublishView packet) {
    MqttPublish message =
        new MqttPublish(
            packet.topic(),
            packet.payloadBytes(),
            packet.qos(),
            packet.retain(),
            packet.properties());
    writer.publish(version, message, packet.id(), packet.dup(), 0, false);
  }

  @Override
  public void acknowledgement(PacketType type, int id, int reason, PropertyBlock properties) {
    writer.acknowledgement(version, type, id, reason, properties);
  }

  @Override
  public void subscribe(int id, List<TopicSubscription> filters, PropertyBlock properties) {
    writer.subscribe(version, id, filters, properties);
  }

  @Override
  public void unsubscribe(int id, List<String> filters, PropertyBlock properties) {
    writer.unsubscribe(version, id, filters, properties);
  }

  @Override
  public void subscriptionAnswer(
      PacketType type, int id, List<Integer> codes, PropertyBlock properties) {
    writer.subscriptionAnswer(version, type, id, codes, properties);
  }

  @Override
  public void ping(PacketType type) {
    writer.ping(type);
  }

  @Override
  public void disconnect(int reason, PropertyBlock properties) {
    writer.disconnect(version, reason, properties);
  }

  @Override
  public void auth(int reason, PropertyBlock properties) {
    writer.auth(reason, properties);
  }

  @Override
  public void faulty(PacketFault broken) {
    fault = broken;
  }
}
