// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * Something more that a location says, or a parameter of a terminal: a number of what it is, a
 * length in one byte, and a value of that length.
 *
 * @param id 8 bits in a location, 32 bits in a parameter
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
public record Item(long id, byte[] value) {
  /** In a location: what the odometer says, 32 bits, in 0.1 km. */
  public static final int MILEAGE = 0x01;

  /** In a location: fuel, 16 bits, in 0.1 l. */
  public static final int FUEL = 0x02;

  /** In a location: strength of the radio signal, 8 bits. */
  public static final int SIGNAL = 0x30;

  private static final int LONGEST = 0xff;

  /**
   * An item of at most 255 bytes.
   *
   * @throws IllegalArgumentException if it is longer
   */
  public Item {
    if (value.length > LONGEST) {
      throw new IllegalArgumentException(
          "item %d has %d bytes; write at most %d".formatted(id, value.length, LONGEST));
    }
  }

  /**
   * A number as an item.
   *
   * @param bytes of the number, up to 8
   */
  public static Item of(long id, int bytes, long number) {
    byte[] value = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      value[i] = (byte) (number >> (8 * (bytes - 1 - i)));
    }
    return new Item(id, value);
  }

  /** Writes an item of a location that has a value of 8 bits. */
  public static void write8(FrameWriter to, int id, int value) {
    to.u8(id).u8(1).u8(value);
  }

  /** Writes an item of a location that has a value of 16 bits. */
  public static void write16(FrameWriter to, int id, int value) {
    to.u8(id).u8(2).u16(value);
  }

  /** Writes an item of a location that has a value of 32 bits. */
  public static void write32(FrameWriter to, int id, long value) {
    to.u8(id).u8(4).u32(value);
  }

  /** The value as a number without a sign; of more than 8 bytes the last 8. */
  public long number() {
    long number = 0;
    for (byte each : value) {
      number = (number << 8) | (each & 0xff);
    }
    return number;
  }

  void write(FrameWriter to) {
    to.u8((int) id).u8(value.length).bytes(value);
  }

  /** The items of a location up to its end. */
  static List<Item> readAll(Body from) {
    List<Item> items = new ArrayList<>();
    while (from.remaining() > 0) {
      items.add(new Item(from.u8(), from.bytes(from.u8())));
    }
    return items;
  }
}
