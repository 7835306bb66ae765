// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import java.nio.ByteBuffer;

/**
 * Frames of a server, split in any way (RFC 6455, section 5.2). It keeps nothing of the data, and
 * of control frames at most 125 B.
 */
final class FrameParser {
  static final int CONTINUATION = 0;
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  /** Status codes of an end (RFC 6455, section 7.4.1). */
  static final int PROTOCOL_ERROR = 1002;

  static final int UNSUPPORTED_DATA = 1003;

  private static final int FIN = 0x80;
  private static final int RESERVED = 0x70;
  private static final int OPCODE = 0x0f;
  private static final int MASKED = 0x80;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;
  private static final int MOST_OF_CONTROL = 125;

  private int first;
  private int headerBytes;
  private int lengthBytes;
  private long left;
  private boolean inPayload;
  private boolean inMessage;

  /** Contents of a control frame; null in a data frame. */
  private ByteBuffer control;

  /** Receives what the frames have. */
  interface Contents {
    /** A part of the data; what is left in the buffer is lost. */
    void data(ByteBuffer part);

    /** A control frame. */
    void control(int opcode, ByteBuffer payload) throws WebSocketException;

    /** Returns whether there is someone to receive more. */
    boolean wantsMore();
  }

  /**
   * Takes all of the bytes, or as many as are received.
   *
   * @throws WebSocketException if they are against the protocol
   */
  void take(ByteBuffer bytes, Contents contents) throws WebSocketException {
    while (bytes.hasRemaining() && contents.wantsMore()) {
      if (!inPayload) {
        header(bytes.get() & 0xff, contents);
      } else if (control != null) {
        control.put(bytes.get());
        left--;
        endOfFrame(contents);
      } else {
        data(bytes, contents);
      }
    }
  }

  private void data(ByteBuffer bytes, Contents contents) throws WebSocketException {
    int end = bytes.position() + (int) Math.min(left, bytes.remaining());
    int limit = bytes.limit();
    left -= end - bytes.position();
    endOfFrame(contents);
    contents.data(bytes.limit(end));
    bytes.limit(limit).position(end);
  }

  private void endOfFrame(Contents contents) throws WebSocketException {
    if (left == 0) {
      inPayload = false;
      ByteBuffer whole = control;
      control = null;
      if (whole != null) {
        contents.control(first & OPCODE, whole.flip());
      }
    }
  }

  private void header(int value, Contents contents) throws WebSocketException {
    if (headerBytes == 0) {
      first = value;
      checkFirst();
    } else if (headerBytes == 1) {
      second(value);
    } else {
      left = (left << Byte.SIZE) | value;
    }
    headerBytes++;
    if (headerBytes == 2 + lengthBytes) {
      begin();
      endOfFrame(contents);
    }
  }

  private void checkFirst() throws WebSocketException {
    if ((first & RESERVED) != 0) {
      throw broken("a frame has reserved bits, without an extension");
    }
    boolean last = (first & FIN) != 0;
    int opcode = first & OPCODE;
    switch (opcode) {
      case CONTINUATION -> {
        if (!inMessage) {
          throw broken("a frame continues no message");
        }
        inMessage = !last;
      }
      case BINARY -> {
        if (inMessage) {
          throw broken("a message begins within another");
        }
        inMessage = !last;
      }
      case TEXT ->
          throw new WebSocketException(
              UNSUPPORTED_DATA, "expected binary frames of the server, got a text frame");
      case CLOSE, PING, PONG -> {
        if (!last) {
          throw broken("a control frame is fragmented");
        }
      }
      default -> throw broken("a frame has the unknown opcode " + opcode);
    }
  }

  private void second(int value) throws WebSocketException {
    if ((value & MASKED) != 0) {
      throw broken("a frame is masked");
    }
    if (isControl() && value > MOST_OF_CONTROL) {
      throw broken("a control frame has more than 125 B");
    }
    lengthBytes = value == TWO_BYTES ? Short.BYTES : value == EIGHT_BYTES ? Long.BYTES : 0;
    left = lengthBytes == 0 ? value : 0;
  }

  private void begin() throws WebSocketException {
    if (left < 0
        || (lengthBytes == Short.BYTES && left < TWO_BYTES)
        || (lengthBytes == Long.BYTES && left < 1 << Short.SIZE)) {
      throw broken("the length of a frame is not in its shortest form");
    }
    headerBytes = 0;
    lengthBytes = 0;
    inPayload = true;
    control = isControl() ? ByteBuffer.allocate((int) left) : null;
  }

  private boolean isControl() {
    return (first & CLOSE) != 0;
  }

  static WebSocketException broken(String how) {
    return new WebSocketException(PROTOCOL_ERROR, "the server breaks WebSocket: " + how);
  }
}
