// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Octets;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Puts the server's handshake messages together from their fragments, and in order: RFC 6347,
 * sections 4.2.2 and 4.2.3. What can be held is bounded, since anybody may send it.
 */
final class Reassembly {
  /** A server's flight: ServerHello, ServerKeyExchange, ServerHelloDone, and its Finished. */
  private static final int AHEAD = 4;

  /** A ServerHello has some 100 bytes; an identity hint 128 by RFC 4279, section 5. */
  private static final int LONGEST = 1_024;

  /** Most bytes that a handshake holds: messages, and a bit for each of their bytes. */
  static final int MOST_BYTES = AHEAD * (Messages.HEADER + LONGEST + LONGEST / Byte.SIZE);

  private final Partial[] partials = new Partial[AHEAD];
  private final int[] delivered = new int[AHEAD]; // hashes
  private int next;

  /** The number of the message that is delivered next. */
  int next() {
    return next;
  }

  /**
   * Takes a fragment.
   *
   * @param at place of its header; the fragment is known to end within the buffer
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
    // A message that comes whole replaces one of which someone sent a part.
    if (partials[slot] == null || (count == length && !partials[slot].whole())) {
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
    delivered[next % AHEAD] = hash(partial.message, 0, partial.message.length);
    next++;
    return partial.message;
  }

  /** Waits again for the message that was delivered last. */
  void forgetLast() {
    next--;
  }

  /**
   * Forgets messages of which not all is there, so that a fragment of another sender does not block
   * them.
   */
  void forgetParts() {
    for (int i = 0; i < AHEAD; i++) {
      if (partials[i] != null && !partials[i].whole()) {
        partials[i] = null;
      }
    }
  }

  /** Returns whether a message that comes whole differs from the one that came under its number. */
  boolean contradicts(byte[] buffer, int at) {
    int number = Octets.u16(buffer, at + 4);
    int length = Octets.u24(buffer, at + 1);
    if (length != Octets.u24(buffer, at + 9)
        || buffer[at] == Messages.HELLO_VERIFY_REQUEST // a server may want another cookie
        || number < next - AHEAD
        || number >= next + AHEAD) {
      return false;
    }
    Partial held = partials[number % AHEAD];
    if (number >= next && (held == null || !held.whole())) {
      return false;
    }
    int other =
        number < next ? delivered[number % AHEAD] : hash(held.message, 0, held.message.length);
    return other != hash(buffer, at, Messages.HEADER + length);
  }

  private static int hash(byte[] buffer, int at, int length) {
    return ByteBuffer.wrap(buffer, at, length).hashCode();
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
      // The first fragment says what the message is; others that differ are no part of it.
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
