// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the options of a message in ascending order of their numbers (RFC 7252, section 3.1): each
 * begins with the difference to the number before and the length of its value, in four bits each,
 * or in one or two bytes more where four bits are too few.
 */
final class OptionBytes {
  static final int LOCATION_PATH = 8;
  static final int URI_PATH = 11;
  static final int CONTENT_FORMAT = 12;
  static final int URI_QUERY = 15;
  static final int BLOCK1 = 27;

  private static final int ONE_BYTE_MORE = 13;
  private static final int TWO_BYTES_MORE = 14;
  private static final int LEAST_OF_TWO = 269;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(48);
  private int last;

  /** Options after one with that number; 0 for the first ones of a message. */
  static OptionBytes after(int number) {
    OptionBytes options = new OptionBytes();
    options.last = number;
    return options;
  }

  OptionBytes add(int number, byte[] value) {
    int delta = number - last;
    last = number;
    bytes.write((nibble(delta) << 4) | nibble(value.length));
    more(delta);
    more(value.length);
    bytes.writeBytes(value);
    return this;
  }

  OptionBytes add(int number, String value) {
    return add(number, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a number in as few bytes as it needs, none for 0 (RFC 7252, section 3.2). */
  OptionBytes add(int number, int value) {
    int length = (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 7) / 8;
    byte[] shortest = new byte[length];
    for (int i = 0; i < length; i++) {
      shortest[i] = (byte) (value >> (8 * (length - 1 - i)));
    }
    return add(number, shortest);
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  /** The number of the last option. */
  int last() {
    return last;
  }

  private static int nibble(int value) {
    return value < ONE_BYTE_MORE ? value : value < LEAST_OF_TWO ? ONE_BYTE_MORE : TWO_BYTES_MORE;
  }

  private void more(int value) {
    if (value >= LEAST_OF_TWO) {
      bytes.write((value - LEAST_OF_TWO) >> 8);
      bytes.write(value - LEAST_OF_TWO);
    } else if (value >= ONE_BYTE_MORE) {
      bytes.write(value - ONE_BYTE_MORE);
    }
  }
}
