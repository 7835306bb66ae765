// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A server of the echo pack's protocol that tells one lie. All that it does is done by one lock, so
 * its log is in the order of its deeds.
 */
final class EchoLiar implements AutoCloseable {
  private final ServerSocket socket =
      new ServerSocket(0, 1_024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  private final Lie lie;
  private final Draw.Phase phase;
  private final Map<String, PrintWriter> devices = new HashMap<>();
  private final List<PrintWriter> backends = new ArrayList<>();
  private final List<String> rows = new ArrayList<>();
  private final Set<Integer> pushed = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private int told;
  private Sent held;

  /**
   * What a device sent.
   *
   * @param device the device that logged in on its connection
   * @param body the stamp, which is the whole body
   */
  record Sent(String device, String flow, int n, String body) {
    /** A message as its stamp has it. */
    static Sent of(String device, String body) {
      String[] fields = body.split(":");
      return new Sent(device, fields[2], Integer.parseInt(fields[5]), body);
    }

    /** One field of the stamp, by its place from 0. */
    String field(int place) {
      return body.split(":")[place];
    }

    boolean measured() {
      return field(3).equals("m");
    }

    int index() {
      return Integer.parseInt(field(4));
    }

    private String delivered() {
      return device + " " + body;
    }

    /** The same body with another text in a field of the stamp. */
    String with(int place, String text) {
      String[] fields = body.split(":");
      fields[place] = text;
      return String.join(":", fields);
    }
  }

  /**
   * Begins to serve.
   *
   * @param draw which messages it lies about
   */
  EchoLiar(Lie lie, Draw draw) throws IOException {
    this.lie = lie;
    this.phase = draw.begin();
    start(
        () -> {
          while (true) {
            Socket connection = socket.accept();
            connection.setTcpNoDelay(true);
            start(() -> serve(connection));
          }
        });
  }

  /** Where it is, {@code host:port}. */
  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** How often it lied. */
  synchronized int told() {
    return told;
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
            "echo-liar");
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
        synchronized (this) {
          if (words[0].equals("LOGIN")) {
            device = words[1];
            if (lie.is("SESSION_REFUSED") && Integer.parseInt(device.substring(7)) % 5 == 4) {
              refused.add(device);
              told = refused.size();
              return;
            }
            devices.put(device, out);
            say(out, "OK");
          } else {
            take(words, device, out);
          }
        }
      }
    }
  }

  private void take(String[] words, String device, PrintWriter out) {
    switch (words[0]) {
      case "LISTEN" -> {
        backends.add(out);
        say(out, "OK");
      }
      case "SEND" -> {
        int number = Integer.parseInt(words[1]);
        Sent sent = Sent.of(device, words[3]);
        boolean lies = isAbout(sent);
        deliver(sent, lies);
        store(sent, lies);
        boolean echoes = !(lies && lie.is("UNCONFIRMED") && lied());
        if (echoes) {
          say(out, "ECHO " + number + " 0");
        }
        if (lies && lie.is("CONFIRMED_TWICE") && lied()) {
          say(out, "ECHO " + number + " 0");
        }
        if (lies && lie.is("CONFIRMED_UNSENT") && lied()) {
          say(out, "ECHO " + (1_000_000 + number) + " 0");
        }
      }
      case "PUSH" -> push(words[1], words[2], words[3], out);
      case "STORED" -> {
        rows.forEach(row -> say(out, "ROW " + row));
        say(out, "END");
      }
      default -> {
        release();
        say(out, "SYNCED");
      }
    }
  }

  private boolean isAbout(Sent sent) {
    return sent.measured() && lie.isOf(sent.flow()) && phase.hits(sent.index(), sent.n());
  }

  private boolean lied() {
    told++;
    return true;
  }

  /** Tells the backends of a message, or lies. */
  private void deliver(Sent sent, boolean lies) {
    Consumer<String> tell = message -> backends.forEach(out -> say(out, "GOT " + message));
    String truth = sent.delivered();
    if (held != null && held.flow().equals(sent.flow()) && held.device().equals(sent.device())) {
      lied();
      tell.accept(truth);
      release();
      return;
    }
    if (!lies) {
      tell.accept(truth);
      return;
    }
    switch (lie.name()) {
      case "LOST" -> lied();
      case "TWICE" -> {
        lied();
        tell.accept(truth);
        tell.accept(truth);
      }
      case "OTHER_DEVICE" -> {
        lied();
        tell.accept(other(sent) + " " + sent.body());
      }
      case "CUT" -> {
        lied();
        tell.accept(truth + " and more");
      }
      case "OTHER_PERIOD" -> {
        lied();
        tell.accept(sent.device() + " " + sent.with(3, "w"));
      }
      case "OTHER_FLOW" -> {
        lied();
        tell.accept(sent.device() + " " + sent.with(2, "again"));
      }
      case "INVENTED" -> {
        lied();
        tell.accept(truth);
        tell.accept(sent.device() + " " + sent.with(5, String.valueOf(1_000_000 + sent.n())));
      }
      case "OTHER_RUN" -> {
        lied();
        tell.accept(truth);
        tell.accept(sent.device() + " " + sent.with(1, "01d"));
      }
      case "WITHOUT_STAMP" -> {
        lied();
        tell.accept(truth);
        tell.accept(sent.device() + " hello");
      }
      case "REORDERED" -> {
        if (held == null) {
          held = sent;
        } else {
          tell.accept(truth);
        }
      }
      default -> tell.accept(truth);
    }
  }

  /** Delivers what was held back: the device's next message is there before it. */
  private void release() {
    if (held != null) {
      String late = held.delivered();
      held = null;
      backends.forEach(out -> say(out, "GOT " + late));
    }
  }

  private static String other(Sent sent) {
    return "device-" + (sent.index() == 0 ? 1 : sent.index() - 1);
  }

  private void store(Sent sent, boolean lies) {
    String row = sent.device() + " " + sent.body();
    if (!lies) {
      rows.add(row);
      return;
    }
    switch (lie.name()) {
      case "NOT_STORED" -> lied();
      case "STORED_TWICE" -> {
        lied();
        rows.add(row);
        rows.add(row);
      }
      case "STORED_ELSEWHERE" -> {
        lied();
        rows.add(other(sent) + " " + sent.body());
      }
      case "STORED_ALTERED" -> {
        lied();
        rows.add(row + " and more");
      }
      case "ROW_INVENTED" -> {
        lied();
        rows.add(row);
        rows.add(sent.device() + " " + sent.with(5, String.valueOf(1_000_000 + sent.n())));
      }
      default -> rows.add(row);
    }
  }

  /**
   * Pushes a command to its device, or lies.
   *
   * @param id the command's, {@code flow/number}
   */
  private void push(String id, String device, String command, PrintWriter backend) {
    PrintWriter to = devices.get(device);
    int n = Integer.parseInt(id.substring(id.indexOf('/') + 1));
    Sent query = new Sent(device, "ask", n, command);
    boolean lies = isAbout(query) && pushed.add(n);
    if (to == null) {
      say(backend, "GONE " + id);
      return;
    }
    String truth = "PUSH " + command;
    switch (lies ? lie.name() : "NONE") {
      case "COMMAND_TWICE" -> {
        lied();
        say(to, truth);
        say(to, truth);
      }
      case "COMMAND_ELSEWHERE" -> {
        lied();
        say(devices.get(other(query)), truth);
      }
      case "COMMAND_LOST" -> lied();
      case "COMMAND_ALTERED" -> {
        lied();
        say(to, truth + " and more");
      }
      case "COMMAND_GONE" -> {
        lied();
        say(to, truth);
        say(backend, "GONE " + id);
        return;
      }
      default -> say(to, truth);
    }
    say(backend, "PUSHED " + id);
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
