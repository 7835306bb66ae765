// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.Cause;
import io.fleetload.process.TargetException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * One TCP connection on a loop's thread: it connects, writes what it is given as fast as the other
 * side takes it, and hands on what comes. All calls are made on that thread; none of them blocks.
 * Layers may be between its socket and its listener, such as TLS.
 */
public final class TcpConnection implements TcpStream {
  private final NioLoop loop;
  private final TcpListener listener;
  private final Deque<ByteBuffer> unwritten = new ArrayDeque<>();

  /** Null if the socket's bytes are those of the listener. */
  private final LayerStack layers;

  private SocketChannel channel;
  private SelectionKey key;

  /** Receives the events of a connection. */
  public interface TcpListener {
    /** The connection is open. */
    void connected();

    /** Bytes came; those that are left in the buffer afterwards are lost. */
    void received(ByteBuffer bytes);

    /**
     * The connection is over, and was not closed from this side.
     *
     * @param why what failed; null if the other side closed it
     */
    void ended(IOException why);
  }

  /** A connection that is not open. */
  public TcpConnection(NioLoop loop, TcpListener listener) {
    this(loop, listener, List.of());
  }

  /**
   * A connection that is not open.
   *
   * @param layers between the socket and the listener, the one next to the socket first
   */
  public TcpConnection(NioLoop loop, TcpListener listener, List<Layer.Factory> layers) {
    this.loop = loop;
    this.layers = layers.isEmpty() ? null : new LayerStack(this, listener, layers);
    this.listener = layers.isEmpty() ? listener : this.layers;
  }

  /**
   * Opens it; the listener gets the outcome.
   *
   * @param source where it comes from
   */
  public void open(SourceAddress source, InetSocketAddress target) {
    close();
    if (layers != null) {
      layers.open();
    }
    try {
      channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      source.bind(channel);
      key = channel.register(loop.selector(), SelectionKey.OP_CONNECT, this);
      if (channel.connect(target)) {
        connected();
      }
    } catch (IOException e) {
      end(e);
    }
  }

  /**
   * The address of a profile's server.
   *
   * @param server {@code host:port}
   * @throws TargetException if the host is not known
   */
  public static InetSocketAddress address(String server) throws TargetException {
    return address(server, "target.server");
  }

  /**
   * The same of a key that is not {@code target.server}.
   *
   * @throws TargetException if the host is not known
   */
  public static InetSocketAddress address(String server, String key) throws TargetException {
    int colon = server.lastIndexOf(':');
    InetSocketAddress address =
        new InetSocketAddress(
            server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
    if (address.isUnresolved()) {
      throw new TargetException("the server's host is not known: %s (%s)".formatted(server, key));
    }
    return address;
  }

  /**
   * The cause in the books of the end of a connection.
   *
   * @param why as a listener gets it
   * @param reached whether it was open
   */
  public static Cause cause(IOException why, boolean reached) {
    if (reached || why == null) {
      return Cause.Transport.DISCONNECTED;
    }
    return why instanceof LayerException ? Cause.Transport.HANDSHAKE : Cause.Transport.UNREACHABLE;
  }

  @Override
  public boolean isOpen() {
    return isConnected() && (layers == null || layers.isOpen());
  }

  private boolean isConnected() {
    return channel != null && channel.isConnected();
  }

  @Override
  public void write(ByteBuffer bytes) {
    if (!isOpen()) {
      return;
    }
    if (layers != null) {
      layers.write(bytes);
      return;
    }
    unwritten.addLast(bytes);
    if (unwritten.size() == 1) {
      flush();
    }
  }

  /** Writes bytes to the socket, from a buffer that is used again. */
  void send(ByteBuffer bytes) {
    if (!isConnected()) {
      return;
    }
    try {
      if (unwritten.isEmpty()) {
        channel.write(bytes);
      }
      if (bytes.hasRemaining()) {
        unwritten.addLast(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      }
    } catch (IOException e) {
      end(e);
    }
  }

  /** Returns whether the other side has not taken all that was written. */
  boolean isCongested() {
    return !unwritten.isEmpty();
  }

  @Override
  public void writeShared(ByteBuffer bytes) {
    if (isOpen() && layers != null) {
      layers.write(bytes);
    } else {
      send(bytes);
    }
  }

  @Override
  public long unwrittenBytes() {
    long sum = 0;
    for (ByteBuffer each : unwritten) {
      sum += each.remaining();
    }
    return sum;
  }

  @Override
  public void close() {
    if (layers != null) {
      layers.leave();
    }
    shut();
  }

  /** Closes the socket, without a last word of the layers. */
  void shut() {
    unwritten.clear();
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It is gone either way.
      }
      channel = null;
    }
  }

  @Override
  public void lose() {
    if (channel != null) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        // Then it closes as others do.
      }
      shut();
    }
    if (layers != null) {
      layers.detach();
    }
  }

  /**
   * Does what a key of the loop's selector is ready for.
   *
   * @param buffer for what is read, shared by all connections of the loop
   */
  public static void ready(SelectionKey key, ByteBuffer buffer) {
    TcpConnection connection = (TcpConnection) key.attachment();
    if (connection.key == key && key.isValid()) {
      connection.ready(buffer);
    }
  }

  private void ready(ByteBuffer buffer) {
    try {
      if (key.isConnectable() && channel.finishConnect()) {
        connected();
      }
      if (key.isValid() && key.isWritable()) {
        flush();
      }
      if (key.isValid() && key.isReadable()) {
        read(buffer);
      }
    } catch (IOException e) {
      end(e);
    }
  }

  private void connected() {
    key.interestOps(SelectionKey.OP_READ);
    listener.connected();
  }

  private void read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    int count = channel.read(buffer);
    if (count < 0) {
      end(null);
    } else if (count > 0) {
      listener.received(buffer.flip());
    }
  }

  private void flush() {
    try {
      while (!unwritten.isEmpty()) {
        channel.write(unwritten.peekFirst());
        if (unwritten.peekFirst().hasRemaining()) {
          key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
          return;
        }
        unwritten.removeFirst();
      }
      // Said once more, the selector would look at the key again, and that for every message.
      if (key.interestOps() != SelectionKey.OP_READ) {
        key.interestOps(SelectionKey.OP_READ);
      }
    } catch (IOException e) {
      end(e);
    }
  }

  private void end(IOException why) {
    shut();
    listener.ended(why);
  }
}
