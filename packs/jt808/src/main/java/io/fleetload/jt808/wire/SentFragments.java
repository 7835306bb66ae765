// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

/**
 * The last message that a terminal sent in fragments, kept until it is acknowledged, so that the
 * other side can ask for fragments of it again.
 */
public final class SentFragments {
  private Message last;

  /** What has to be known to write a fragment a second time, byte for byte. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(int id, Phone phone, int firstSerial, int total, int longestBody, byte[] body) {
    void write(int number, FrameWriter to) {
      int from = (number - 1) * longestBody;
      to.begin(id, phone, firstSerial + number - 1)
          .fragment(total, number)
          .bytes(body, from, Math.min(longestBody, body.length - from))
          .end();
    }
  }

  /** Keeps the message that the writer ended last, if that was split into fragments. */
  public void keep(FrameWriter writer) {
    Message split = writer.lastSplit();
    if (split != null) {
      last = split;
    }
  }

  /**
   * Writes the fragments that are asked for, as they were (2013, section 7.12). Numbers that the
   * message does not have are left out.
   *
   * @return how many were written; 0 where another message is asked for than the last one
   */
  public int resend(ResendRequest request, FrameWriter to) {
    if (last == null || last.firstSerial() != request.firstSerial()) {
      return 0;
    }
    int written = 0;
    for (int number : request.numbers()) {
      if (number >= 1 && number <= last.total()) {
        last.write(number, to);
        written++;
      }
    }
    return written;
  }

  /** Forgets the message if the serial number is that of its last fragment. */
  public void acknowledged(int serial) {
    if (last != null && ((last.firstSerial() + last.total() - 1) & 0xffff) == serial) {
      last = null;
    }
  }

  /** Forgets the message, for a new connection. */
  public void clear() {
    last = null;
  }
}
