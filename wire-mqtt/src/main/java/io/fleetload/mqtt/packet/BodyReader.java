// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Reads the types of the protocol from a packet, where it lies (5:1.5). */
final class BodyReader {
  private ByteBuffer bytes;
  private int at;
  private int end;

  void over(ByteBuffer buffer, int from, int to) {
    bytes = buffer;
    at = from;
    end = to;
  }

  ByteBuffer buffer() {
    return bytes;
  }

  int at() {
    return at;
  }

  int end() {
    return end;
  }

  int remaining() {
    return end - at;
  }

  int skip(int length) {
    if (length > end - at) {
      throw PacketFault.TOO_SHORT.broken();
    }
    int from = at;
    at += length;
    return from;
  }

  int u8() {
    return bytes.get(skip(1)) & 0xff;
  }

  int u16() {
    return bytes.getShort(skip(2)) & 0xffff;
  }

  long u32() {
    return bytes.getInt(skip(4)) & 0xffff_ffffL;
  }

  int packetId() {
    int id = u16();
    if (id == 0) {
      throw PacketFault.PACKET_ID.broken();
    }
    return id;
  }

  /** A number of one to four bytes, in the shortest form. */
  int variable() {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int octet = u8();
      value |= (octet & 0x7f) << shift;
      if (octet < 0x80) {
        if (octet == 0 && shift > 0) {
          throw PacketFault.LENGTH.broken();
        }
        return value;
      }
    }
    throw PacketFault.LENGTH.broken();
  }

  /** Passes over bytes with a length, and returns how many they are; they end at {@link #at}. */
  int passBinary() {
    int length = u16();
    skip(length);
    return length;
  }

  /** Passes over a text with its length, and returns the length. */
  int passText() {
    int length = passBinary();
    if (!Utf8.isText(bytes, at - length, at)) {
      throw PacketFault.TEXT.broken();
    }
    return length;
  }

  String text() {
    int length = passText();
    return new String(copy(at - length, length), UTF_8);
  }

  byte[] binary() {
    int length = passBinary();
    return copy(at - length, length);
  }

  byte[] copy(int from, int length) {
    byte[] copy = new byte[length];
    bytes.get(from, copy, 0, length);
    return copy;
  }

  void atEnd() {
    if (at != end) {
      throw PacketFault.TOO_LONG.broken();
    }
  }

  /**
   * Passes over properties with their length, and checks them.
   *
   * @return those that are there, a bit each
   */
  long passProperties(PacketType place) {
    int length = variable();
    if (length > end - at) {
      throw PacketFault.TOO_SHORT.broken();
    }
    int packetEnd = end;
    end = at + length;
    long seen = 0;
    while (at < end) {
      int id = variable();
      MqttProperty property = MqttProperty.of(id);
      if (property == null) {
        throw PacketFault.PROPERTY.broken();
      }
      long bit = property.bit();
      if (!property.isIn(place)) {
        throw PacketFault.PROPERTY_PLACE.broken();
      }
      if ((seen & bit) != 0 && !property.mayRepeatIn(place)) {
        throw PacketFault.PROPERTY_TWICE.broken();
      }
      seen |= bit;
      passValue(property);
    }
    end = packetEnd;
    return seen;
  }

  void passValue(MqttProperty property) {
    boolean good =
        switch (property.form()) {
          case FLAG -> u8() <= 1;
          case TWO_BYTES -> u16() >= 0;
          case TWO_BYTES_FROM_1 -> u16() > 0;
          case FOUR_BYTES -> u32() >= 0;
          case FOUR_BYTES_FROM_1 -> u32() > 0;
          case VARIABLE -> variable() > 0;
          case TEXT -> passText() >= 0;
          case BINARY -> passBinary() >= 0;
          case PAIR -> passText() + passText() >= 0;
        };
    if (!good) {
      throw PacketFault.PROPERTY_VALUE.broken();
    }
  }

  PropertyBlock properties(PacketType place) {
    int from = at;
    passProperties(place);
    return properties(from, at);
  }

  /** The properties that lie there with their length; they were checked before. */
  PropertyBlock properties(int from, int to) {
    int first = from;
    while (bytes.get(first) < 0) {
      first++;
    }
    return PropertyBlock.of(copy(first + 1, to - first - 1));
  }
}
