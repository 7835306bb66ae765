// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/** Type of a packet, in the order of its number in the fixed header (5:2.1.2). */
public enum PacketType {
  /** Number 0, which no packet may have. */
  RESERVED(0, 0, 0),
  CONNECT(1, 0, Origin.CLIENT),
  CONNACK(2, 0, Origin.SERVER),
  PUBLISH(3, 0, Origin.BOTH),
  PUBACK(4, 0, Origin.BOTH),
  PUBREC(5, 0, Origin.BOTH),
  PUBREL(6, 2, Origin.BOTH),
  PUBCOMP(7, 0, Origin.BOTH),
  SUBSCRIBE(8, 2, Origin.CLIENT),
  SUBACK(9, 0, Origin.SERVER),
  UNSUBSCRIBE(10, 2, Origin.CLIENT),
  UNSUBACK(11, 0, Origin.SERVER),
  PINGREQ(12, 0, Origin.CLIENT),
  PINGRESP(13, 0, Origin.SERVER),
  /** Of both sides in 5.0; in 3.1.1 of the client only. */
  DISCONNECT(14, 0, Origin.BOTH),
  /** Of 5.0 only. */
  AUTH(15, 0, Origin.BOTH);

  private static final PacketType[] BY_NUMBER = values();

  private final int number;
  private final int flags;
  private final int origin;

  private static final class Origin {
    static final int CLIENT = 1;
    static final int SERVER = 2;
    static final int BOTH = CLIENT | SERVER;
  }

  PacketType(int number, int flags, int origin) {
    this.number = number;
    this.flags = flags;
    this.origin = origin;
  }

  /** The number that it has on the wire. */
  int number() {
    return number;
  }

  /** The flags that its fixed header must have; those of PUBLISH say more (5:2.1.3). */
  int flags() {
    return flags;
  }

  /** Returns whether that side sends it in that version. */
  boolean comesFrom(PacketReader.Peer peer, MqttVersion version) {
    if (version == MqttVersion.V3
        && (this == AUTH || (this == DISCONNECT && peer == PacketReader.Peer.SERVER))) {
      return false;
    }
    return (origin & (peer == PacketReader.Peer.CLIENT ? Origin.CLIENT : Origin.SERVER)) != 0;
  }

  static PacketType of(int firstByte) {
    return BY_NUMBER[(firstByte >> 4) & 0xf];
  }
}
