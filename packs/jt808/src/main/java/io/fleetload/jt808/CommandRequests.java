// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.RunClock;
import io.fleetload.jt808.Jt808Flows.Command;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Item;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Parameters;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.TextMessage;
import io.fleetload.stamp.Stamp;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has the platform send commands to terminals, and takes their replies. A request to the subject of
 * commands is text {@code phone id body}, id and body in hexadecimal; its reply is {@code sent}
 * with the command's serial number, or {@code gone}. The word {@code flush} alone is answered when
 * all that the platform had to publish is published.
 */
final class CommandRequests {
  /** Subjects on which the platform publishes what terminals reply to commands. */
  private static final List<String> REPLIES = List.of("0x0001", "0x0104", "0x0201");

  private static final String FLUSH = "flush";
  private static final String NO_BODY = "-";
  private static final HexFormat HEX = HexFormat.of();
  private static final int SHOWN = 1;
  private static final int NOTICE = 1;

  /** Where the latitude is in a 0x0201: behind the serial number, alarm and status. */
  private static final int LATITUDE_AT = 10;

  private static final int LOCATION_BYTES = 18;

  /** A reply that comes once more comes soon; this bounds the memory. */
  private static final int MOST_REPLIED = 100_000;

  private final Jt808Profile profile;
  private final Connection connection;
  private final ArrivalBook book;
  private final RunClock clock;
  private final Command command;
  private final Published published;
  private final PhoneBook phones;
  private final String inbox;
  private final FrameWriter writer = new FrameWriter();

  /** Commands whose fate the platform did not say yet, by the alert's number. */
  private final Map<Integer, Stamp> requested = new HashMap<>();

  /** Commands that wait for the terminal's reply, by terminal and serial number. */
  private final Map<Long, Stamp> sent = new HashMap<>();

  /** Replies that came before the platform said that it had sent their command. */
  private final Map<Long, Early> early = new HashMap<>();

  /** The last commands that terminals replied to, by terminal and serial number. */
  private final Map<Long, Stamp> replied =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Stamp> eldest) {
          return size() > MOST_REPLIED;
        }
      };

  private int flushes;

  @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
  private record Early(String subject, byte[] body, long received) {}

  CommandRequests(Jt808Profile profile, Connection connection, ArrivalBook book, RunClock clock) {
    this.profile = profile;
    this.connection = connection;
    this.book = book;
    this.clock = clock;
    Jt808Flows.Alert alert = profile.flows().alert();
    this.command = alert == null ? null : alert.command();
    this.published = new Published(profile, book.runId());
    this.phones = new PhoneBook(profile.devices());
    this.inbox = connection.createInbox() + ".";
  }

  void subscribe(Dispatcher dispatcher) {
    dispatcher.subscribe(inbox + "*");
    if (command != null) {
      REPLIES.forEach(dispatcher::subscribe);
    }
  }

  /** Counts the replies to commands that the platform never said that it had sent. */
  void end() {
    early.values().forEach(each -> book.unstamped());
    early.clear();
  }

  /** Requests that the platform did not answer yet. */
  int open() {
    return requested.size() + flushes;
  }

  /** Asks the platform to publish what it still holds. */
  void flush() {
    flushes++;
    ask(FLUSH, FLUSH);
  }

  /** Requests that the platform leaves unanswered: it may have taken the commands or not. */
  void giveUp() {
    requested.values().forEach(alert -> book.writeUnknown(alert.flow(), alert.n()));
    requested.clear();
    flushes = 0;
  }

  /**
   * Asks for the command that answers an alert.
   *
   * @param received when the alert came, ns since the epoch
   */
  void request(Stamp alert, long received) {
    long now = clock.epochNanos(clock.nanos());
    Stamp stamp = alert.with(new Stamp.Legs(alert.sent(), received, now, 0));
    requested.put(alert.n(), stamp);
    Terminals terminals = profile.devices();
    String name = terminals.name(alert.device());
    writer.begin(id(), Phone.of(terminals.version(alert.device()), name), 0);
    putBody(stamp);
    byte[] body = writer.body();
    String hex = body.length == 0 ? NO_BODY : HEX.formatHex(body);
    ask(Integer.toString(alert.n()), "%s %04x %s".formatted(name, id(), hex));
  }

  private void ask(String reply, String text) {
    connection.publish(
        profile.target().commands(), inbox + reply, text.getBytes(StandardCharsets.US_ASCII));
  }

  private int id() {
    return switch (command) {
      case TEXT -> MessageId.TEXT;
      case SET_PARAMETERS -> MessageId.SET_PARAMETERS;
      case QUERY_PARAMETERS -> MessageId.QUERY_PARAMETERS;
      case QUERY_LOCATION -> MessageId.QUERY_LOCATION;
    };
  }

  private void putBody(Stamp stamp) {
    switch (command) {
      case TEXT -> new TextMessage(SHOWN, NOTICE, stamp.text()).write(writer);
      case SET_PARAMETERS -> {
        byte[] text = stamp.text().getBytes(StandardCharsets.US_ASCII);
        new Parameters(List.of(new Item(PlatformCommands.STAMP_PARAMETER, text))).write(writer);
      }
      default -> {
        // A question has no body.
      }
    }
  }

  /**
   * Takes a message that is the platform's or a terminal's reply.
   *
   * @param received when it came, ns since the epoch
   * @return false where it is neither
   */
  boolean take(Message message, long received) {
    String subject = message.getSubject();
    if (subject.startsWith(inbox)) {
      takeAnswer(subject.substring(inbox.length()), message);
      return true;
    }
    if (!REPLIES.contains(subject)) {
      return false;
    }
    String[] fields = new String(message.getData(), StandardCharsets.US_ASCII).split(",", -1);
    try {
      int device = phones.index(fields[0]);
      if (device < 0) {
        book.foreign();
        return true;
      }
      long key = key(device, Integer.parseInt(fields[1]));
      Early reply = new Early(subject, HEX.parseHex(fields[2]), received);
      Stamp alert = sent.remove(key);
      if (alert != null) {
        replied(key, alert, reply);
      } else if (replied.containsKey(key)) {
        replied(key, replied.get(key), reply);
      } else {
        early.put(key, reply);
      }
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      book.unstamped();
    }
    return true;
  }

  private void takeAnswer(String to, Message message) {
    if (to.equals(FLUSH)) {
      flushes--;
      return;
    }
    Stamp alert = requested.remove(Integer.parseInt(to));
    if (alert == null) {
      return;
    }
    String text = new String(message.getData(), StandardCharsets.US_ASCII);
    if (message.isStatusMessage()) {
      book.writeFailed(alert.flow(), "nobodyListens");
    } else if (text.matches("sent [0-9]{1,5}")) {
      book.written(alert.flow(), alert.n());
      long key = key(alert.device(), Integer.parseInt(text.substring(5)));
      Early reply = early.remove(key);
      if (reply == null) {
        sent.put(key, alert);
      } else {
        replied(key, alert, reply);
      }
    } else {
      book.writeFailed(alert.flow(), text.isEmpty() ? "empty" : text.split(" ")[0]);
    }
  }

  /** What the reply does not say stays unknown. */
  private void replied(long key, Stamp alert, Early reply) {
    replied.put(key, alert);
    long sentAt = Stamp.UNKNOWN;
    long commandReceived = Stamp.UNKNOWN;
    if (reply.subject.equals("0x0104")) {
      Optional<Stamp> stamp = Stamp.find(reply.body);
      sentAt = stamp.map(Stamp::sent).orElse(Stamp.UNKNOWN);
      commandReceived = stamp.map(each -> each.legs().commandReceived()).orElse(Stamp.UNKNOWN);
    } else if (reply.subject.equals("0x0201") && reply.body.length >= LOCATION_BYTES) {
      ByteBuffer body = ByteBuffer.wrap(reply.body);
      sentAt =
          published
              .stamp(
                  profile.devices().name(alert.device()),
                  Integer.toUnsignedLong(body.getInt(LATITUDE_AT)),
                  Integer.toUnsignedLong(body.getInt(LATITUDE_AT + Integer.BYTES)),
                  reply.received)
              .map(Stamp::sent)
              .orElse(Stamp.UNKNOWN);
    }
    Stamp.Legs asked = alert.legs();
    book.arrived(
        new Stamp(
            alert.run(),
            Jt808Flows.REPLY,
            alert.period(),
            alert.device(),
            alert.n(),
            sentAt,
            sentAt,
            new Stamp.Legs(
                asked.querySent(), asked.queryReceived(), asked.commandWritten(), commandReceived)),
        reply.received);
  }

  private static long key(int device, int serial) {
    return ((long) device << 16) | (serial & 0xffff);
  }
}
