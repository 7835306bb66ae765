// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A NAT (network address translation) between clients and a UDP server on this host: each client
 * reaches the server from a port of its own, until the NAT forgets it.
 */
public final class UdpNat implements AutoCloseable {
  private static final int LARGEST_DATAGRAM = 65_536;
  private static final int SOCKET_BUFFER = 1 << 20;

  private final Selector selector = Selector.open();
  private final DatagramChannel inside;
  private final InetSocketAddress server;
  private final Map<SocketAddress, DatagramChannel> ports = new HashMap<>();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST_DATAGRAM);
  private final Thread thread = new Thread(this::work, "udp-nat");
  private volatile boolean open = true;

  /** A NAT before that server; it works at once. */
  public UdpNat(InetSocketAddress server) throws IOException {
    this.server = server;
    this.inside = DatagramChannel.open();
    inside.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    inside.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
    inside.configureBlocking(false).register(selector, SelectionKey.OP_READ);
    thread.setDaemon(true);
    thread.start();
  }

  /** Port at which the clients find it. */
  public int port() throws IOException {
    return ((InetSocketAddress) inside.getLocalAddress()).getPort();
  }

  /** Forgets all clients: what they send from now on reaches the server from other ports. */
  public void forget() {
    tasks.add(
        () -> {
          ports.values().forEach(UdpNat::close);
          ports.clear();
        });
    selector.wakeup();
  }

  @Override
  public void close() {
    open = false;
    selector.wakeup();
  }

  private void work() {
    while (open) {
      try {
        selector.select(this::carry);
      } catch (IOException e) {
        throw new UncheckedIOException("the NAT's selector failed", e);
      }
      Runnable task;
      while ((task = tasks.poll()) != null) {
        task.run();
      }
    }
    selector.keys().forEach(key -> close((DatagramChannel) key.channel()));
  }

  private void carry(SelectionKey key) {
    try {
      buffer.clear();
      if (key.channel() == inside) {
        SocketAddress client = inside.receive(buffer);
        if (client != null) {
          portOf(client).write(buffer.flip());
        }
      } else if (((DatagramChannel) key.channel()).read(buffer) > 0) {
        inside.send(buffer.flip(), (SocketAddress) key.attachment());
      }
    } catch (IOException e) {
      // No process listens at one of the ends: the datagram is lost, as on any network.
    }
  }

  private DatagramChannel portOf(SocketAddress client) throws IOException {
    DatagramChannel port = ports.get(client);
    if (port == null) {
      port = DatagramChannel.open();
      ports.put(client, port);
      port.connect(server);
      port.configureBlocking(false).register(selector, SelectionKey.OP_READ, client);
    }
    return port;
  }

  private static void close(DatagramChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("closing a port of the NAT", e);
    }
  }
}
