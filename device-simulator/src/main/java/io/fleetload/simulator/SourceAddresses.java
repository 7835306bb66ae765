// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/** The addresses that the devices send from must be this host's own. */
final class SourceAddresses {
  private SourceAddresses() {}

  /**
   * Checks that a socket can be bound to each.
   *
   * @throws UsageException if one is no address, or not one of this host
   */
  static void check(List<String> bind) throws UsageException {
    for (int i = 0; i < bind.size(); i++) {
      String address = bind.get(i);
      try (DatagramSocket socket =
          new DatagramSocket(new InetSocketAddress(InetAddress.getByName(address), 0))) {
        socket.disconnect();
      } catch (UnknownHostException e) {
        throw new UsageException("devices.bind[%s]: \"%s\" is no address".formatted(i, address));
      } catch (IOException e) {
        throw new UsageException(
            ("devices.bind[%s]: this host has no address %s; those it has are listed by: ip -brief"
                    + " address")
                .formatted(i, address));
      }
    }
  }
}
