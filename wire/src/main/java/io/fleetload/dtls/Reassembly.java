// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import java.util.BitSet;

/**
 * Puts the server's handshake messages together from their fragments, and in order: RFC 6347,
 * sections 4.2.2 and 4.2.3. What can be held is bounded, since anybody may send it.
 */
final class Reassembly {
  private static final int AHEAD = 8;
  private static final int LONGEST = 8_192;

  private final Partial[] partials = new Partial[AHEAD];
  private int next;

  /** The number of the message that is delivered next. */
  int next() {
    return next;
  }

  /**
   * Takes a fragment.
   *
   * @param at where its header stands, whose fragment is known to end within the buffer
   */
  void add(byte[] buffer, int at) {
    int number = Octets.u16(buffer, at + 4);
    int length = Octets.u24(buffer, at + 1);
    int from = Octets.u24(buffer, at + 6);
    int count = Octets.u24(buffer, at + 9);
    if (number < next || number >= next + AHEAD || length > LONGEST || from + count > length) {
      return;
    }
    int slot = number % AHEAD;
    if (partials[slot] == null) {
      partials[slot] = new Partial(buffer[at], number, length);
    }
    partials[slot].add(buffer, at, length, from, count);
  }

  /** The next message, whole and with its header, or null if it did not arrive yet. */
  byte[] poll() {
    Partial partial = partials[next % AHEAD];
    if (partial == null || !partial.whole()) {
      return null;
    }
    partials[next % AHEAD] = null;
    next++;
    return partial.message;
  }

  /** A message of which some bytes are there. */
  private static final class Partial {
    private final byte[] message;
    private final BitSet there = new BitSet();
    private boolean whole;

    Partial(byte type, int number, int length) {
      message = new byte[Messages.HEADER + length];
      Messages.header(message, type, number, length);
    }

    void add(byte[] buffer, int at, int length, int from, int count) {
      // The first fragment says what the message is; others that differ are none of it.
      if (whole || buffer[at] != message[0] || length != message.length - Messages.HEADER) {
        return;
      }
      System.arraycopy(buffer, at + Messages.HEADER, message, Messages.HEADER + from, count);
      if (count == length) {
        whole = true;
      } else {
        there.set(from, from + count);
        whole = there.cardinality() == length;
      }
    }

    boolean whole() {
      return whole;
    }
  }
}
