// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/**
 * Messages that go out together, in one datagram, and are repeated together (RFC 6347, section
 * 4.2.4): one in the clear, then ChangeCipherSpec and Finished; either part may be missing.
 */
final class Flight {
  private static final byte[] CHANGE_CIPHER_SPEC = {1};

  private final PlainRecords plain;
  private final byte[] message;
  private final ProtectedRecords records;
  private final byte[] finished;

  private Flight(PlainRecords plain, byte[] message, ProtectedRecords records, byte[] finished) {
    this.plain = plain;
    this.message = message;
    this.records = records;
    this.finished = finished;
  }

  static Flight of(PlainRecords plain, byte[] clientHello) {
    return new Flight(plain, clientHello, null, null);
  }

  static Flight of(
      PlainRecords plain, byte[] clientKeyExchange, ProtectedRecords records, byte[] finished) {
    return new Flight(plain, clientKeyExchange, records, finished);
  }

  static Flight of(PlainRecords plain, ProtectedRecords records, byte[] finished) {
    return new Flight(plain, null, records, finished);
  }

  /** Writes it, each time with new sequence numbers, and returns its length. */
  int write(byte[] out) {
    int at = 0;
    if (message != null) {
      at += plain.write(RecordHeader.HANDSHAKE, message, out, at);
    }
    if (finished != null) {
      at += plain.write(RecordHeader.CHANGE_CIPHER_SPEC, CHANGE_CIPHER_SPEC, out, at);
      at += records.seal(RecordHeader.HANDSHAKE, finished, 0, finished.length, out, at);
    }
    return at;
  }
}
