// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Passes TCP connections on to a server, and can hold back what the server answers. */
final class StallingProxy implements AutoCloseable {

  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
  private final InetSocketAddress server;

  StallingProxy(String host, int port) throws IOException {
    server = new InetSocketAddress(host, port);
    daemon(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Holds back what the server answers from now on. */
  void stall() {
    gate.writeLock().lock();
  }

  /** Lets the answers go on; by the thread that stalled them. */
  void resume() {
    gate.writeLock().unlock();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // Closed by one side; the test says what that means.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Socket to = new Socket(server.getAddress(), server.getPort());
      open.addAll(List.of(client, to));
      daemon(() -> client.getInputStream().transferTo(to.getOutputStream()));
      daemon(() -> pass(to.getInputStream(), client.getOutputStream()));
    }
  }

  private void pass(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[65_536];
    for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
      gate.readLock().lock();
      try {
        to.write(buffer, 0, n);
      } finally {
        gate.readLock().unlock();
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket each : open) {
      each.close();
    }
  }
}
