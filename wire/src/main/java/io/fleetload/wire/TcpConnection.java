// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.process.TargetException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One TCP connection on a loop's thread: it connects, writes what it is given as fast as the other
 * side takes it, and hands on what comes. All calls are made on that thread; none of them blocks.
 */
public final class TcpConnection implements TcpStream {
  private final NioLoop loop;
  private final TcpListener listener;
  private final Deque<ByteBuffer> unwritten = new ArrayDeque<>();
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
    this.loop = loop;
    this.listener = listener;
  }

  /**
   * Opens it; the listener gets the outcome.
   *
   * @param source where it comes from
   */
  public void open(SourceAddress source, InetSocketAddress target) {
    close();
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
    int colon = server.lastIndexOf(':');
    InetSocketAddress address =
        new InetSocketAddress(
            server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
    if (address.isUnresolved()) {
      throw new TargetException("the server's host is not known: " + server + " (target.server)");
    }
    return address;
  }

  @Override
  public boolean isOpen() {
    return channel != null && channel.isConnected();
  }

  @Override
  public void write(ByteBuffer bytes) {
    if (isOpen()) {
      unwritten.addLast(bytes);
      if (unwritten.size() == 1) {
        flush();
      }
    }
  }

  @Override
  public void writeShared(ByteBuffer bytes) {
    if (!isOpen()) {
      return;
    }
    try {
      if (unwritten.isEmpty()) {
        channel.write(bytes);
      }
      if (bytes.hasRemaining()) {
        write(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
      }
    } catch (IOException e) {
      end(e);
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
      close();
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
    close();
    listener.ended(why);
  }
}
