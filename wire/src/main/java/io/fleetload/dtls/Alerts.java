// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Octets;

/** Alerts by number: RFC 5246, section 7.2. */
final class Alerts {
  static final int LENGTH = 2;
  static final int WARNING = 1;
  static final int FATAL = 2;

  static final int CLOSE_NOTIFY = 0;
  static final int UNEXPECTED_MESSAGE = 10;
  static final int HANDSHAKE_FAILURE = 40;
  static final int ILLEGAL_PARAMETER = 47;
  static final int DECODE_ERROR = 50;
  static final int DECRYPT_ERROR = 51;
  static final int PROTOCOL_VERSION = 70;
  static final int INTERNAL_ERROR = 80;
  static final int UNSUPPORTED_EXTENSION = 110;

  private Alerts() {}

  /** Returns whether an alert ends what it belongs to: RFC 5246, section 7.2. */
  static boolean ends(byte[] buffer, int at, int length) {
    return length == LENGTH
        && (Octets.u8(buffer, at + 1) == CLOSE_NOTIFY || Octets.u8(buffer, at) == FATAL);
  }

  static byte[] alert(int level, int description) {
    return new byte[] {(byte) level, (byte) description};
  }
}
