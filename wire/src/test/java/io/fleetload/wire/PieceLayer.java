// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.nio.ByteBuffer;
import java.util.function.IntSupplier;

/** Hands on what comes in pieces, as a network may split it. */
public final class PieceLayer extends Layer {
  private final IntSupplier size;

  public PieceLayer(IntSupplier size) {
    this.size = size;
  }

  /** One byte at a time. */
  public static Layer.Factory bytes() {
    return () -> new PieceLayer(() -> 1);
  }

  @Override
  public void connected() {
    opened();
  }

  @Override
  public void received(ByteBuffer bytes) {
    while (bytes.hasRemaining() && isAttached()) {
      int count = Math.min(size.getAsInt(), bytes.remaining());
      ByteBuffer piece = ByteBuffer.allocate(count);
      piece.put(bytes.slice(bytes.position(), count)).flip();
      bytes.position(bytes.position() + count);
      deliver(piece);
      // Its buffer is used again.
      java.util.Arrays.fill(piece.array(), (byte) 0x55);
    }
  }

  @Override
  protected void write(ByteBuffer bytes) {
    send(bytes);
  }
}
