// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

/**
 * The block of a body that is under way (RFC 7959, section 2.5). The peer may ask for smaller
 * blocks with its answer to the first one; then the number counts in the smaller size from there
 * on.
 */
final class Blocks {
  /**
   * The largest block: 1,024 bytes, written as 6 (section 2.2: two to the power of that plus 4).
   */
  static final int LARGEST_BYTES = 1_024;

  private static final int LARGEST_EXPONENT = 6;
  private static final int MORE = 8;

  private final int length;
  private int exponent = LARGEST_EXPONENT;
  private int from;

  private Blocks(int length) {
    this.length = length;
  }

  /** The first block of a body; null if the body needs none. */
  static Blocks of(byte[] payload) {
    return payload.length <= LARGEST_BYTES ? null : new Blocks(payload.length);
  }

  int from() {
    return from;
  }

  int to() {
    return Math.min(length, from + size());
  }

  /** The option that says which block this is. */
  byte[] option(RequestForm form) {
    int value = ((from / size()) << 4) | (to() < length ? MORE : 0) | exponent;
    return OptionBytes.after(form.lastOption()).add(OptionBytes.BLOCK1, value).bytes();
  }

  /** Returns whether the response asks for a further block, and goes on to that block. */
  boolean next(CoapMessage response) {
    if (response.code() != CoapMessage.CONTINUE || to() == length) {
      return false;
    }
    int acknowledged = response.number(OptionBytes.BLOCK1);
    from = to();
    if (acknowledged >= 0) {
      exponent = Math.min(exponent, acknowledged & 7);
    }
    return true;
  }

  private int size() {
    return 1 << (exponent + 4);
  }
}
