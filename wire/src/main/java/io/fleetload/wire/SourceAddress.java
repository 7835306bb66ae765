// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.ShardDevices;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * One of this host's addresses, which TCP connections come from. It gives out its ports in turn:
 * Linux, left to itself, looks at every second port first (inet_csk_find_open_port), and once half
 * of them are taken it looks at all of these again for each connection. With 14,000 connections
 * that took 10 ms for each further one, on the thread that measures.
 */
public final class SourceAddress {
  /**
   * Ports that others have lie side by side, hundreds on a busy host. A try takes 1 us, and the
   * system's own choice may be one of the ports that are left to others.
   */
  private static final int TRIES = 1_000;

  private final InetAddress address;
  private final SourcePorts ports;
  private int next;

  /**
   * An address.
   *
   * @param address null for any
   * @param shard which part of the ports it begins with, so that shards on one host do not meet
   */
  SourceAddress(InetAddress address, SourcePorts ports, Shard shard) {
    this.address = address;
    this.ports = ports;
    this.next = (int) ((long) ports.count() * (shard.number() - 1) / shard.of());
  }

  /**
   * The addresses that a profile names.
   *
   * @param bind its {@code devices.bind}; empty for any address
   */
  public static List<SourceAddress> of(List<InetAddress> bind, ShardDevices own) {
    int addresses = Math.max(1, bind.size());
    SourcePorts ports =
        SourcePorts.ofThisHost().forDevices((own.count() + addresses - 1) / addresses);
    if (bind.isEmpty()) {
      return List.of(new SourceAddress(null, ports, own.shard()));
    }
    return bind.stream().map(each -> new SourceAddress(each, ports, own.shard())).toList();
  }

  /**
   * Binds a channel to it and to a port that is free.
   *
   * @throws IOException if this host does not have the address, or has no port left
   */
  void bind(SocketChannel channel) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = ports.first() + next;
      next = (next + 1) % ports.count();
      try {
        channel.bind(new InetSocketAddress(address, port));
        return;
      } catch (BindException e) {
        // Taken, or this host does not have the address; the system's own way tells which.
      }
    }
    channel.bind(new InetSocketAddress(address, 0));
  }
}
