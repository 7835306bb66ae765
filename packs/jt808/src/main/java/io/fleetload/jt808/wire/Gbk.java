// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** The texts of the standard: GBK, with zeros behind them where their place is longer. */
final class Gbk {
  private static final Charset GBK = Charset.forName("GBK");

  private Gbk() {}

  static byte[] bytes(String text) {
    try {
      ByteBuffer encoded = GBK.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" has a character that GBK does not have; write another", e);
    }
  }

  static byte[] bytes(String text, int place) {
    byte[] bytes = bytes(text);
    if (bytes.length > place) {
      throw new IllegalArgumentException(
          "\"%s\" has %d bytes in GBK; write at most %d".formatted(text, bytes.length, place));
    }
    return bytes;
  }

  /** A text up to the zeros at its end. */
  static String text(byte[] bytes, int from, int length) {
    int end = from + length;
    while (end > from && bytes[end - 1] == 0) {
      end--;
    }
    return new String(bytes, from, end - from, GBK);
  }
}
