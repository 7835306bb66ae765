// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Carries bytes between clients and a server until it is cut, as where a server's power fails. */
final class Relay implements AutoCloseable {
  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final int to;

  Relay(int to) throws IOException {
    this.to = to;
    begin(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
      sockets.addAll(List.of(client, server));
      begin(() -> client.getInputStream().transferTo(server.getOutputStream()));
      begin(() -> server.getInputStream().transferTo(client.getOutputStream()));
    }
  }

  /** Work that ends with its sockets. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void begin(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // It was cut.
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends all connections without a word; new ones are carried. */
  void cut() {
    sockets.forEach(Relay::close);
    sockets.clear();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
