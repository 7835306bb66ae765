// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text of ASCII characters in the making, kept as bytes: a message's body is written once and never
 * a string. One object serves many messages.
 */
public final class AsciiText {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[1_024];
  private int length;

  /** Empties the text, so that it begins again. */
  public AsciiText clear() {
    length = 0;
    return this;
  }

  /** Number of characters. */
  public int length() {
    return length;
  }

  /** Appends characters that were encoded before. */
  public AsciiText append(byte[] encoded) {
    room(encoded.length);
    System.arraycopy(encoded, 0, bytes, length, encoded.length);
    length += encoded.length;
    return this;
  }

  /** Appends a text; what is not ASCII is appended in UTF-8. */
  public AsciiText append(String text) {
    int characters = text.length();
    room(characters);
    for (int i = 0; i < characters; i++) {
      char each = text.charAt(i);
      if (each > 0x7f) {
        return append(text.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      bytes[length++] = (byte) each;
    }
    return this;
  }

  /** Appends a character. */
  public AsciiText append(char each) {
    room(1);
    bytes[length++] = (byte) each;
    return this;
  }

  /** Appends a number in decimal digits. */
  public AsciiText append(long number) {
    if (number < 0) {
      return append(Long.toString(number));
    }
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    room(digits);
    long rest = number;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** Appends an unsigned number in hexadecimal digits, without leading zeros. */
  public AsciiText appendHex(int number) {
    int digits = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(number) + 3) / 4);
    room(digits);
    for (int i = digits - 1; i >= 0; i--) {
      bytes[length++] = HEX[(number >>> (4 * i)) & 0xf];
    }
    return this;
  }

  /** Appends the same character until there are that many in all. */
  public AsciiText fillTo(int total, char each) {
    if (total > length) {
      room(total - length);
      Arrays.fill(bytes, length, total, (byte) each);
      length = total;
    }
    return this;
  }

  /** The text so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
