// SPDX-License-Identifier: EPL-2.0
package io.fleetload.post;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;

/**
 * The system under test, a thread a connection. A device says {@code HELLO name} and hears {@code
 * WELCOME}, then {@code LETTER n body} and hears {@code TAKEN n}. A backend says {@code READ} and
 * hears {@code OPEN}, then {@code LETTER name body} of each. It says {@code PING} and hears {@code
 * PONG} behind all these.
 */
public final class PostOffice implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final Queue<PrintWriter> readers = new ConcurrentLinkedQueue<>();

  public PostOffice() throws IOException {
    start(
        () -> {
          while (true) {
            Socket connection = socket.accept();
            start(() -> serve(connection));
          }
        });
  }

  /** Where it is, {@code host:port}. */
  public String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  private static void start(Callable<Void> work) {
    Thread thread = new Thread(new FutureTask<>(work));
    thread.setDaemon(true);
    thread.start();
  }

  private Void serve(Socket connection) throws IOException {
    PrintWriter out =
        new PrintWriter(connection.getOutputStream(), false, StandardCharsets.US_ASCII);
    Scanner in = new Scanner(connection.getInputStream(), StandardCharsets.US_ASCII);
    String name = "";
    while (in.hasNextLine()) {
      String[] words = in.nextLine().split(" ", 3);
      switch (words[0]) {
        case "HELLO" -> {
          name = words[1];
          say(out, "WELCOME");
        }
        case "LETTER" -> {
          for (PrintWriter each : readers) {
            say(each, "LETTER " + name + " " + words[2]);
          }
          say(out, "TAKEN " + words[1]);
        }
        case "READ" -> {
          readers.add(out);
          say(out, "OPEN");
        }
        default -> say(out, "PONG");
      }
    }
    return null;
  }

  private static void say(PrintWriter out, String line) {
    out.print(line + "\n");
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
