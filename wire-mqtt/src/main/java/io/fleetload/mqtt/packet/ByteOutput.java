// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that grow, and the types of the protocol in them (5:1.5). */
final class ByteOutput {
  static final int LONGEST_TEXT = 0xffff;
  static final int LONGEST_VARIABLE = 268_435_455;

  private byte[] bytes;
  private int size;

  ByteOutput(int room) {
    this.bytes = new byte[room];
  }

  int size() {
    return size;
  }

  /** Forgets what lies behind the first bytes. */
  void truncate(int length) {
    size = length;
  }

  /** Gives up what a large packet made it grow to. */
  void shrink(int room) {
    if (bytes.length > room) {
      bytes = new byte[room];
    }
    size = 0;
  }

  /** The bytes where they lie: good until the next one is added. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, size);
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }

  private int room(int length) {
    if (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + length));
    }
    int at = size;
    size += length;
    return at;
  }

  ByteOutput u8(int value) {
    int at = room(1);
    bytes[at] = (byte) value;
    return this;
  }

  ByteOutput u16(int value) {
    int at = room(2);
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
    return this;
  }

  ByteOutput u32(long value) {
    return u16((int) (value >> 16)).u16((int) value);
  }

  /**
   * Adds a number of one to four bytes (5:1.5.5).
   *
   * @throws IllegalArgumentException if it is above 268,435,455
   */
  ByteOutput variable(int value) {
    if (value < 0 || value > LONGEST_VARIABLE) {
      throw new IllegalArgumentException("no length of MQTT: " + value);
    }
    int rest = value;
    while (rest > 0x7f) {
      u8(rest | 0x80);
      rest >>= 7;
    }
    return u8(rest);
  }

  static int variableSize(int value) {
    return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : 4;
  }

  /**
   * Adds a text with its length.
   *
   * @throws IllegalArgumentException if it has more than 65,535 bytes
   */
  ByteOutput text(String text) {
    return binary(text.getBytes(UTF_8));
  }

  /** Adds bytes with their length; see {@link #text}. */
  ByteOutput binary(byte[] value) {
    if (value.length > LONGEST_TEXT) {
      throw new IllegalArgumentException("longer than 65535 bytes: " + value.length);
    }
    return u16(value.length).raw(value);
  }

  ByteOutput raw(byte[] value) {
    // Before the copy begins: room may take other bytes.
    int at = room(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    return this;
  }

  ByteOutput all(ByteOutput other) {
    int at = room(other.size);
    System.arraycopy(other.bytes, 0, bytes, at, other.size);
    return this;
  }
}
