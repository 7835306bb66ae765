// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

/**
 * The last message that a terminal sent in fragments, kept until it is acknowledged, so that the
 * other side can ask for fragments of it again.
 */
public final class SentFragments {
  private Message last;

  /** Number of the fragment of it that was sent most recently. */
  private int sentLast;

  /** Parts of a message that are needed to write a fragment a second time, byte for byte. */
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
      sentLast = split.total();
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
        sentLast = number;
        written++;
      }
    }
    return written;
  }

  /**
   * Forgets the message if the serial number acknowledges it. The standard does not say which one
   * does: go-jt808 and jt808-server take that of the fragment that came last. That is the message's
   * last fragment, or, where the platform asked for some again, the last of those.
   *
   * @return the serial number of the acknowledged message's last fragment; of another message what
   *     was given
   */
  public int acknowledged(int serial) {
    if (last == null || (serial != serialOf(last.total()) && serial != serialOf(sentLast))) {
      return serial;
    }
    int known = serialOf(last.total());
    last = null;
    return known;
  }

  private int serialOf(int number) {
    return (last.firstSerial() + number - 1) & 0xffff;
  }

  /** Forgets the message, for a new connection. */
  public void clear() {
    last = null;
  }
}
