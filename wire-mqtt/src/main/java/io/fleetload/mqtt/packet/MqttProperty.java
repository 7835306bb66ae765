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
  PAYLOAD_FORMAT(0x01, ValueForm.FLAG, PUBLISH, RESERVED),
  /** Seconds. */
  MESSAGE_EXPIRY(0x02, ValueForm.FOUR_BYTES, PUBLISH, RESERVED),
  CONTENT_TYPE(0x03, ValueForm.TEXT, PUBLISH, RESERVED),
  RESPONSE_TOPIC(0x08, ValueForm.TEXT, PUBLISH, RESERVED),
  CORRELATION_DATA(0x09, ValueForm.BINARY, PUBLISH, RESERVED),
  /** The only one beside the user's that PUBLISH may have more than once. */
  SUBSCRIPTION_ID(0x0b, ValueForm.VARIABLE, PUBLISH, SUBSCRIBE),
  /** Seconds; {@code 0xffffffff} for ever. */
  SESSION_EXPIRY(0x11, ValueForm.FOUR_BYTES, CONNECT, CONNACK, DISCONNECT),
  ASSIGNED_CLIENT_ID(0x12, ValueForm.TEXT, CONNACK),
  /** Seconds. */
  SERVER_KEEP_ALIVE(0x13, ValueForm.TWO_BYTES, CONNACK),
  AUTHENTICATION_METHOD(0x15, ValueForm.TEXT, CONNECT, CONNACK, AUTH),
  AUTHENTICATION_DATA(0x16, ValueForm.BINARY, CONNECT, CONNACK, AUTH),
  REQUEST_PROBLEM(0x17, ValueForm.FLAG, CONNECT),
  /** Seconds. */
  WILL_DELAY(0x18, ValueForm.FOUR_BYTES, RESERVED),
  REQUEST_RESPONSE(0x19, ValueForm.FLAG, CONNECT),
  RESPONSE_INFORMATION(0x1a, ValueForm.TEXT, CONNACK),
  SERVER_REFERENCE(0x1c, ValueForm.TEXT, CONNACK, DISCONNECT),
  REASON(
      0x1f,
      ValueForm.TEXT,
      CONNACK,
      PUBACK,
      PUBREC,
      PUBREL,
      PUBCOMP,
      SUBACK,
      UNSUBACK,
      DISCONNECT,
      AUTH),
  RECEIVE_MAXIMUM(0x21, ValueForm.TWO_BYTES_FROM_1, CONNECT, CONNACK),
  ALIAS_MAXIMUM(0x22, ValueForm.TWO_BYTES, CONNECT, CONNACK),
  ALIAS(0x23, ValueForm.TWO_BYTES_FROM_1, PUBLISH),
  MAXIMUM_QOS(0x24, ValueForm.FLAG, CONNACK),
  RETAIN_AVAILABLE(0x25, ValueForm.FLAG, CONNACK),
  USER(
      0x26,
      ValueForm.PAIR,
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
  MAXIMUM_PACKET(0x27, ValueForm.FOUR_BYTES_FROM_1, CONNECT, CONNACK),
  WILDCARDS_AVAILABLE(0x28, ValueForm.FLAG, CONNACK),
  SUBSCRIPTION_IDS_AVAILABLE(0x29, ValueForm.FLAG, CONNACK),
  SHARED_AVAILABLE(0x2a, ValueForm.FLAG, CONNACK);

  private static final MqttProperty[] BY_ID = new MqttProperty[0x2b];

  static {
    for (MqttProperty each : values()) {
      BY_ID[each.id] = each;
    }
  }

  /** Form of a value on the wire. */
  enum ValueForm {
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
  private final ValueForm form;
  private final int places;

  /**
   * A property.
   *
   * @param places the packets that may have it; {@link PacketType#RESERVED} for a will
   */
  MqttProperty(int id, ValueForm form, PacketType... places) {
    this.id = id;
    this.form = form;
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

  ValueForm form() {
    return form;
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
