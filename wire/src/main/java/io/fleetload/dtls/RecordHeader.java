// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Octets;

/** The header of a record: RFC 6347, section 4.1. */
final class RecordHeader {
  static final int LENGTH = 13;
  static final int VERSION = 0xFEFD; // DTLS 1.2

  static final int CHANGE_CIPHER_SPEC = 20;
  static final int ALERT = 21;
  static final int HANDSHAKE = 22;
  static final int APPLICATION_DATA = 23;
  static final int CONNECTION_ID = 25; // RFC 9146, section 4

  private static final int EPOCH_SHIFT = 48;

  private RecordHeader() {}

  static int type(byte[] buffer, int at) {
    return Octets.u8(buffer, at);
  }

  static int version(byte[] buffer, int at) {
    return Octets.u16(buffer, at + 1);
  }

  static int epoch(byte[] buffer, int at) {
    return Octets.u16(buffer, at + 3);
  }

  /** Epoch and sequence number, as the AEAD takes them. */
  static long epochAndSequence(byte[] buffer, int at) {
    return Octets.i64(buffer, at + 3);
  }

  static long sequence(byte[] buffer, int at) {
    return epochAndSequence(buffer, at) & (1L << EPOCH_SHIFT) - 1;
  }

  static int length(byte[] buffer, int at) {
    return Octets.u16(buffer, at + 11);
  }

  static long epochAndSequence(int epoch, long sequence) {
    return (long) epoch << EPOCH_SHIFT | sequence;
  }

  static void header(byte[] buffer, int at, int type, long epochAndSequence, int length) {
    buffer[at] = (byte) type;
    Octets.put16(buffer, at + 1, VERSION);
    Octets.put64(buffer, at + 3, epochAndSequence);
    Octets.put16(buffer, at + 11, length);
  }
}
