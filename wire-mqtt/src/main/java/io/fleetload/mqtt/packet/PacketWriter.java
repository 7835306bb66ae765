// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes packets of both sides behind each other into one buffer, which one thread may use for all
 * its connections. It writes what it is given: a QoS of 3 or an id of 0 too, for who wants to be
 * faulty.
 */
public final class PacketWriter {
  private static final int ROOM = 1 << 16;
  private static final int DUP = 8;

  private final ByteOutput out = new ByteOutput(ROOM);
  private final ByteOutput part = new ByteOutput(ROOM >> 4);

  /** Number of bytes written and not cleared. */
  public int size() {
    return out.size();
  }

  /** The bytes where they lie: good until the next packet or {@link #clear}. */
  public ByteBuffer view() {
    return out.view();
  }

  /** A copy of what is written, which is cleared. */
  public ByteBuffer take() {
    ByteBuffer copy = ByteBuffer.wrap(out.copy());
    clear();
    return copy;
  }

  /** Forgets what is written. */
  public void clear() {
    out.shrink(ROOM);
    part.shrink(ROOM >> 4);
  }

  /** Forgets what is written behind a {@link #size} of before. */
  public void truncate(int size) {
    out.truncate(size);
  }

  /** Writes bytes as they are. */
  public PacketWriter raw(byte[] bytes) {
    out.raw(bytes);
    return this;
  }

  public PacketWriter connect(ConnectPacket packet) {
    part.truncate(0);
    ConnectBody.write(packet, part);
    return packet(PacketType.CONNECT);
  }

  public PacketWriter connAck(MqttVersion version, ConnAckPacket packet) {
    part.truncate(0);
    part.u8(packet.sessionPresent() ? 1 : 0).u8(packet.code());
    properties(version, packet.properties());
    return packet(PacketType.CONNACK);
  }

  /**
   * Writes a PUBLISH.
   *
   * @param id not written at QoS 0
   * @param dup whether it was sent with that id before
   * @param alias not written if 0; a property of 5.0 beside those of the message
   * @param noTopic whether the alias is to say the topic
   */
  public PacketWriter publish(
      MqttVersion version, MqttPublish message, int id, boolean dup, int alias, boolean noTopic) {
    byte[] topic = noTopic ? new byte[0] : message.topic().getBytes(UTF_8);
    byte[] payload = message.payload();
    PropertyBlock properties = message.properties();
    int qos = message.qos();
    int propertyBytes = properties.size() + (alias == 0 ? 0 : 3);
    int length = 2 + topic.length + (qos == 0 ? 0 : 2) + payload.length;
    if (version == MqttVersion.V5) {
      length += ByteOutput.variableSize(propertyBytes) + propertyBytes;
    }
    int flags = (dup ? DUP : 0) | qos << 1 | (message.retain() ? 1 : 0);
    out.u8(PacketType.PUBLISH.number() << 4 | flags).variable(length).binary(topic);
    if (qos != 0) {
      out.u16(id);
    }
    if (version == MqttVersion.V5) {
      out.variable(propertyBytes);
      if (alias != 0) {
        out.u8(MqttProperty.ALIAS.id()).u16(alias);
      }
      properties.writeBytes(out);
    }
    out.raw(payload);
    return this;
  }

  /** Bytes of a PUBLISH with its whole topic and without an alias. */
  public static int size(MqttVersion version, MqttPublish message) {
    int length = 2 + message.topic().getBytes(UTF_8).length + (message.qos() == 0 ? 0 : 2);
    if (version == MqttVersion.V5) {
      int propertyBytes = message.properties().size();
      length += ByteOutput.variableSize(propertyBytes) + propertyBytes;
    }
    length += message.payload().length;
    return 1 + ByteOutput.variableSize(length) + length;
  }

  /**
   * Writes PUBACK, PUBREC, PUBREL or PUBCOMP.
   *
   * @param reason left out in 3.1.1, and where it is 0 without properties
   */
  public PacketWriter acknowledgement(
      MqttVersion version, PacketType type, int id, int reason, PropertyBlock properties) {
    if (version == MqttVersion.V3 || (reason == 0 && properties.isEmpty())) {
      out.u8(type.number() << 4 | type.flags()).u8(2).u16(id);
      return this;
    }
    part.truncate(0);
    part.u16(id);
    return reasoned(type, reason, properties);
  }

  public PacketWriter subscribe(
      MqttVersion version, int id, List<TopicSubscription> filters, PropertyBlock properties) {
    part.truncate(0);
    part.u16(id);
    properties(version, properties);
    filters.forEach(each -> part.text(each.filter()).u8(each.options(version)));
    return packet(PacketType.SUBSCRIBE);
  }

  public PacketWriter unsubscribe(
      MqttVersion version, int id, List<String> filters, PropertyBlock properties) {
    part.truncate(0);
    part.u16(id);
    properties(version, properties);
    filters.forEach(part::text);
    return packet(PacketType.UNSUBSCRIBE);
  }

  /**
   * Writes SUBACK or UNSUBACK.
   *
   * @param codes left out in an UNSUBACK of 3.1.1
   */
  public PacketWriter subscriptionAnswer(
      MqttVersion version, PacketType type, int id, List<Integer> codes, PropertyBlock properties) {
    part.truncate(0);
    part.u16(id);
    properties(version, properties);
    if (type == PacketType.SUBACK || version == MqttVersion.V5) {
      codes.forEach(part::u8);
    }
    return packet(type);
  }

  /** Writes PINGREQ or PINGRESP. */
  public PacketWriter ping(PacketType type) {
    out.u8(type.number() << 4).u8(0);
    return this;
  }

  /**
   * Writes DISCONNECT.
   *
   * @param reason left out in 3.1.1, and where it is 0 without properties
   */
  public PacketWriter disconnect(MqttVersion version, int reason, PropertyBlock properties) {
    part.truncate(0);
    return version == MqttVersion.V3
        ? packet(PacketType.DISCONNECT)
        : reasoned(PacketType.DISCONNECT, reason, properties);
  }

  /** Writes AUTH, of 5.0 only. */
  public PacketWriter auth(int reason, PropertyBlock properties) {
    part.truncate(0);
    return reasoned(PacketType.AUTH, reason, properties);
  }

  private PacketWriter reasoned(PacketType type, int reason, PropertyBlock properties) {
    if (reason != 0 || !properties.isEmpty()) {
      part.u8(reason);
    }
    if (!properties.isEmpty()) {
      properties.write(part);
    }
    return packet(type);
  }

  private void properties(MqttVersion version, PropertyBlock properties) {
    if (version == MqttVersion.V5) {
      properties.write(part);
    }
  }

  private PacketWriter packet(PacketType type) {
    out.u8(type.number() << 4 | type.flags()).variable(part.size()).all(part);
    return this;
  }
}
