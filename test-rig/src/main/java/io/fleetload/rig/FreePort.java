// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a program that binds it later. It is below the kernel's ephemeral ports (32768 up), so
 * that no socket of another test gets it between the choice and the bind, and below those that the
 * embedded stacks choose from.
 */
public final class FreePort {
  private static final int FIRST = 10_000;
  private static final int PORTS = 10_000;
  private static final int TRIES = 100;

  private FreePort() {}

  /**
   * One that is free for TCP and UDP on the loopback interface, as the one after it is.
   *
   * @throws IOException if none of many tries finds one
   */
  public static int choose() throws IOException {
    IOException last = null;
    for (int i = 0; i < TRIES; i++) {
      int port = FIRST + ThreadLocalRandom.current().nextInt(PORTS / 2) * 2;
      try {
        bind(port);
        bind(port + 1);
        return port;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private static void bind(int port) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket tcp = new ServerSocket(port, 1, here)) {
      new DatagramSocket(tcp.getLocalPort(), here).close();
    }
  }
}
