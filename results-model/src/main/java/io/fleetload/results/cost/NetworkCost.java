// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * Traffic on the network during the measured phase, as the Linux kernel counts it. It counts by
 * network namespace and not by process: the figures are of all that ran on the campaign's host, or
 * in its container, and of nothing that ran elsewhere. An embedded stack and its simulators talk
 * over {@code lo}, where every byte counts once as sent and once as received.
 *
 * @param interfaces traffic by network interface, of those that had any
 * @param udp datagrams, over IPv4 and IPv6
 * @param tcpRetransmitted segments that TCP sent once more; absent where it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkCost(Map<String, Traffic> interfaces, Udp udp, Long tcpRetransmitted) {

  /**
   * Traffic of one interface, from {@code /proc/net/dev}.
   *
   * @param receivedMb in MB (10^6 bytes), link headers included
   * @param receivedPackets packets
   * @param receiveDrops packets that arrived and were thrown away
   * @param sentMb in MB (10^6 bytes)
   * @param sentPackets packets
   * @param sendDrops packets that were thrown away instead of sent
   */
  public record Traffic(
      double receivedMb,
      long receivedPackets,
      long receiveDrops,
      double sentMb,
      long sentPackets,
      long sendDrops) {}

  /**
   * Datagrams, from {@code /proc/net/snmp} and {@code snmp6}.
   *
   * @param received delivered to sockets
   * @param sent sent
   * @param receiveErrors not delivered, for whatever reason but an unknown port
   * @param receiveBufferErrors of these, because a socket's receive buffer was full
   * @param sendBufferErrors not sent, because a send buffer was full
   */
  public record Udp(
      long received,
      long sent,
      long receiveErrors,
      long receiveBufferErrors,
      long sendBufferErrors) {}
}
