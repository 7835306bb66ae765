// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A network between UDP clients and a server of this machine. Each client has a port of its own
 * towards the server. Faults begin with {@link #begin}; before that everything passes. One thread
 * does it all.
 */
final class UdpProxy implements AutoCloseable {
  private static final int LARGEST_DATAGRAM = 65_535;

  private final InetSocketAddress server;
  private final Selector selector = Selector.open();
  private final DatagramChannel front = DatagramChannel.open();
  private final Map<SocketAddress, Client> clients = new HashMap<>();
  private final PriorityQueue<Held> held = new PriorityQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(LARGEST_DATAGRAM);
  private final AtomicLong passed = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong copied = new AtomicLong();
  private final AtomicLong newPorts = new AtomicLong();
  private final Thread thread;
  private volatile Running running;
  private volatile boolean closed;
  private long heldSoFar;

  private record Running(Link link, long begun) {}

  /**
   * What it did since faults began: how many datagrams, and how many changes of a client's port.
   */
  record Done(long passed, long lost, long late, long copied, long newPorts) {}

  /** One client, and the channel that is its port towards the server. */
  private static final class Client {
    private final int number;
    private final SocketAddress address;
    private final Map<Link.Direction, Long> datagrams = new EnumMap<>(Link.Direction.class);
    private DatagramChannel port;
    private int portChanges;

    private Client(int number, SocketAddress address, DatagramChannel port) {
      this.number = number;
      this.address = address;
      this.port = port;
    }
  }

  /** A datagram on its way; its number keeps the order of those that are due at once. */
  private record Held(
      long due, long number, Client client, Link.Direction direction, ByteBuffer datagram)
      implements Comparable<Held> {
    @Override
    public int compareTo(Held other) {
      int first = Long.compare(due - other.due, 0);
      return first != 0 ? first : Long.compare(number, other.number);
    }
  }

  /**
   * Carries on.
   *
   * @param server where the datagrams go
   * @throws IOException if there is no port to listen at
   */
  UdpProxy(InetSocketAddress server) throws IOException {
    this.server = server;
    front.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    front.configureBlocking(false).register(selector, SelectionKey.OP_READ, null);
    thread = new Thread(this::run, "udp-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  /** Where clients send to. */
  String address() {
    return "127.0.0.1:" + front.socket().getLocalPort();
  }

  /** Begins the faults; their times count from now. */
  void begin(Link link) {
    running = new Running(link, System.nanoTime());
    selector.wakeup();
  }

  /** What it did so far. */
  Done done() {
    return new Done(passed.get(), lost.get(), late.get(), copied.get(), newPorts.get());
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }

  private void run() {
    try {
      while (!closed) {
        Held next = held.peek();
        long wait = next == null ? 0 : Math.max(1, (next.due - System.nanoTime()) / 1_000_000);
        if (next == null || next.due - System.nanoTime() > 0) {
          selector.select(wait);
        } else {
          selector.selectNow();
        }
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isValid()) {
            receive((DatagramChannel) key.channel(), (Client) key.attachment());
          }
        }
        selector.selectedKeys().clear();
        passOnWhatIsDue();
      }
    } catch (IOException e) {
      throw new IllegalStateException("the proxy of " + server + " broke off", e);
    }
  }

  private void receive(DatagramChannel channel, Client owner) throws IOException {
    while (channel.isOpen()) {
      buffer.clear();
      SocketAddress from;
      try {
        from = channel.receive(buffer);
      } catch (PortUnreachableException e) {
        continue;
      }
      if (from == null) {
        return;
      }
      ByteBuffer datagram = ByteBuffer.allocate(buffer.flip().remaining()).put(buffer).flip();
      if (owner == null) {
        take(client(from), Link.Direction.TO_SERVER, datagram);
      } else if (channel == owner.port) {
        take(owner, Link.Direction.TO_CLIENT, datagram);
      }
    }
  }

  private Client client(SocketAddress address) throws IOException {
    Client known = clients.get(address);
    if (known == null) {
      known = new Client(clients.size(), address, null);
      known.port = port(known);
      clients.put(address, known);
    }
    return known;
  }

  private DatagramChannel port(Client client) throws IOException {
    DatagramChannel port = DatagramChannel.open();
    port.connect(server);
    port.configureBlocking(false).register(selector, SelectionKey.OP_READ, client);
    return port;
  }

  private void take(Client client, Link.Direction direction, ByteBuffer datagram)
      throws IOException {
    long now = System.nanoTime();
    Running faults = running;
    if (faults == null) {
      hold(now, client, direction, datagram);
      return;
    }
    Duration elapsed = Duration.ofNanos(now - faults.begun);
    int changes = faults.link.portChanges(client.number, elapsed);
    if (changes > client.portChanges) {
      client.portChanges = changes;
      newPorts.incrementAndGet();
      client.port.close();
      client.port = port(client);
      if (direction == Link.Direction.TO_CLIENT) {
        lost.incrementAndGet();
        return;
      }
    }
    long number = client.datagrams.merge(direction, 1L, Long::sum);
    List<Duration> fate = faults.link.fate(direction, client.number, number, elapsed);
    (fate.isEmpty() ? lost : passed).incrementAndGet();
    copied.addAndGet(Math.max(0, fate.size() - 1));
    for (Duration delay : fate) {
      if (!delay.isZero()) {
        late.incrementAndGet();
      }
      hold(now + delay.toNanos(), client, direction, datagram.duplicate());
    }
  }

  private void hold(long due, Client client, Link.Direction direction, ByteBuffer datagram) {
    held.add(new Held(due, heldSoFar++, client, direction, datagram));
  }

  private void passOnWhatIsDue() throws IOException {
    long now = System.nanoTime();
    while (!held.isEmpty() && held.peek().due - now <= 0) {
      Held each = held.poll();
      try {
        if (each.direction == Link.Direction.TO_SERVER) {
          each.client.port.write(each.datagram);
        } else {
          front.send(each.datagram, each.client.address);
        }
      } catch (PortUnreachableException e) {
        // A host that says its server is gone; here that is as good as silence.
      }
    }
  }
}
