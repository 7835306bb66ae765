// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server of the echo pack that confirms all messages, delivers each second one, and never says
 * that it has delivered all or what it keeps: a backend waits for it as long as it waits for
 * anybody.
 */
final class HalfDeliveringServer implements AutoCloseable {
  private final ServerSocket socket =
      new ServerSocket(0, 1_024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  private final List<PrintWriter> backends = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> askedForAll = new CompletableFuture<>();

  HalfDeliveringServer() throws IOException {
    start(
        () -> {
          while (true) {
            Socket connection = socket.accept();
            start(() -> serve(connection));
          }
        });
  }

  /** Where it is, {@code host:port}. */
  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Completed when a backend asks for what is stored: it waits for what is left from then on. */
  CompletableFuture<Void> askedForAll() {
    return askedForAll;
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The other side is gone, or this one was closed.
              }
            },
            "half-delivering");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket connection) throws IOException {
    try (connection) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      PrintWriter out =
          new PrintWriter(connection.getOutputStream(), false, StandardCharsets.US_ASCII);
      String device = null;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ");
        switch (words[0]) {
          case "LOGIN" -> {
            device = words[1];
            say(out, "OK");
          }
          case "LISTEN" -> {
            backends.add(out);
            say(out, "OK");
          }
          case "SEND" -> {
            String body = words[3];
            if (Integer.parseInt(body.split(":")[5]) % 2 == 0) {
              String got = "GOT " + device + " " + body;
              backends.forEach(each -> say(each, got));
            }
            say(out, "ECHO " + words[1] + " 0");
          }
          case "STORED" -> askedForAll.complete(null);
          default -> {
            // It says nothing.
          }
        }
      }
    }
  }

  private static void say(PrintWriter out, String line) {
    synchronized (out) {
      out.print(line);
      out.print('\n');
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
