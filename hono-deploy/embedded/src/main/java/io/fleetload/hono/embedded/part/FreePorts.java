// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports side by side that this stack alone takes, though it binds them only later: while it lives
 * it keeps the first of them bound, and every other stack of the machine then looks elsewhere.
 */
public final class FreePorts implements AutoCloseable {
  /**
   * Below the kernel's ephemeral ports (32768 up), so that no outgoing connection of this or
   * another process takes a port between the choice and the bind.
   */
  private static final int FIRST = 20_000;

  private static final int GROUPS = 750;
  private static final int GROUP = 16;
  private static final int TRIES = 100;

  private final Socket first;
  private final int end;
  private int next;

  private FreePorts(Socket first) {
    this.first = first;
    this.next = first.getLocalPort() + 1;
    this.end = first.getLocalPort() + GROUP;
  }

  /**
   * Takes ports that no other stack has.
   *
   * @throws StartFailure if none of many tries finds some
   */
  public static FreePorts taken() throws StartFailure {
    IOException last = null;
    for (int i = 0; i < TRIES; i++) {
      Socket socket = new Socket();
      try {
        int port = FIRST + GROUP * ThreadLocalRandom.current().nextInt(GROUPS);
        // Without "reuse address", so that a second one fails.
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new FreePorts(socket);
      } catch (IOException e) {
        last = e;
        close(socket);
      }
    }
    throw new StartFailure(
        "no free ports from %s to %s (%s); name each with its option"
            .formatted(FIRST, FIRST + GROUPS * GROUP - 1, last.getMessage()));
  }

  public boolean hasNext() {
    return next < end;
  }

  public int next() {
    return next++;
  }

  @Override
  public void close() {
    close(first);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Given back with the process.
    }
  }
}
