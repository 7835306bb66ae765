// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static io.fleetload.mqtt.packet.PacketType.AUTH;
import static io.fleetload.mqtt.packet.PacketType.CONNACK;
import static io.fleetload.mqtt.packet.PacketType.CONNECT;
import static io.fleetload.mqtt.packet.PacketType.DISCONNECT;
import static io.fleetload.mqtt.packet.PacketType.PUBACK;
import static io.fleetload.mqtt.packet.PacketType.PUBCOMP;
import static io.fleetload.mqtt.packet.PacketType.PUBLISH;
import static io.fleetload.mqtt.packet.PacketType.PUBREC;
import static io.fleetload.mqtt.packet.PacketType.PUBREL;
import static io.fleetload.mqtt.packet.PacketType.RESERVED;
import static io.fleetload.mqtt.packet.PacketType.SUBACK;
import static io.fleetload.mqtt.packet.PacketType.SUBSCRIBE;
import static io.fleetload.mqtt.packet.PacketType.UNSUBACK;
import static io.fleetload.mqtt.packet.PacketType.UNSUBSCRIBE;

/** Property of a packet of MQTT 5.0 (5:2.2.2.2). */
public enum MqttProperty {
  PAYLOAD_FORMAT(0x01, Kind.FLAG, PUBLISH, RESERVED),
  /** Seconds. */
  MESSAGE_EXPIRY(0x02, Kind.FOUR_BYTES, PUBLISH, RESERVED),
  CONTENT_TYPE(0x03, Kind.TEXT, PUBLISH, RESERVED),
  RESPONSE_TOPIC(0x08, Kind.TEXT, PUBLISH, RESERVED),
  CORRELATION_DATA(0x09, Kind.BINARY, PUBLISH, RESERVED),
  /** The only one beside the user's that PUBLISH may have more than once. */
  SUBSCRIPTION_ID(0x0b, Kind.VARIABLE, PUBLISH, SUBSCRIBE),
  /** Seconds; {@code 0xffffffff} for ever. */
  SESSION_EXPIRY(0x11, Kind.FOUR_BYTES, CONNECT, CONNACK, DISCONNECT),
  ASSIGNED_CLIENT_ID(0x12, Kind.TEXT, CONNACK),
  /** Seconds. */
  SERVER_KEEP_ALIVE(0x13, Kind.TWO_BYTES, CONNACK),
  AUTHENTICATION_METHOD(0x15, Kind.TEXT, CONNECT, CONNACK, AUTH),
  AUTHENTICATION_DATA(0x16, Kind.BINARY, CONNECT, CONNACK, AUTH),
  REQUEST_PROBLEM(0x17, Kind.FLAG, CONNECT),
  /** Seconds. */
  WILL_DELAY(0x18, Kind.FOUR_BYTES, RESERVED),
  REQUEST_RESPONSE(0x19, Kind.FLAG, CONNECT),
  RESPONSE_INFORMATION(0x1a, Kind.TEXT, CONNACK),
  SERVER_REFERENCE(0x1c, Kind.TEXT, CONNACK, DISCONNECT),
  REASON(
      0x1f,
      Kind.TEXT,
      CONNACK,
      PUBACK,
      PUBREC,
      PUBREL,
      PUBCOMP,
      SUBACK,
      UNSUBACK,
      DISCONNECT,
      AUTH),
  RECEIVE_MAXIMUM(0x21, Kind.TWO_BYTES_FROM_1, CONNECT, CONNACK),
  ALIAS_MAXIMUM(0x22, Kind.TWO_BYTES, CONNECT, CONNACK),
  ALIAS(0x23, Kind.TWO_BYTES_FROM_1, PUBLISH),
  MAXIMUM_QOS(0x24, Kind.FLAG, CONNACK),
  RETAIN_AVAILABLE(0x25, Kind.FLAG, CONNACK),
  USER(
      0x26,
      Kind.PAIR,
      RESERVED,
      CONNECT,
      CONNACK,
      PUBLISH,
      PUBACK,
      PUBREC,
      PUBREL,
      PUBCOMP,
      SUBSCRIBE,
      SUBACK,
      UNSUBSCRIBE,
      UNSUBACK,
      DISCONNECT,
      AUTH),
  /** Bytes. */
  MAXIMUM_PACKET(0x27, Kind.FOUR_BYTES_FROM_1, CONNECT, CONNACK),
  WILDCARDS_AVAILABLE(0x28, Kind.FLAG, CONNACK),
  SUBSCRIPTION_IDS_AVAILABLE(0x29, Kind.FLAG, CONNACK),
  SHARED_AVAILABLE(0x2a, Kind.FLAG, CONNACK);

  private static final MqttProperty[] BY_ID = new MqttProperty[0x2b];

  static {
    for (MqttProperty each : values()) {
      BY_ID[each.id] = each;
    }
  }

  /** Form of a value. */
  enum Kind {
    /** One byte, 0 or 1. */
    FLAG,
    TWO_BYTES,
    TWO_BYTES_FROM_1,
    FOUR_BYTES,
    FOUR_BYTES_FROM_1,
    /** A number of one to four bytes, from 1. */
    VARIABLE,
    TEXT,
    BINARY,
    /** Two texts. */
    PAIR
  }

  private final int id;
  private final Kind kind;
  private final int places;

  /**
   * A property.
   *
   * @param places the packets that may have it; {@link PacketType#RESERVED} for a will
   */
  MqttProperty(int id, Kind kind, PacketType... places) {
    this.id = id;
    this.kind = kind;
    int bits = 0;
    for (PacketType each : places) {
      bits |= 1 << each.number();
    }
    this.places = bits;
  }

  /** The id that it has on the wire. */
  public int id() {
    return id;
  }

  /** Its bit in a set of properties. */
  long bit() {
    return 1L << id;
  }

  Kind kind() {
    return kind;
  }

  /** Returns whether a packet of that type may have it; {@link PacketType#RESERVED} for a will. */
  boolean isIn(PacketType place) {
    return (places & 1 << place.number()) != 0;
  }

  boolean mayRepeatIn(PacketType place) {
    return this == USER || (this == SUBSCRIPTION_ID && place == PUBLISH);
  }

  /** The property with that id; null if there is no such property. */
  static MqttProperty of(int id) {
    return id < BY_ID.length ? BY_ID[id] : null;
  }
}
