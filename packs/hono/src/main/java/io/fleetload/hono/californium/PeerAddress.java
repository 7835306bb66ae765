// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The address under which the one connector knows the target as one session sees it. Scandium keeps
 * its connections by the peer's address and would hold one session with the target; with these it
 * holds one for each. They never appear on the wire. The last three bytes are the session's place
 * among those of this process.
 */
final class PeerAddress {
  private static final byte NETWORK = 127;
  private static final int PORT = 5684;

  private PeerAddress() {}

  static InetSocketAddress of(int place) {
    byte[] bytes = {NETWORK, (byte) (place >> 16), (byte) (place >> 8), (byte) place};
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), PORT);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  static int place(InetAddress address) {
    byte[] bytes = address.getAddress();
    return (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
  }
}
