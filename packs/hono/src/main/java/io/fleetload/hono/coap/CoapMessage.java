// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A received message (RFC 7252, section 3), read where it lies. One object reads all messages of
 * the fleet, one after the other; what it says holds until the next.
 */
final class CoapMessage {
  static final int CONFIRMABLE = 0;
  static final int NON_CONFIRMABLE = 1;
  static final int ACKNOWLEDGEMENT = 2;
  static final int RESET = 3;

  static final int EMPTY = 0;
  static final int POST = 2;
  static final int PUT = 3;
  static final int CONTINUE = (2 << 5) | 31;

  static final int HEADER_BYTES = 4;
  static final int PAYLOAD_MARKER = 0xff;

  private static final int VERSION = 1;
  private static final int LONGEST_TOKEN = 8;
  private static final int RESERVED = 15;

  private byte[] buffer = new byte[0];
  private int type;
  private int code;
  private int messageId;
  private int tokenLength;
  private long token;
  private int options;
  private int payload;
  private int end;
  private long seen;
  private long answeredAt;

  /**
   * Reads a message.
   *
   * @return false if it is not a well-formed message
   */
  boolean read(byte[] bytes, int offset, int length) {
    buffer = bytes;
    end = offset + length;
    if (length < HEADER_BYTES || (bytes[offset] & 0xff) >> 6 != VERSION) {
      return false;
    }
    type = (bytes[offset] >> 4) & 3;
    tokenLength = bytes[offset] & 15;
    code = bytes[offset + 1] & 0xff;
    messageId = ((bytes[offset + 2] & 0xff) << 8) | (bytes[offset + 3] & 0xff);
    options = offset + HEADER_BYTES + tokenLength;
    payload = end;
    if (tokenLength > LONGEST_TOKEN || options > end || (code == EMPTY && length > HEADER_BYTES)) {
      return false;
    }
    seen = 0;
    answeredAt = Stamp.UNKNOWN;
    token = 0;
    for (int i = offset + HEADER_BYTES; i < options; i++) {
      token = (token << 8) | (bytes[i] & 0xff);
    }
    return walk(-1, null);
  }

  int type() {
    return type;
  }

  /**
   * Returns whether it has a message id of the peer's own, and so replies to no message of ours.
   */
  boolean isSeparate() {
    return type == CONFIRMABLE || type == NON_CONFIRMABLE;
  }

  int code() {
    return code;
  }

  int messageId() {
    return messageId;
  }

  /** Returns whether the message carries that token, which has four bytes. */
  boolean hasToken(int fourBytes) {
    return tokenLength == Integer.BYTES && (int) token == fourBytes;
  }

  /** The token, where it has four bytes. */
  int token() {
    return (int) token;
  }

  /** Returns whether it is a response: classes 2, 4 and 5. */
  boolean isResponse() {
    return code >> 5 >= 2;
  }

  boolean isSuccess() {
    return code >> 5 == 2;
  }

  /** The code as people write it, for example {@code 4.04}. */
  String codeText() {
    return (code >> 5) + "." + (code & 31) / 10 + (code & 31) % 10;
  }

  /** The values of an option with a number below 64 as texts. */
  List<String> texts(int number) {
    if ((seen & (1L << number)) == 0) {
      return List.of();
    }
    List<byte[]> values = new ArrayList<>(2);
    walk(number, values);
    List<String> texts = new ArrayList<>(values.size());
    values.forEach(each -> texts.add(new String(each, StandardCharsets.UTF_8)));
    return texts;
  }

  /** The value of an option as a number; -1 where it is not there. */
  int number(int option) {
    List<byte[]> values = new ArrayList<>(1);
    walk(option, values);
    if (values.isEmpty()) {
      return -1;
    }
    int value = 0;
    for (byte each : values.get(0)) {
      value = (value << 8) | (each & 0xff);
    }
    return value;
  }

  /**
   * The time at which the peer says that it answered, ns since the epoch; {@link Stamp#UNKNOWN}
   * without one that can be read.
   */
  long answeredAt() {
    return answeredAt;
  }

  byte[] payload() {
    return Arrays.copyOfRange(buffer, payload, end);
  }

  /** Walks over the options up to the payload, and takes the values of those with that number. */
  private boolean walk(int wanted, List<byte[]> values) {
    int at = options;
    int number = 0;
    int times = 0;
    while (at < end) {
      int first = buffer[at++] & 0xff;
      if (first == PAYLOAD_MARKER) {
        payload = at;
        // A marker with nothing behind it is a format error (RFC 7252, section 3).
        return at < end;
      }
      int delta = first >> 4;
      int length = first & 15;
      if (delta == RESERVED || length == RESERVED || at + more(delta) + more(length) > end) {
        return false;
      }
      number += extended(delta, at);
      at += more(delta);
      int bytes = extended(length, at);
      at += more(length);
      if (at + bytes > end) {
        return false;
      }
      seen |= number < Long.SIZE ? 1L << number : 0;
      if (number == AnswerTime.OPTION && values == null) {
        // Once more it is one too many (RFC 7252, section 5.4.5).
        answeredAt = times++ > 0 ? Stamp.UNKNOWN : AnswerTime.of(buffer, at, bytes);
      }
      if (number == wanted) {
        values.add(Arrays.copyOfRange(buffer, at, at + bytes));
      }
      at += bytes;
    }
    return true;
  }

  private static int more(int nibble) {
    return Math.max(0, nibble - 12);
  }

  private int extended(int nibble, int at) {
    return switch (nibble) {
      case 13 -> 13 + (buffer[at] & 0xff);
      case 14 -> 269 + (((buffer[at] & 0xff) << 8) | (buffer[at + 1] & 0xff));
      default -> nibble;
    };
  }
}
