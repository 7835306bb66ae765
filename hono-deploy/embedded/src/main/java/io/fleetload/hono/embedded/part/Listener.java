// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * An address that a part listens on, and the option that sets its port.
 *
 * @param part the part's name, for error lines
 * @param transport the protocol below
 * @param host the address to bind
 * @param port 1 to 65535, or 0 until {@link #claimed} has chosen one
 * @param option the command line option to change
 */
public record Listener(String part, Transport transport, String host, int port, String option) {

  /** The transport protocol that the port belongs to. */
  public enum Transport {
    TCP,
    UDP
  }

  /** Text form in addresses; an IPv6 host is in brackets. */
  public String address() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /**
   * The same with a port that was free a moment ago, one of the free ports if it was 0.
   *
   * @throws StartFailure if the wanted port cannot be bound
   */
  public Listener claimed(FreePorts free) throws StartFailure {
    if (port != 0) {
      try {
        probe();
        return this;
      } catch (IOException e) {
        throw new StartFailure(taken(e));
      }
    }
    while (free.hasNext()) {
      Listener candidate = new Listener(part, transport, host, free.next(), option);
      try {
        candidate.probe();
        return candidate;
      } catch (IOException e) {
        // Another program has it; the next one is as good.
      }
    }
    throw new StartFailure(
        "%s: no free port on %s; name one with %s".formatted(part, host, option));
  }

  private String taken(IOException e) {
    return "%s: cannot listen on %s/%s (%s); choose another port with %s, 0 takes a free one"
        .formatted(
            part,
            address(),
            transport.name().toLowerCase(java.util.Locale.ROOT),
            e.getMessage(),
            option);
  }

  private void probe() throws IOException {
    InetSocketAddress at = new InetSocketAddress(host, port);
    if (transport == Transport.UDP) {
      try (DatagramSocket socket = new DatagramSocket(null)) {
        socket.bind(at);
      }
    } else {
      try (ServerSocket socket = new ServerSocket()) {
        // As the servers do: a connection in TIME_WAIT does not make the port taken.
        socket.setReuseAddress(true);
        socket.bind(at);
      }
    }
  }
}
