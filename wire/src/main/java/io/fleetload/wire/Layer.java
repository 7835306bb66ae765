// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.wire.TcpConnection.TcpListener;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A protocol between the socket of a connection and its listener, such as TLS. It listens to what
 * is below it, the socket or another layer, and is the connection for what is above it. One object
 * serves from one opening of the connection to its end, on the loop's thread.
 *
 * <p>Bytes in both directions are lent: a layer may use their buffer again after the call. So
 * connections of a loop can share their buffers. A call of the layer above or below may end the
 * connection: look at {@link #isAttached} before going on.
 */
public abstract class Layer implements TcpListener {
  /** Answers that wait for a server that asks for more and reads none. */
  private static final int MOST_ANSWERS = 256;

  private LayerStack stack;
  private Layer below;
  private TcpListener above;
  private boolean open;
  private int waitingAnswers;

  /** Layers of a kind, for the openings of one connection. */
  public interface Factory {
    /** A layer for one opening. */
    Layer layer();
  }

  final void attach(LayerStack stack, Layer below, TcpListener above) {
    this.stack = stack;
    this.below = below;
    this.above = above;
  }

  final void detach() {
    stack = null;
  }

  /** Sends bytes of the layer above; they are all taken. The layer is open. */
  protected abstract void write(ByteBuffer bytes);

  /** Sends its last word, as the connection is closed from this side. */
  protected void leave() {}

  /** Returns whether its connection still uses it. */
  protected final boolean isAttached() {
    return stack != null;
  }

  /** Returns whether the layer above may write. */
  protected final boolean isOpen() {
    return open;
  }

  /** Reports that the layer above may write. */
  protected final void opened() {
    open = true;
    above.connected();
  }

  /** Hands bytes to the layer above. */
  protected final void deliver(ByteBuffer bytes) {
    above.received(bytes);
  }

  /** Sends bytes by the layer below. */
  protected final void send(ByteBuffer bytes) {
    if (below != null) {
      below.write(bytes);
    } else if (stack != null) {
      stack.send(bytes);
    }
  }

  /** Sends what the protocol answers by itself. So no server makes a connection keep any amount. */
  protected final void answer(ByteBuffer bytes) {
    waitingAnswers = stack.isCongested() ? waitingAnswers + 1 : 0;
    if (waitingAnswers > MOST_ANSWERS) {
      end(new LayerException("the server asks for answers and reads none of them", null));
    } else {
      send(bytes);
    }
  }

  /**
   * Ends the connection from here, and reports it to the layer above.
   *
   * @param why what failed; null if the other side closed it
   */
  protected final void end(IOException why) {
    if (isAttached()) {
      stack.end(this);
      report(why);
    }
  }

  /** Reports to the layer above that the connection is over. */
  protected final void report(IOException why) {
    above.ended(why);
  }

  @Override
  public void ended(IOException why) {
    report(why);
  }
}
