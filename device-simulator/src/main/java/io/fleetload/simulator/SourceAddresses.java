// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Fleet;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** The addresses that the devices send from must be this host's own. */
final class SourceAddresses {
  private SourceAddresses() {}

  /**
   * Checks that a socket can be bound to each.
   *
   * @throws TargetException if one is no address
   * @throws UsageException if one is not of this host
   */
  static void check(Fleet fleet) throws TargetException, UsageException {
    List<InetAddress> addresses = fleet.addresses();
    for (int i = 0; i < addresses.size(); i++) {
      try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(addresses.get(i), 0))) {
        socket.disconnect();
      } catch (IOException e) {
        throw new UsageException(
            ("devices.bind[%s]: this host has no address %s; those it has are listed by: ip -brief"
                    + " address")
                .formatted(i, fleet.bind().get(i)));
      }
    }
  }
}
