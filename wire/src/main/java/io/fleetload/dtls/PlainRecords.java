// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/** The records of epoch 0, before there are keys. */
final class PlainRecords {
  private long sequence;

  /** Writes a record and returns its length. */
  int write(int type, byte[] payload, byte[] out, int at) {
    RecordHeader.header(
        out, at, type, RecordHeader.epochAndSequence(0, sequence++), payload.length);
    System.arraycopy(payload, 0, out, at + RecordHeader.LENGTH, payload.length);
    return RecordHeader.LENGTH + payload.length;
  }
}
