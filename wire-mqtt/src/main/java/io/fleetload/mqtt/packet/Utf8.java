// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import java.nio.ByteBuffer;

/** Rules of texts (5:1.5.4): UTF-8 without surrogates and without U+0000. */
final class Utf8 {
  private Utf8() {}

  static boolean isText(ByteBuffer bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes.get(i) <= 0) {
        return isLongText(bytes, i, to);
      }
    }
    return true;
  }

  private static boolean isLongText(ByteBuffer bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int lead = bytes.get(i) & 0xff;
      int length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      if (lead == 0 || length == 0 || lead > 0xf4 || i + length > to) {
        return false;
      }
      for (int k = 1; k < length; k++) {
        int next = bytes.get(i + k) & 0xff;
        if (next < (k == 1 ? least(lead) : 0x80) || next > (k == 1 ? most(lead) : 0xbf)) {
          return false;
        }
      }
      i += length;
    }
    return true;
  }

  /** The least second byte: a shorter form is not allowed. */
  private static int least(int lead) {
    return lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  }

  /** The greatest second byte: neither surrogates nor anything above U+10FFFF. */
  private static int most(int lead) {
    return lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  }
}
