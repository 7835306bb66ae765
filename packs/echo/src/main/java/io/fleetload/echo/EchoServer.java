// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/**
 * The system under test: it sends back what devices send, tells backends of it, and pushes what
 * these command. Lines of text over TCP, a thread a connection.
 *
 * <pre>
 * device to server                   server to device
 * LOGIN device                       OK
 * SEND flow n times body             ECHO flow n, so many times
 *                                    PUSH command
 * backend to server                  server to backend
 * LISTEN                             OK
 *                                    GOT body, of each SEND of any device
 * PUSH n device command              PUSHED n, or GONE n
 * SYNC                               SYNCED
 * STORED                             ROW body, of each SEND that it keeps; then END
 * </pre>
 */
public final class EchoServer implements AutoCloseable {
  private final ServerSocket socket;
  private final Map<String, PrintWriter> devices = new ConcurrentHashMap<>();
  private final Set<PrintWriter> backends = ConcurrentHashMap.newKeySet();
  private final List<String> store = new ArrayList<>();
  private final IntPredicate keeps;
  private int sent;

  /**
   * Begins to serve on 127.0.0.1, on a port that is free, without a store.
   *
   * @throws IOException if there is none
   */
  public EchoServer() throws IOException {
    this(n -> false);
  }

  /**
   * The same with a store.
   *
   * @param keeps whether its store keeps the message that it was sent as the n-th, from 1
   */
  public EchoServer(IntPredicate keeps) throws IOException {
    this.keeps = keeps;
    socket = new ServerSocket(0, 1_024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    start("accept", this::accept);
  }

  /**
   * Serves until its standard input is closed, as it is when whoever started it ends. With a number
   * it has a store, which forgets each so-many-th message; 0 for none.
   */
  public static void main(String[] arguments) throws IOException {
    int forgets = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
    try (EchoServer server = new EchoServer(n -> forgets == 0 || n % forgets != 0)) {
      System.out.println(
          "{\"event\":\"ready\",\"tool\":\"echo-server\",\"server\":\"" + server.address() + "\"}");
      while (System.in.read() >= 0) {
        // Nobody says anything to it.
      }
    }
  }

  /** Where it is, {@code host:port}. */
  public String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = socket.accept();
        connection.setTcpNoDelay(true);
        start("connection", () -> serve(connection));
      }
    } catch (IOException e) {
      // It was closed.
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket connection) {
    PrintWriter out = null;
    try (connection) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
      out = new PrintWriter(connection.getOutputStream(), false, StandardCharsets.US_ASCII);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        take(line.split(" "), out);
        // What came at once is answered at once.
        if (!in.ready()) {
          flush(out);
        }
      }
    } catch (IOException e) {
      // The other side is gone.
    } finally {
      backends.remove(out);
      devices.values().remove(out);
    }
  }

  private void take(String[] words, PrintWriter out) {
    switch (words[0]) {
      case "LOGIN" -> {
        devices.put(words[1], out);
        say(out, "OK");
      }
      case "LISTEN" -> {
        backends.add(out);
        say(out, "OK");
      }
      case "SEND" -> {
        keep(words[4]);
        for (PrintWriter backend : backends) {
          say(backend, "GOT " + words[4]);
          flush(backend);
        }
        for (int i = Integer.parseInt(words[3]); i > 0; i--) {
          say(out, "ECHO " + words[1] + " " + words[2]);
        }
      }
      case "PUSH" -> {
        PrintWriter device = devices.get(words[2]);
        if (device != null) {
          say(device, "PUSH " + words[3]);
          flush(device);
        }
        say(out, (device == null ? "GONE " : "PUSHED ") + words[1]);
      }
      case "STORED" -> {
        synchronized (store) {
          store.forEach(body -> say(out, "ROW " + body));
        }
        say(out, "END");
      }
      default -> say(out, "SYNCED");
    }
  }

  private void keep(String body) {
    synchronized (store) {
      if (keeps.test(++sent)) {
        store.add(body);
      }
    }
  }

  /** Other connections' threads write to it as well. */
  private static void say(PrintWriter out, String line) {
    synchronized (out) {
      out.print(line);
      out.print('\n');
    }
  }

  private static void flush(PrintWriter out) {
    synchronized (out) {
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
