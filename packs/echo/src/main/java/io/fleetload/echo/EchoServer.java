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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/**
 * The system under test: it sends back what devices send, tells backends of it, and pushes what
 * these command. Lines of text over TCP, a thread a connection.
 *
 * <pre>
 * device to server                   server to device
 * LOGIN device                       OK
 * SEND n times body                  ECHO n left, so many times; left counts down to 0
 *                                    PUSH command
 * backend to server                  server to backend
 * LISTEN number                      OK
 *                                    GOT device body, of each SEND of any device
 * PUSH n device command              PUSHED n, or GONE n
 * SYNC                               SYNCED
 * STORED                             ROW device body, of each SEND that it keeps; then END
 * </pre>
 */
public final class EchoServer implements AutoCloseable {
  /** Words of a line; the last one, a body or a command, may have blanks. */
  private static final int WORDS = 4;

  private final ServerSocket socket;
  private final Map<String, PrintWriter> devices = new ConcurrentHashMap<>();

  /** The backends that listen, each with the number that it said. */
  private final Map<PrintWriter, Integer> backends = new ConcurrentHashMap<>();

  private final List<String> store = new ArrayList<>();
  private final IntPredicate keeps;
  private final IntPredicate tellsListener1;
  private int sent;

  /**
   * Begins to serve on 127.0.0.1, on a port that is free, without a store.
   *
   * @throws IOException if no port is free
   */
  public EchoServer() throws IOException {
    this(n -> false, n -> true);
  }

  /**
   * Begins to serve in the same way, with a store.
   *
   * @param keeps whether its store keeps the message that it was sent as the n-th, from 1
   * @param tellsListener1 whether listener 1 gets that message; all others always do
   */
  public EchoServer(IntPredicate keeps, IntPredicate tellsListener1) throws IOException {
    this.keeps = keeps;
    this.tellsListener1 = tellsListener1;
    socket = new ServerSocket(0, 1_024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    start("accept", this::accept);
  }

  /**
   * Serves until its standard input is closed, as it is when the process that started it ends. Two
   * numbers may follow. The store leaves out each message with a number that the first one divides;
   * 0 leaves out no message, and 1, the default, each of them. Listener 1 does not get each message
   * with a number that the second one divides; 0, the default, leaves out no message.
   */
  public static void main(String[] arguments) throws IOException {
    IntPredicate keeps = allBut(arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]));
    IntPredicate tells = allBut(arguments.length < 2 ? 0 : Integer.parseInt(arguments[1]));
    try (EchoServer server = new EchoServer(keeps, tells)) {
      System.out.println(
          "{\"event\":\"ready\",\"tool\":\"echo-server\",\"server\":\"" + server.address() + "\"}");
      while (System.in.read() >= 0) {
        // It ignores its input.
      }
    }
  }

  private static IntPredicate allBut(int each) {
    return n -> each == 0 || n % each != 0;
  }

  /** Returns its address, {@code host:port}. */
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
    String device = null;
    try (connection) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
      out = new PrintWriter(connection.getOutputStream(), false, StandardCharsets.UTF_8);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", WORDS);
        if (words[0].equals("LOGIN")) {
          device = words[1];
          devices.put(device, out);
          say(out, "OK");
        } else {
          take(words, device, out);
        }
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

  private void take(String[] words, String from, PrintWriter out) {
    switch (words[0]) {
      case "LISTEN" -> {
        // What the listener hears from now on comes behind this.
        say(out, "OK");
        backends.put(out, Integer.parseInt(words[1]));
      }
      case "SEND" -> {
        String message = from + " " + words[3];
        tell(keep(message), message);
        for (int left = Integer.parseInt(words[2]) - 1; left >= 0; left--) {
          say(out, "ECHO " + words[1] + " " + left);
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
          store.forEach(message -> say(out, "ROW " + message));
        }
        say(out, "END");
      }
      default -> say(out, "SYNCED");
    }
  }

  /** Returns which message it is, from 1. */
  private int keep(String message) {
    synchronized (store) {
      if (keeps.test(++sent)) {
        store.add(message);
      }
      return sent;
    }
  }

  private void tell(int n, String message) {
    backends.forEach(
        (backend, number) -> {
          if (number != 1 || tellsListener1.test(n)) {
            say(backend, "GOT " + message);
            flush(backend);
          }
        });
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
