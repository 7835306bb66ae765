// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/** The body of CONNECT, read and written (5:3.1). */
final class ConnectBody {
  private static final String NAME = "MQTT";
  private static final int USER = 0x80;
  private static final int PASSWORD = 0x40;
  private static final int WILL_RETAIN = 0x20;
  private static final int WILL_QOS_SHIFT = 3;
  private static final int WILL = 0x04;
  private static final int ALL_OF_WILL = WILL_RETAIN | 3 << WILL_QOS_SHIFT;
  private static final int CLEAN = 0x02;
  private static final int RESERVED = 0x01;

  private ConnectBody() {}

  static void write(ConnectPacket packet, ByteOutput out) {
    boolean newer = packet.version() == MqttVersion.V5;
    Will will = packet.will();
    out.text(NAME).u8(packet.version().level()).u8(flags(packet)).u16(packet.keepAlive());
    if (newer) {
      packet.properties().write(out);
    }
    out.text(packet.clientId());
    if (will != null) {
      if (newer) {
        will.properties().write(out);
      }
      out.text(will.topic()).binary(will.payload());
    }
    if (packet.user() != null) {
      out.text(packet.user());
    }
    if (packet.password() != null) {
      out.binary(packet.password());
    }
  }

  private static int flags(ConnectPacket packet) {
    Will will = packet.will();
    int flags = packet.cleanStart() ? CLEAN : 0;
    if (will != null) {
      flags |= WILL | will.qos() << WILL_QOS_SHIFT | (will.retain() ? WILL_RETAIN : 0);
    }
    flags |= packet.user() == null ? 0 : USER;
    return flags | (packet.password() == null ? 0 : PASSWORD);
  }

  static ConnectPacket read(BodyReader body) {
    if (!body.text().equals(NAME)) {
      throw PacketFault.PROTOCOL_NAME.broken();
    }
    int level = body.u8();
    if (level != MqttVersion.V3.level() && level != MqttVersion.V5.level()) {
      throw PacketFault.PROTOCOL_LEVEL.broken();
    }
    MqttVersion version = level == MqttVersion.V5.level() ? MqttVersion.V5 : MqttVersion.V3;
    int flags = body.u8();
    requireFlags(flags, version);
    int keepAlive = body.u16();
    PropertyBlock properties = properties(body, version, PacketType.CONNECT);
    String clientId = body.text();
    boolean clean = (flags & CLEAN) != 0;
    if (clientId.isEmpty() && !clean && version == MqttVersion.V3) {
      throw PacketFault.CLIENT_ID.broken();
    }
    Will will = (flags & WILL) == 0 ? null : will(body, version, flags);
    String user = (flags & USER) == 0 ? null : body.text();
    byte[] password = (flags & PASSWORD) == 0 ? null : body.binary();
    body.atEnd();
    return new ConnectPacket(version, clean, keepAlive, clientId, will, user, password, properties);
  }

  private static Will will(BodyReader body, MqttVersion version, int flags) {
    PropertyBlock properties = properties(body, version, PacketType.RESERVED);
    String topic = body.text();
    if (topic.isEmpty()) {
      throw PacketFault.NO_TOPIC.broken();
    }
    if (topic.indexOf('#') >= 0 || topic.indexOf('+') >= 0) {
      throw PacketFault.TOPIC.broken();
    }
    byte[] payload = body.binary();
    int qos = flags >> WILL_QOS_SHIFT & 3;
    return new Will(topic, payload, qos, (flags & WILL_RETAIN) != 0, properties);
  }

  private static void requireFlags(int flags, MqttVersion version) {
    boolean withoutWill = (flags & WILL) == 0 && (flags & ALL_OF_WILL) != 0;
    boolean withoutUser = version == MqttVersion.V3 && (flags & (USER | PASSWORD)) == PASSWORD;
    if ((flags & RESERVED) != 0 || withoutWill || withoutUser) {
      throw PacketFault.CONNECT_FLAGS.broken();
    }
    if ((flags >> WILL_QOS_SHIFT & 3) == 3) {
      throw PacketFault.QOS.broken();
    }
  }

  private static PropertyBlock properties(BodyReader body, MqttVersion version, PacketType place) {
    return version == MqttVersion.V5 ? body.properties(place) : PropertyBlock.EMPTY;
  }
}
