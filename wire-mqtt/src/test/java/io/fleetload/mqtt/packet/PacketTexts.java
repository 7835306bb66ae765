// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A listener that keeps each packet as a text, so that packets of two codecs can be compared. */
final class PacketTexts implements PacketListener {
  final List<String> texts = new ArrayList<>();
  final List<PacketFault> faults = new ArrayList<>();

  static String publish(
      String topic, int qos, boolean retain, boolean dup, int id, String properties, byte[] body) {
    return "PUBLISH %s q%s r%s d%s id=%s %s %s"
        .formatted(topic, qos, retain, dup, id, properties, hex(body));
  }

  static String hex(byte[] bytes) {
    return bytes == null ? "none" : HexFormat.of().formatHex(bytes);
  }

  static byte[] bytes(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(from.position(), bytes);
    return bytes;
  }

  static String properties(PropertyBlock block) {
    List<String> all = new ArrayList<>();
    for (MqttProperty each : MqttProperty.values()) {
      if (each == MqttProperty.SUBSCRIPTION_ID) {
        block.subscriptionIds().forEach(id -> all.add(each.id() + "=" + id));
      } else if (each == MqttProperty.USER) {
        block.users().forEach(user -> all.add(each.id() + "=" + user));
      } else if (block.has(each)) {
        all.add(each.id() + "=" + value(block, each));
      }
    }
    return all.toString();
  }

  private static String value(PropertyBlock block, MqttProperty property) {
    return switch (property.form()) {
      case TEXT -> block.text(property).orElseThrow();
      case BINARY -> hex(block.binary(property).orElseThrow());
      default -> Long.toString(block.number(property, -1));
    };
  }

  static String will(Will will) {
    return will == null
        ? "none"
        : publish(
            will.topic(),
            will.qos(),
            will.retain(),
            false,
            0,
            properties(will.properties()),
            will.payload());
  }

  @Override
  public void connect(ConnectPacket packet) {
    texts.add(
        "CONNECT %s clean=%s ka=%s id=%s will=%s user=%s pass=%s %s"
            .formatted(
                packet.version().level(),
                packet.cleanStart(),
                packet.keepAlive(),
                packet.clientId(),
                will(packet.will()),
                packet.user() == null ? "none" : packet.user(),
                hex(packet.password()),
                properties(packet.properties())));
  }

  @Override
  public void connAck(ConnAckPacket packet) {
    texts.add(
        "CONNACK sp=%s rc=%s %s"
            .formatted(packet.sessionPresent(), packet.code(), properties(packet.properties())));
  }

  @Override
  public void publish(PublishView packet) {
    texts.add(
        publish(
            packet.topic(),
            packet.qos(),
            packet.retain(),
            packet.dup(),
            packet.id(),
            properties(packet.properties()),
            bytes(packet.payload())));
  }

  @Override
  public void acknowledgement(PacketType type, int id, int reason, PropertyBlock properties) {
    texts.add("%s id=%s rc=%s %s".formatted(type, id, reason, properties(properties)));
  }

  @Override
  public void subscribe(int id, List<TopicSubscription> filters, PropertyBlock properties) {
    texts.add("SUBSCRIBE id=%s %s %s".formatted(id, filters, properties(properties)));
  }

  @Override
  public void unsubscribe(int id, List<String> filters, PropertyBlock properties) {
    texts.add("UNSUBSCRIBE id=%s %s %s".formatted(id, filters, properties(properties)));
  }

  @Override
  public void subscriptionAnswer(
      PacketType type, int id, List<Integer> codes, PropertyBlock properties) {
    texts.add("%s id=%s codes=%s %s".formatted(type, id, codes, properties(properties)));
  }

  @Override
  public void ping(PacketType type) {
    texts.add(type.toString());
  }

  @Override
  public void disconnect(int reason, PropertyBlock properties) {
    texts.add("DISCONNECT rc=%s %s".formatted(reason, properties(properties)));
  }

  @Override
  public void auth(int reason, PropertyBlock properties) {
    texts.add("AUTH rc=%s %s".formatted(reason, properties(properties)));
  }

  @Override
  public void faulty(PacketFault fault) {
    faults.add(fault);
  }
}
