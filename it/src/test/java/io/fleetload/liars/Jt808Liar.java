// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final byte FLAG = 0x7e;
  private static final byte ESCAPE = 0x7d;
  private static final int HEADER = 12;

  private final Jt808Lie lie;
  private final Draw.Phase phase;
  private final ServerSocket socket = new ServerSocket(0, 64, LOCAL);
  private final Jt808LiarNats nats = new Jt808LiarNats(this::published);
  private final HttpServer store = HttpServer.create(new InetSocketAddress(LOCAL, 0), 0);
  private final Map<String, Terminal> terminals = new HashMap<>();
  private final List<Position> rows = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();
  private final Set<Position> misread = new HashSet<>();

  /** Commands by terminal and serial number: those to which the reply is lied about. */
  private final Set<String> misreplied = new HashSet<>();

  private int told;
  private Position held;

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

  /** A message of a terminal, without its flags, escapes and checksum. */
  private record Frame(int id, String phone, int serial, ByteBuffer body) {}

  /**
   * Where a terminal is, which is its stamp.
   *
   * @param bits 27 of the longitude below 26 of the latitude: of these the highest is the period,
   *     the next two are the flow, those behind are the run's, and 8 above the 24 of the time
   *     number the terminal's messages, of which a run of the test has fewer than 64
   */
  record Position(String phone, long bits) {
    boolean isMeasured() {
      return bits >>> 52 == 1;
    }

    boolean isLocation() {
      return ((bits >>> 50) & 3) == 0;
    }

    int terminal() {
      return Integer.parseInt(phone.substring(3));
    }

    /** Its number among the messages of all terminals. */
    int number() {
      return (int) ((bits >>> 24) & 0xff) * 10 + terminal();
    }

    Position flipped(int bit) {
      return new Position(phone, bits ^ (1L << bit));
    }

    Position moved(long north) {
      return new Position(phone, bits + (north << 27));
    }

    Position of(String other) {
      return new Position(other, bits);
    }

    long latitude() {
      return bits >>> 27;
    }

    String text() {
      return phone + "," + latitude() + "," + (bits & ((1L << 27) - 1));
    }
  }

  @FunctionalInterface
  interface Work {
    void run(Socket connection) throws IOException;
  }

  Jt808Liar(Jt808Lie lie, Draw draw) throws IOException {
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
    for (Frame frame = frame(in); frame != null; frame = frame(in)) {
      synchronized (this) {
        if (terminal == null) {
          terminal = new Terminal(frame.phone, connection.getOutputStream());
          terminals.put(frame.phone, terminal);
        }
        if (frame.id == 0x0102 && refuses(terminal)) {
          acknowledge(frame, terminal, frame.serial, 1);
          return;
        }
        take(frame, terminal);
      }
    }
  }

  private boolean refuses(Terminal terminal) {
    if (lie == Jt808Lie.SESSION_REFUSED && terminal.phone.matches(".*[49]")) {
      refused.add(terminal.phone);
      told = refused.size();
      return true;
    }
    return false;
  }

  private void take(Frame frame, Terminal terminal) throws IOException {
    switch (frame.id) {
      case 0x0100 ->
          send(
              terminal,
              0x8100,
              ByteBuffer.allocate(3 + frame.phone.length())
                  .putShort((short) frame.serial)
                  .put((byte) 0)
                  .put(frame.phone.getBytes(ISO_8859_1)));
      case 0x0200 -> {
        long latitude = Integer.toUnsignedLong(frame.body.getInt(8));
        long longitude = Integer.toUnsignedLong(frame.body.getInt(12));
        Position position = new Position(frame.phone, (latitude << 27) | longitude);
        Jt808Lie now = lie.about(position, phase) ? lie : Jt808Lie.NONE;
        publish(position, now);
        keep(position, now);
        confirm(frame, terminal, now);
      }
      case 0x0001 -> reply(frame);
      default -> acknowledge(frame, terminal, frame.serial, 0);
    }
  }

  private void publish(Position truth, Jt808Lie now) throws IOException {
    switch (now) {
      case LOST, LOST_OF_ONE_TERMINAL -> told++;
      case TWICE -> lie(truth, truth);
      case REORDERED -> {
        if (held == null) {
          held = truth;
        } else {
          lie(truth, held);
          held = null;
        }
      }
      case OTHER_TERMINAL -> lie(truth.of(other(truth.phone)));
      case UNKNOWN_PHONE -> lie(truth.of("139" + truth.phone.substring(3)));
      case MOVED_NORTH -> lie(truth.moved(1_000));
      case OTHER_PERIOD -> lie(truth.flipped(52));
      case OTHER_FLOW -> lie(truth.flipped(50));
      case INVENTED -> lie(truth, truth.flipped(31));
      case OTHER_RUN -> lie(truth, truth.flipped(49));
      case WITHOUT_STAMP -> lie(truth, new Position(truth.phone, 90_000_000L << 27));
      default -> say(truth);
    }
  }

  private void lie(Position... positions) throws IOException {
    told++;
    for (Position each : positions) {
      say(each);
    }
  }

  private void say(Position position) throws IOException {
    nats.publish("0x0200", position.text() + ",1795339567120489");
  }

  private static String other(String phone) {
    int terminal = Integer.parseInt(phone.substring(3));
    return phone.substring(0, phone.length() - 1) + (terminal == 0 ? 1 : terminal - 1);
  }

  private void keep(Position truth, Jt808Lie now) {
    switch (now) {
      case NOT_STORED -> told++;
      case STORED_TWICE -> store(truth, truth);
      case STORED_ELSEWHERE -> store(truth.of(other(truth.phone)));
      case STORED_MOVED -> store(truth.moved(1_000));
      case ROW_INVENTED -> store(truth, truth.flipped(31));
      default -> rows.add(truth);
    }
  }

  private void store(Position... positions) {
    told++;
    rows.addAll(List.of(positions));
  }

  private void confirm(Frame frame, Terminal terminal, Jt808Lie now) throws IOException {
    switch (now) {
      case UNCONFIRMED -> told++;
      case CONFIRMED_AS_ANOTHER -> {
        told++;
        acknowledge(frame, terminal, frame.serial + 1_000, 0);
      }
      case CONFIRMED_TWICE -> {
        told++;
        acknowledge(frame, terminal, frame.serial, 0);
        acknowledge(frame, terminal, frame.serial, 0);
      }
      case REFUSED_AND_PUBLISHED -> {
        told++;
        acknowledge(frame, terminal, frame.serial, 1);
      }
      default -> acknowledge(frame, terminal, frame.serial, 0);
    }
  }

  /** A terminal replied to a command. */
  private void reply(Frame frame) throws IOException {
    int serial = Short.toUnsignedInt(frame.body.getShort(0));
    byte[] bytes = new byte[frame.body.capacity()];
    frame.body.duplicate().clear().get(bytes);
    String body = HexFormat.of().formatHex(bytes);
    String truth = frame.phone + "," + serial + "," + body;
    Jt808Lie now = misreplied.remove(frame.phone + serial) ? lie : Jt808Lie.NONE;
    told += now == Jt808Lie.NONE ? 0 : 1;
    switch (now) {
      case REPLY_LOST -> {
        // Nothing is published.
      }
      case REPLY_TWICE -> {
        answer(truth);
        answer(truth);
      }
      case REPLY_OF_ANOTHER -> answer(other(frame.phone) + "," + serial + "," + body);
      case REPLY_ALTERED -> answer(truth.substring(0, truth.length() - 2) + "01");
      case REPLY_TO_ANOTHER ->
          answer(
              frame.phone + "," + (serial + 1_000) + ",%04x".formatted(serial + 1_000) + "830000");
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
    boolean lies =
        alert.find()
            && alert.group(1).equals("m")
            && lie.aboutCommand(
                Integer.parseInt(to.phone.substring(3)), Integer.parseInt(alert.group(2)), phase);
    Jt808Lie now = lies ? lie : Jt808Lie.NONE;
    ByteBuffer truth = ByteBuffer.allocate(body.length + 1).put(body);
    told += lies && !lie.name().startsWith("REPLY") ? 1 : 0;
    int serial = to.serial;
    if (lies && lie.name().startsWith("REPLY")) {
      misreplied.add(to.phone + serial);
    }
    switch (now) {
      case COMMAND_TWICE -> {
        send(to, 0x8300, truth);
        send(to, 0x8300, truth);
      }
      case COMMAND_ELSEWHERE -> {
        Terminal other = terminals.get(other(to.phone));
        serial = other.serial;
        send(other, 0x8300, truth);
      }
      case COMMAND_LOST -> to.serial++;
      case COMMAND_ALTERED -> send(to, 0x8300, truth.put((byte) ' '));
      case COMMAND_SHOWN_ELSEWHERE -> send(to, 0x8300, truth.put(0, (byte) (body[0] ^ 8)));
      default -> send(to, 0x8300, truth);
    }
    switch (now) {
      case COMMAND_GONE -> nats.publish(reply, "gone");
      case COMMAND_UNANSWERED -> {
        // It is not said whether the command was sent.
      }
      default -> nats.publish(reply, "sent " + serial);
    }
  }

  private void acknowledge(Frame frame, Terminal terminal, int serial, int result)
      throws IOException {
    send(
        terminal,
        0x8001,
        ByteBuffer.allocate(5)
            .putShort((short) serial)
            .putShort((short) frame.id)
            .put((byte) result));
  }

  /** Sends what was put into the body. */
  private static void send(Terminal to, int id, ByteBuffer body) throws IOException {
    int length = body.position();
    ByteBuffer plain =
        ByteBuffer.allocate(HEADER + length + 1)
            .putShort((short) id)
            .putShort((short) length)
            .put(HexFormat.of().parseHex("0" + to.phone))
            .putShort((short) to.serial++)
            .put(body.duplicate().flip());
    int checksum = 0;
    for (int i = 0; i < HEADER + length; i++) {
      checksum ^= plain.get(i);
    }
    plain.put((byte) checksum);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(FLAG);
    for (byte each : plain.array()) {
      boolean escaped = each == FLAG || each == ESCAPE;
      frame.write(escaped ? ESCAPE : each);
      if (escaped) {
        frame.write(each == FLAG ? 2 : 1);
      }
    }
    frame.write(FLAG);
    to.out.write(frame.toByteArray());
  }

  /** The next message; null at the end. */
  private static Frame frame(InputStream in) throws IOException {
    if (in.read() < 0) {
      return null;
    }
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int next = in.read(); next != FLAG; next = in.read()) {
      if (next < 0) {
        return null;
      }
      plain.write(next != ESCAPE ? next : in.read() == 2 ? FLAG : ESCAPE);
    }
    byte[] all = plain.toByteArray();
    ByteBuffer header = ByteBuffer.wrap(all);
    String phone = HexFormat.of().formatHex(all, 4, 10).substring(1);
    byte[] body = Arrays.copyOfRange(all, HEADER, all.length - 1);
    return new Frame(
        header.getShort(0), phone, Short.toUnsignedInt(header.getShort(10)), ByteBuffer.wrap(body));
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
    for (Position each : rows) {
      boolean misreads =
          each.isMeasured() && each.isLocation() && phase.hits(each.terminal(), each.number());
      if (RANGE
          .matcher(query)
          .results()
          .anyMatch(
              range ->
                  Long.parseLong(range.group(1)) <= each.latitude()
                      && each.latitude() <= Long.parseLong(range.group(2)))) {
        boolean cuts = misreads && lie == Jt808Lie.ROWS_READ_CUT;
        boolean repeats = misreads && lie == Jt808Lie.ROWS_READ_TWICE;
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
