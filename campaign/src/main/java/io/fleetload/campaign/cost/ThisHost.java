// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/** The addresses of this host. */
public final class ThisHost {
  private ThisHost() {}

  /**
   * Returns whether one of some endpoints is on this host. A name that cannot be resolved is not.
   *
   * @param endpoints host:port, several with commas
   */
  public static boolean hasAny(String... endpoints) {
    return Stream.of(endpoints)
        .flatMap(each -> Stream.of(each.split(",")))
        .map(each -> each.substring(0, Math.max(0, each.lastIndexOf(':'))))
        .anyMatch(ThisHost::has);
  }

  private static boolean has(String name) {
    try {
      for (InetAddress address : InetAddress.getAllByName(name)) {
        if (address.isLoopbackAddress()
            || address.isAnyLocalAddress()
            || NetworkInterface.getByInetAddress(address) != null) {
          return true;
        }
      }
      return false;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }
}
