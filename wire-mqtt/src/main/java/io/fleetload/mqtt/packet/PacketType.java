// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/** Type of a packet, in the order of its number in the fixed header (5:2.1.2). */
public enum PacketType {
  /** Number 0, which no packet may have. */
  RESERVED(0, 0),
  CONNECT(0, Origin.CLIENT),
  CONNACK(0, Origin.SERVER),
  PUBLISH(0, Origin.BOTH),
  PUBACK(0, Origin.BOTH),
  PUBREC(0, Origin.BOTH),
  PUBREL(2, Origin.BOTH),
  PUBCOMP(0, Origin.BOTH),
  SUBSCRIBE(2, Origin.CLIENT),
  SUBACK(0, Origin.SERVER),
  UNSUBSCRIBE(2, Origin.CLIENT),
  UNSUBACK(0, Origin.SERVER),
  PINGREQ(0, Origin.CLIENT),
  PINGRESP(0, Origin.SERVER),
  /** Of both sides in 5.0; in 3.1.1 of the client only. */
  DISCONNECT(0, Origin.BOTH),
  /** Of 5.0 only. */
  AUTH(0, Origin.BOTH);

  private static final PacketType[] BY_NUMBER = values();

  private final int flags;
  private final int origin;

  private static final class Origin {
    static final int CLIENT = 1;
    static final int SERVER = 2;
    static final int BOTH = CLIENT | SERVER;
  }

  PacketType(int flags, int origin) {
    this.flags = flags;
    this.origin = origin;
  }

  /** The number that it has on the wire. */
  int number() {
    return ordinal();
  }

  /** The flags that its fixed header must have; those of PUBLISH say more (5:2.1.3). */
  int flags() {
    return flags;
  }

  /** Returns whether that side sends it in that version. */
  boolean comesFrom(PacketReader.Peer peer, MqttVersion version) {
    if (version == MqttVersion.V3
        && (this == AUTH || this == DISCONNECT && peer == PacketReader.Peer.SERVER)) {
      return false;
    }
    return (origin & (peer == PacketReader.Peer.CLIENT ? Origin.CLIENT : Origin.SERVER)) != 0;
  }

  static PacketType of(int firstByte) {
    return BY_NUMBER[(firstByte >> 4) & 0xf];
  }
}
