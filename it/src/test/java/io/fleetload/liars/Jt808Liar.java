// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A platform of JT/T 808-2013 with its NATS and its store, which tells one lie. All that it does is
 * done by one lock, so its log is in the order of its deeds.
 */
final class Jt808Liar implements AutoCloseable {
  private static final InetAddress LOCAL = InetAddress.getLoopbackAddress();
  private static final Pattern RANGE = Pattern.compile("between (\\d+) and (\\d+)");
  private static final Pattern ALERT = Pattern.compile(":alert:([wm]):\\d+:(\\d+):");
  private static final String TRUTH = "NONE";

  private final Lie lie;
  private final Draw.Phase phase;
  private final ServerSocket socket = new ServerSocket(0, 64, LOCAL);
  private final Jt808LiarNats nats = new Jt808LiarNats(this::published);
  private final HttpServer store = HttpServer.create(new InetSocketAddress(LOCAL, 0), 0);
  private final Map<String, Terminal> terminals = new HashMap<>();
  private final List<Jt808Position> rows = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();
  private final Set<Jt808Position> misread = new HashSet<>();

  /** Commands by terminal and serial number: those to which the reply is lied about. */
  private final Set<String> misreplied = new HashSet<>();

  private int told;
  private Jt808Position held;

  /** A terminal's connection. */
  private static final class Terminal {
    final String phone;
    final OutputStream out;
    int serial;

    Terminal(String phone, OutputStream out) {
      this.phone = phone;
      this.out = out;
    }
  }

  @FunctionalInterface
  interface Work {
    void run(Socket connection) throws IOException;
  }

  Jt808Liar(Lie lie, Draw draw) throws IOException {
    this.lie = lie;
    this.phase = draw.begin();
    serve(socket, this::terminal);
    nats.start();
    store.createContext("/exp", this::read);
    store.start();
  }

  /** Serves each connection by a thread of its own. */
  static void serve(ServerSocket socket, Work work) {
    start(
        () -> {
          while (true) {
            Socket connection = socket.accept();
            connection.setTcpNoDelay(true);
            start(
                () -> {
                  try (connection) {
                    work.run(connection);
                  }
                });
          }
        });
  }

  private interface Served {
    void run() throws IOException;
  }

  private static void start(Served served) {
    Thread thread =
        new Thread(
            () -> {
              try {
                served.run();
              } catch (IOException e) {
                // The other side is gone, or this one was closed.
              }
            },
            "jt808-liar");
    thread.setDaemon(true);
    thread.start();
  }

  String server() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  String nats() {
    return nats.url();
  }

  String store() {
    return "http://127.0.0.1:" + store.getAddress().getPort();
  }

  /** How often it lied. */
  synchronized int told() {
    return told;
  }

  private void terminal(Socket connection) throws IOException {
    InputStream in = new BufferedInputStream(connection.getInputStream());
    Terminal terminal = null;
    for (Jt808Frame frame = Jt808Frame.next(in); frame != null; frame = Jt808Frame.next(in)) {
      synchronized (this) {
        if (terminal == null) {
          terminal = new Terminal(frame.phone(), connection.getOutputStream());
          terminals.put(frame.phone(), terminal);
        }
        if (frame.id() == 0x0102 && refuses(terminal)) {
          acknowledge(frame, terminal, frame.serial(), 1);
          return;
        }
        take(frame, terminal);
      }
    }
  }

  private boolean refuses(Terminal terminal) {
    if (lie.is("SESSION_REFUSED") && terminal.phone.matches(".*[49]")) {
      refused.add(terminal.phone);
      told = refused.size();
      return true;
    }
    return false;
  }

  private void take(Jt808Frame frame, Terminal terminal) throws IOException {
    switch (frame.id()) {
      case 0x0100 ->
          send(
              terminal,
              0x8100,
              ByteBuffer.allocate(3 + frame.phone().length())
                  .putShort((short) frame.serial())
                  .put((byte) 0)
                  .put(frame.phone().getBytes(ISO_8859_1)));
      case 0x0200 -> {
        long latitude = Integer.toUnsignedLong(frame.body().getInt(8));
        long longitude = Integer.toUnsignedLong(frame.body().getInt(12));
        Jt808Position position = new Jt808Position(frame.phone(), (latitude << 27) | longitude);
        String now = about(position) ? lie.name() : TRUTH;
        publish(position, now);
        keep(position, now);
        confirm(frame, terminal, now);
      }
      case 0x0001 -> reply(frame);
      default -> acknowledge(frame, terminal, frame.serial(), 0);
    }
  }

  private boolean about(Jt808Position position) {
    return position.isLocation()
        && position.isMeasured()
        && !swaps(position.terminal())
        && lie.about("location", position.terminal(), position.number(), phase);
  }

  /** Where two terminals swap, each message takes the place of the other's. */
  private boolean swaps(int terminal) {
    return lie.is("OTHER_TERMINAL", "STORED_ELSEWHERE", "REPLY_OF_ANOTHER") && terminal % 2 == 1;
  }

  private void publish(Jt808Position truth, String now) throws IOException {
    switch (now) {
      case "LOST", "LOST_OF_ONE_TERMINAL" -> told++;
      case "TWICE" -> lie(truth, truth);
      case "REORDERED" -> {
        if (held == null) {
          held = truth;
        } else {
          lie(truth, held);
          held = null;
        }
      }
      case "OTHER_TERMINAL" -> lie(truth.of(other(truth.phone())));
      case "UNKNOWN_PHONE" -> lie(truth.of("139" + truth.phone().substring(3)));
      case "MOVED_NORTH" -> lie(truth.moved(1_000));
      case "OTHER_PERIOD" -> lie(truth.flipped(52));
      case "OTHER_FLOW" -> lie(truth.flipped(50));
      case "INVENTED" -> lie(truth, truth.flipped(31));
      case "OTHER_RUN" -> lie(truth, truth.flipped(49));
      case "WITHOUT_STAMP" -> lie(truth, new Jt808Position(truth.phone(), 90_000_000L << 27));
      default -> say(truth);
    }
  }

  private void lie(Jt808Position... positions) throws IOException {
    told++;
    for (Jt808Position each : positions) {
      say(each);
    }
  }

  private void say(Jt808Position position) throws IOException {
    nats.publish("0x0200", position.text() + ",1795339567120489");
  }

  private static String other(String phone) {
    int terminal = Integer.parseInt(phone.substring(3));
    return phone.substring(0, phone.length() - 1) + (terminal == 0 ? 1 : terminal - 1);
  }

  private void keep(Jt808Position truth, String now) {
    switch (now) {
      case "NOT_STORED" -> told++;
      case "STORED_TWICE" -> store(truth, truth);
      case "STORED_ELSEWHERE" -> store(truth.of(other(truth.phone())));
      case "STORED_MOVED" -> store(truth.moved(1_000));
      case "ROW_INVENTED" -> store(truth, truth.flipped(31));
      default -> rows.add(truth);
    }
  }

  private void store(Jt808Position... positions) {
    told++;
    rows.addAll(List.of(positions));
  }

  private void confirm(Jt808Frame frame, Terminal terminal, String now) throws IOException {
    switch (now) {
      case "UNCONFIRMED" -> told++;
      case "CONFIRMED_AS_ANOTHER" -> {
        told++;
        acknowledge(frame, terminal, frame.serial() + 1_000, 0);
      }
      case "CONFIRMED_TWICE" -> {
        told++;
        acknowledge(frame, terminal, frame.serial(), 0);
        acknowledge(frame, terminal, frame.serial(), 0);
      }
      case "REFUSED_AND_PUBLISHED" -> {
        told++;
        acknowledge(frame, terminal, frame.serial(), 1);
      }
      default -> acknowledge(frame, terminal, frame.serial(), 0);
    }
  }

  /** A terminal replied to a command. */
  private void reply(Jt808Frame frame) throws IOException {
    int serial = Short.toUnsignedInt(frame.body().getShort(0));
    byte[] bytes = new byte[frame.body().capacity()];
    frame.body().duplicate().clear().get(bytes);
    String body = HexFormat.of().formatHex(bytes);
    String truth = frame.phone() + "," + serial + "," + body;
    boolean lies = misreplied.remove(frame.phone() + serial);
    told += lies ? 1 : 0;
    switch (lies ? lie.name() : TRUTH) {
      case "REPLY_LOST" -> {
        // Nothing is published.
      }
      case "REPLY_TWICE" -> {
        answer(truth);
        answer(truth);
      }
      case "REPLY_OF_ANOTHER" -> answer(other(frame.phone()) + "," + serial + "," + body);
      case "REPLY_ALTERED" -> answer(truth.substring(0, truth.length() - 2) + "01");
      case "REPLY_TO_ANOTHER" ->
          answer(
              frame.phone()
                  + ","
                  + (serial + 1_000)
                  + ",%04x".formatted(serial + 1_000)
                  + "830000");
      default -> answer(truth);
    }
  }

  private void answer(String text) throws IOException {
    nats.publish("0x0001", text + ",1795339567120489");
  }

  /** The backend published something. */
  private synchronized void published(String subject, String reply, String text)
      throws IOException {
    if (subject.equals("saver.flush") || text.equals("flush")) {
      nats.publish(reply, "flushed");
    } else if (subject.equals("terminal.command")) {
      command(reply, text.split(" "));
    }
  }

  private void command(String reply, String... words) throws IOException {
    byte[] body = HexFormat.of().parseHex(words[2]);
    Matcher alert = ALERT.matcher(new String(body, ISO_8859_1));
    Terminal to = terminals.get(words[0]);
    int terminal = Integer.parseInt(to.phone.substring(3));
    boolean lies =
        alert.find()
            && alert.group(1).equals("m")
            && !swaps(terminal)
            && lie.about("command", terminal, Integer.parseInt(alert.group(2)), phase);
    String now = lies ? lie.name() : TRUTH;
    boolean answersFalsely = lie.name().startsWith("REPLY");
    ByteBuffer truth = ByteBuffer.allocate(body.length + 1).put(body);
    told += lies && !answersFalsely ? 1 : 0;
    int serial = to.serial;
    if (lies && answersFalsely) {
      misreplied.add(to.phone + serial);
    }
    switch (now) {
      case "COMMAND_TWICE" -> {
        send(to, 0x8300, truth);
        send(to, 0x8300, truth);
      }
      case "COMMAND_ELSEWHERE" -> {
        Terminal other = terminals.get(other(to.phone));
        serial = other.serial;
        send(other, 0x8300, truth);
      }
      case "COMMAND_LOST" -> to.serial++;
      case "COMMAND_ALTERED" -> send(to, 0x8300, truth.put((byte) ' '));
      case "COMMAND_SHOWN_ELSEWHERE" -> send(to, 0x8300, truth.put(0, (byte) (body[0] ^ 8)));
      default -> send(to, 0x8300, truth);
    }
    switch (now) {
      case "COMMAND_GONE" -> nats.publish(reply, "gone");
      case "COMMAND_UNANSWERED" -> {
        // It is not said whether the command was sent.
      }
      default -> nats.publish(reply, "sent " + serial);
    }
  }

  private void acknowledge(Jt808Frame frame, Terminal terminal, int serial, int result)
      throws IOException {
    send(
        terminal,
        0x8001,
        ByteBuffer.allocate(5)
            .putShort((short) serial)
            .putShort((short) frame.id())
            .put((byte) result));
  }

  /** Sends what was put into the body. */
  private static void send(Terminal to, int id, ByteBuffer body) throws IOException {
    new Jt808Frame(id, to.phone, to.serial++, body.duplicate().flip()).write(to.out);
  }

  /** Somebody reads the store. */
  private void read(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery().replace('+', ' ');
    byte[] answer = answerTo(query).getBytes(ISO_8859_1);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private synchronized String answerTo(String query) {
    if (query.contains("build()")) {
      return "\"build()\"\r\n\"Build Information: QuestDB 9.3.4\"\r\n";
    }
    if (query.contains("count(*)")) {
      return "\"count\"\r\n" + rows.size() + "\r\n";
    }
    StringBuilder answer = new StringBuilder("\"phone\",\"latitude\",\"longitude\"\r\n");
    for (Jt808Position each : rows) {
      boolean misreads =
          each.isMeasured() && each.isLocation() && phase.hits(each.terminal(), each.number());
      if (RANGE
          .matcher(query)
          .results()
          .anyMatch(
              range ->
                  Long.parseLong(range.group(1)) <= each.latitude()
                      && each.latitude() <= Long.parseLong(range.group(2)))) {
        boolean cuts = misreads && lie.is("ROWS_READ_CUT");
        boolean repeats = misreads && lie.is("ROWS_READ_TWICE");
        if ((cuts || repeats) && misread.add(each)) {
          told++;
        }
        String row = each.text() + "\r\n";
        answer.append(cuts ? "" : repeats ? row + row : row);
      }
    }
    return answer.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    nats.close();
    store.stop(0);
  }
}
