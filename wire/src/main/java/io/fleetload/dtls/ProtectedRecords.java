// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Aead;
import io.fleetload.dtls.cipher.Octets;
import io.fleetload.dtls.cipher.Scratch;

/**
 * The records of epoch 1: all that an established session keeps. Outgoing ones carry the server's
 * connection id if it asked for one; incoming ones never carry ours, since it is empty (RFC 9146,
 * section 3).
 */
public final class ProtectedRecords {
  private static final int EPOCH = 1;
  private static final int NONCE = 8;
  private static final byte[] NO_ID = {};

  private final Scratch scratch;
  private final Aead write;
  private final Aead read;
  private final byte[] connectionId;
  private final ReplayWindow window = new ReplayWindow();
  private long sequence;

  boolean withConnectionId() {
    return connectionId.length > 0;
  }

  public ProtectedRecords(Scratch scratch, Aead write, Aead read, byte[] connectionId) {
    this.scratch = scratch;
    this.write = write;
    this.read = read;
    this.connectionId = connectionId.length == 0 ? NO_ID : connectionId;
  }

  /**
   * Writes a record.
   *
   * @return its length
   */
  int seal(int type, byte[] payload, int offset, int length, byte[] out, int at) {
    long number = RecordHeader.epochAndSequence(EPOCH, sequence++);
    return connectionId.length == 0
        ? sealed(number, type, payload, offset, length, out, at)
        : sealedWithId(number, type, payload, offset, length, out, at);
  }

  private int sealed(
      long number, int type, byte[] payload, int offset, int length, byte[] out, int at) {
    int content = at + RecordHeader.LENGTH + NONCE;
    RecordHeader.header(out, at, type, number, NONCE + length + write.tagLength());
    Octets.put64(out, at + RecordHeader.LENGTH, number);
    System.arraycopy(payload, offset, out, content, length);
    write.seal(number, scratch.aad, aad(number, type, length), out, content, length);
    return content + length + write.tagLength() - at;
  }

  private int sealedWithId(
      long number, int type, byte[] payload, int offset, int length, byte[] out, int at) {
    int ids = connectionId.length;
    int content = at + RecordHeader.LENGTH + ids + NONCE;
    int inner = length + 1;
    RecordHeader.header(out, at, RecordHeader.CONNECTION_ID, number, 0);
    System.arraycopy(connectionId, 0, out, at + 11, ids);
    Octets.put16(out, at + 11 + ids, NONCE + inner + write.tagLength());
    Octets.put64(out, at + RecordHeader.LENGTH + ids, number);
    System.arraycopy(payload, offset, out, content, length);
    out[content + length] = (byte) type;
    write.seal(number, scratch.aad, aadWithId(number, inner), out, content, inner);
    return content + inner + write.tagLength() - at;
  }

  /**
   * Decrypts a record into the scratch array for what is received.
   *
   * @return the length of the plaintext, or -1 for a record to be dropped in silence (RFC 6347,
   *     section 4.1.2.7)
   */
  int open(byte[] buffer, int at) {
    int sealed = RecordHeader.length(buffer, at) - NONCE;
    int length = sealed - read.tagLength();
    long sequenceOfPeer = RecordHeader.sequence(buffer, at);
    if (length < 0
        || length > Scratch.LONGEST_PLAINTEXT
        || RecordHeader.version(buffer, at) != RecordHeader.VERSION
        || !window.fresh(sequenceOfPeer)) {
      return -1;
    }
    long nonce = Octets.i64(buffer, at + RecordHeader.LENGTH);
    int aad = aad(RecordHeader.epochAndSequence(buffer, at), RecordHeader.type(buffer, at), length);
    int content = at + RecordHeader.LENGTH + NONCE;
    if (!read.open(nonce, scratch.aad, aad, buffer, content, sealed, scratch.incoming, 0)) {
      return -1;
    }
    window.arrived(sequenceOfPeer);
    return length;
  }

  /** The additional data of a record: RFC 5246, section 6.2.3.3, with the epoch of DTLS. */
  private int aad(long number, int type, int length) {
    byte[] aad = scratch.aad;
    Octets.put64(aad, 0, number);
    aad[8] = (byte) type;
    Octets.put16(aad, 9, RecordHeader.VERSION);
    Octets.put16(aad, 11, length);
    return 13;
  }

  /** The additional data of a record with a connection id: RFC 9146, section 5.3. */
  private int aadWithId(long number, int length) {
    byte[] aad = scratch.aad;
    int ids = connectionId.length;
    Octets.put64(aad, 0, -1);
    aad[8] = RecordHeader.CONNECTION_ID;
    aad[9] = (byte) ids;
    aad[10] = RecordHeader.CONNECTION_ID;
    Octets.put16(aad, 11, RecordHeader.VERSION);
    Octets.put64(aad, 13, number);
    System.arraycopy(connectionId, 0, aad, 21, ids);
    Octets.put16(aad, 21 + ids, length);
    return 23 + ids;
  }
}
