// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import io.fleetload.wire.Layer;
import io.fleetload.wire.LayerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * WebSocket of one connection, the client's side. Each write is one binary message of one frame.
 * The data of the server's messages is one stream, without their borders.
 */
final class WebSocketLayer extends Layer implements FrameParser.Contents {
  private static final int FIN = 0x80;
  private static final int MASKED = 0x80;
  private static final int SHORT_LENGTH = 125;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;
  private static final int MOST_OF_TWO_BYTES = 0xffff;
  private static final int NORMAL = 1000;

  private final WebSocketClient client;
  private final FrameParser parser = new FrameParser();

  /** Null before the request and after its answer. */
  private Upgrade upgrade;

  /** Status code of our last word. */
  private int lastCode = NORMAL;

  WebSocketLayer(WebSocketClient client) {
    this.client = client;
  }

  @Override
  public void connected() {
    upgrade = client.upgrade();
    send(upgrade.request());
  }

  @Override
  public void received(ByteBuffer bytes) {
    try {
      if (!isOpen()) {
        if (!upgrade.take(bytes)) {
          return;
        }
        upgrade = null;
        opened();
      }
      parser.take(bytes, this);
    } catch (WebSocketException e) {
      lastCode = e.code();
      end(e);
    }
  }

  @Override
  public boolean wantsMore() {
    return isAttached();
  }

  @Override
  public void data(ByteBuffer part) {
    deliver(part);
  }

  @Override
  public void control(int opcode, ByteBuffer payload) throws WebSocketException {
    if (opcode == FrameParser.PING) {
      answer(frame(FrameParser.PONG, payload));
    } else if (opcode == FrameParser.CLOSE) {
      closed(payload);
    }
  }

  private void closed(ByteBuffer payload) throws WebSocketException {
    if (!payload.hasRemaining()) {
      end(null);
      return;
    }
    if (payload.remaining() == 1) {
      throw FrameParser.broken("a Close frame has 1 B");
    }
    int code = payload.getShort() & MOST_OF_TWO_BYTES;
    if (!mayBeSent(code)) {
      throw FrameParser.broken("a Close frame has the status code " + code);
    }
    lastCode = code;
    String reason = Upgrade.shown(StandardCharsets.UTF_8.decode(payload).toString());
    end(
        code == NORMAL
            ? null
            : new WebSocketException(
                code,
                "the server closed the WebSocket with %s%s"
                    .formatted(code, reason.isEmpty() ? "" : ": " + reason)));
  }

  /** Returns whether a Close frame may have it (RFC 6455, section 7.4, and IANA's registry). */
  private static boolean mayBeSent(int code) {
    return (code >= 1000 && code <= 1003)
        || (code >= 1007 && code <= 1014)
        || (code >= 3000 && code <= 4999);
  }

  @Override
  protected void write(ByteBuffer bytes) {
    if (!bytes.hasRemaining()) {
      return;
    }
    int mask = client.mask();
    ByteBuffer frame = header(FrameParser.BINARY, bytes.remaining(), mask);
    while (bytes.hasRemaining() && isAttached()) {
      mask(bytes, mask, frame);
      send(frame.flip());
      frame = client.frame();
    }
  }

  private ByteBuffer frame(int opcode, ByteBuffer payload) {
    int mask = client.mask();
    ByteBuffer frame = header(opcode, payload.remaining(), mask);
    mask(payload, mask, frame);
    return frame.flip();
  }

  private ByteBuffer header(int opcode, int length, int mask) {
    ByteBuffer frame = client.frame().order(ByteOrder.BIG_ENDIAN).put((byte) (FIN | opcode));
    if (length <= SHORT_LENGTH) {
      frame.put((byte) (MASKED | length));
    } else if (length <= MOST_OF_TWO_BYTES) {
      frame.put((byte) (MASKED | TWO_BYTES)).putShort((short) length);
    } else {
      frame.put((byte) (MASKED | EIGHT_BYTES)).putLong(length);
    }
    return frame.putInt(mask);
  }

  /** Writes as many masked bytes as there is room; but for the last ones, a multiple of eight. */
  private static void mask(ByteBuffer bytes, int mask, ByteBuffer frame) {
    long both = ((long) mask << Integer.SIZE) | (mask & 0xffff_ffffL);
    frame.order(bytes.order());
    long ordered = bytes.order() == ByteOrder.BIG_ENDIAN ? both : Long.reverseBytes(both);
    while (bytes.remaining() >= Long.BYTES && frame.remaining() >= Long.BYTES) {
      frame.putLong(bytes.getLong() ^ ordered);
    }
    if (bytes.remaining() < Long.BYTES && frame.remaining() >= bytes.remaining()) {
      for (int shift = Long.SIZE - Byte.SIZE; bytes.hasRemaining(); shift -= Byte.SIZE) {
        frame.put((byte) (bytes.get() ^ (both >>> shift)));
      }
    }
  }

  @Override
  protected void leave() {
    if (isOpen()) {
      ByteBuffer code = ByteBuffer.allocate(Short.BYTES).putShort((short) lastCode).flip();
      send(frame(FrameParser.CLOSE, code));
    }
  }

  @Override
  public void ended(IOException why) {
    if (upgrade == null || why instanceof LayerException) {
      report(why);
    } else {
      report(
          new WebSocketException(
              0, "the server closed the connection before it answered the upgrade"));
    }
  }
}
