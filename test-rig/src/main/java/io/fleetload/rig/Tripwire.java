// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Carries connections to a server of this machine and does something as soon as so many bytes went
 * there: an event in the midst of a process's work, wherever that is and however fast it goes.
 */
public final class Tripwire implements AutoCloseable {
  private final ServerSocket entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> ends = new CopyOnWriteArrayList<>();
  private final AtomicInteger left;
  private final int port;
  private final Consumer<Tripwire> then;

  /**
   * Runs that, once, and carries on.
   *
   * @param port the server's port
   * @param bytes how many bytes to the server, of all connections together, trip it
   * @throws IOException if there is no port to listen at
   */
  public Tripwire(int port, int bytes, Runnable then) throws IOException {
    this(port, bytes, wire -> then.run());
  }

  private Tripwire(int port, int bytes, Consumer<Tripwire> then) throws IOException {
    this.port = port;
    this.left = new AtomicInteger(bytes);
    this.then = then;
    start(this::accept);
  }

  /**
   * Breaks all connections, for good.
   *
   * @param port the server's port
   * @param bytes how many bytes to the server, of all connections together, it bears
   * @throws IOException if there is no port to listen at
   */
  public static Tripwire breaking(int port, int bytes) throws IOException {
    return new Tripwire(port, bytes, Tripwire::close);
  }

  /** Port to connect to. */
  public int port() {
    return entry.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entry.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        ends.add(client);
        ends.add(server);
        start(() -> carry(client, server, true));
        start(() -> carry(server, client, false));
      }
    } catch (IOException e) {
      // Also one that was accepted in the very moment in which the others were closed.
      close();
    }
  }

  private void carry(Socket from, Socket to, boolean counted) {
    byte[] buffer = new byte[8_192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (counted) {
          int now = left.addAndGet(-read);
          if (now <= 0 && now + read > 0) {
            then.accept(this);
          }
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // One end is gone, and so is the other.
    }
  }

  @Override
  public void close() {
    try {
      entry.close();
      for (Socket each : ends) {
        each.close();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "tripwire");
    thread.setDaemon(true);
    thread.start();
  }
}
