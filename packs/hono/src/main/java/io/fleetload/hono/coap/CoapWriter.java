// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

/**
 * Writes messages (RFC 7252, section 3) into one buffer that the whole fleet shares: a message is
 * on its way before the next is written.
 */
final class CoapWriter {
  /**
   * A message with a block of 1,024 bytes and its options fits; so does a short body as a whole.
   */
  private static final int LARGEST = 4_096;

  private static final int VERSION = 1 << 6;

  private final byte[] buffer = new byte[LARGEST];

  byte[] buffer() {
    return buffer;
  }

  /**
   * Writes a request with a token of four bytes.
   *
   * @param extra options behind those of the form, or null
   * @return its length
   */
  int request(
      RequestForm form, int messageId, int token, byte[] extra, byte[] payload, int from, int to) {
    int at =
        header(
            form.confirmable() ? CoapMessage.CONFIRMABLE : CoapMessage.NON_CONFIRMABLE,
            Integer.BYTES,
            form.code(),
            messageId);
    buffer[at++] = (byte) (token >> 24);
    buffer[at++] = (byte) (token >> 16);
    buffer[at++] = (byte) (token >> 8);
    buffer[at++] = (byte) token;
    at = append(form.options(), 0, form.options().length, at);
    if (extra != null) {
      at = append(extra, 0, extra.length, at);
    }
    if (to > from) {
      buffer[at++] = (byte) CoapMessage.PAYLOAD_MARKER;
      at = append(payload, from, to, at);
    }
    return at;
  }

  /** Writes an acknowledgement or a reset; gives its length. */
  int empty(int type, int messageId) {
    return header(type, 0, CoapMessage.EMPTY, messageId);
  }

  private int header(int type, int tokenLength, int code, int messageId) {
    buffer[0] = (byte) (VERSION | (type << 4) | tokenLength);
    buffer[1] = (byte) code;
    buffer[2] = (byte) (messageId >> 8);
    buffer[3] = (byte) messageId;
    return CoapMessage.HEADER_BYTES;
  }

  private int append(byte[] bytes, int from, int to, int at) {
    System.arraycopy(bytes, from, buffer, at, to - from);
    return at + to - from;
  }
}
