// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.command;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.driver.RunClock;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Flow.Alert;
import io.fleetload.jt808.profile.Jt808Flow.Command;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.PhoneBook;
import io.fleetload.jt808.wire.Acknowledgement;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Item;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Parameters;
import io.fleetload.jt808.wire.ParametersReply;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.TextMessage;
import io.fleetload.profile.Flow;
import io.fleetload.stamp.Stamp;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
public final class CommandRequests {
  /** A parameter of the kind that the standard leaves to makers; its value is the stamp. */
  public static final int STAMP_PARAMETER = 0xf001;

  private static final int HEARTBEAT_SECONDS = 20;
  private static final int LOCATION_SECONDS = 5;

  /** Subjects on which the platform publishes what terminals reply to commands. */
  private static final String ACKNOWLEDGEMENT = "0x0001";

  private static final String PARAMETERS = "0x0104";
  private static final String LOCATION = "0x0201";
  private static final List<String> REPLIES = List.of(ACKNOWLEDGEMENT, PARAMETERS, LOCATION);

  private static final String FLUSH = "flush";
  private static final String NO_BODY = "-";
  private static final HexFormat HEX = HexFormat.of();
  public static final int SHOWN = 1;
  public static final int NOTICE = 1;

  /** Offset of the latitude in a 0x0201: behind the serial number, alarm and status. */
  private static final int LATITUDE_AT = 10;

  private static final int LOCATION_BYTES = 18;

  /** A reply that comes once more comes soon; this bounds the memory. */
  private static final int MOST_REPLIED = 100_000;

  private final Jt808Profile profile;
  private final Connection connection;
  private final ArrivalBook book;
  private final RunClock clock;
  private final Map<String, Alert> alerts;
  private final PublishedMessages published;
  private final PhoneBook phones;
  private final String inbox;
  private final FrameWriter writer = new FrameWriter();

  /** Commands of which the platform did not yet report the fate, as {@code flow-number}. */
  private final Map<String, Stamp> requested = new HashMap<>();

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

  public CommandRequests(
      Jt808Profile profile, Connection connection, ArrivalBook book, RunClock clock) {
    this.profile = profile;
    this.connection = connection;
    this.book = book;
    this.clock = clock;
    this.alerts = Flow.of(Alert.class, profile.flows());
    this.published = new PublishedMessages(profile, book.runId());
    this.phones = new PhoneBook(profile.devices());
    this.inbox = connection.createInbox() + ".";
  }

  public void subscribe(Dispatcher dispatcher) {
    dispatcher.subscribe(inbox + "*");
    if (!alerts.isEmpty()) {
      REPLIES.forEach(dispatcher::subscribe);
    }
  }

  /** Counts the replies to commands that the platform never said that it had sent. */
  public void end() {
    early.values().forEach(each -> book.unstamped());
    early.clear();
  }

  /** Requests that the platform did not answer yet. */
  public int open() {
    return requested.size() + flushes;
  }

  /** Asks the platform to publish what it still holds. */
  public void flush() {
    flushes++;
    ask(FLUSH, FLUSH);
  }

  /** Requests that the platform leaves unanswered: it may have taken the commands or not. */
  public void giveUp() {
    requested.values().forEach(alert -> book.writeUnknown(alert.flow(), alert.n()));
    requested.clear();
    flushes = 0;
  }

  /**
   * Asks for the command that answers an alert.
   *
   * @param received when the alert came, ns since the epoch
   */
  public void request(Stamp alert, long received) {
    long now = clock.epochNanos(clock.nanos());
    Stamp stamp = alert.with(new Stamp.Legs(alert.sent(), received, now, 0));
    String key = alert.flow() + "-" + alert.n();
    requested.put(key, stamp);
    Command command = command(alert);
    begin(command, alert.device());
    putBody(command, stamp);
    byte[] body = writer.body();
    String hex = body.length == 0 ? NO_BODY : HEX.formatHex(body);
    ask(key, "%s %04x %s".formatted(phones.number(alert.device()), id(command), hex));
  }

  private Command command(Stamp alert) {
    return alerts.get(alert.flow()).command();
  }

  /** Begins a message in the version that a terminal speaks. */
  private void begin(Command command, int device) {
    writer.begin(id(command), Phone.of(phones.version(device), phones.number(device)), 0);
  }

  private void ask(String reply, String text) {
    connection.publish(
        profile.target().commands(), inbox + reply, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static int id(Command command) {
    return switch (command) {
      case TEXT -> MessageId.TEXT;
      case SET_PARAMETERS -> MessageId.SET_PARAMETERS;
      case QUERY_PARAMETERS -> MessageId.QUERY_PARAMETERS;
      case QUERY_LOCATION -> MessageId.QUERY_LOCATION;
    };
  }

  private void putBody(Command command, Stamp stamp) {
    switch (command) {
      case TEXT -> new TextMessage(SHOWN, NOTICE, stamp.text()).write(writer);
      case SET_PARAMETERS -> {
        byte[] text = stamp.text().getBytes(StandardCharsets.US_ASCII);
        new Parameters(List.of(new Item(STAMP_PARAMETER, text))).write(writer);
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
  public boolean take(Message message, long received) {
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
    Stamp alert = requested.remove(to);
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

  /** Books the reply; what it does not say stays unknown. */
  private void replied(long key, Stamp alert, Early reply) {
    replied.put(key, alert);
    Optional<Stamp> stamp =
        switch (reply.subject) {
          case PARAMETERS -> Stamp.find(reply.body);
          case LOCATION -> place(alert, reply);
          default -> Optional.empty();
        };
    long sentAt = stamp.map(Stamp::sent).orElse(Stamp.UNKNOWN);
    Stamp.Legs asked = alert.legs();
    long commandReceived =
        stamp
            .filter(each -> each.legs() != null)
            .map(each -> each.legs().commandReceived())
            .orElse(Stamp.UNKNOWN);
    Stamp answer =
        new Stamp(
            alert.run(),
            Jt808Flow.replies(alert.flow()),
            alert.period(),
            alert.device(),
            alert.n(),
            sentAt,
            sentAt,
            new Stamp.Legs(
                asked.querySent(), asked.queryReceived(), asked.commandWritten(), commandReceived));
    book.arrived(answer, reply.received);
    if (!isAsSent(command(alert), answer, (int) (key & 0xffff), reply, stamp)) {
      book.flawed(answer, Flaw.ALTERED);
    }
  }

  /** The stamp of a 0x0201; nothing where it has none. */
  private Optional<Stamp> place(Stamp alert, Early reply) {
    if (reply.body.length < LOCATION_BYTES) {
      return Optional.empty();
    }
    ByteBuffer body = ByteBuffer.wrap(reply.body);
    return published.stamp(
        phones.number(alert.device()),
        Integer.toUnsignedLong(body.getInt(LATITUDE_AT)),
        Integer.toUnsignedLong(body.getInt(LATITUDE_AT + Integer.BYTES)),
        reply.received);
  }

  /** Returns whether a reply says what the terminal says to that command. */
  private boolean isAsSent(
      Command command, Stamp answer, int serial, Early reply, Optional<Stamp> stamp) {
    String subject =
        switch (command) {
          case TEXT, SET_PARAMETERS -> ACKNOWLEDGEMENT;
          case QUERY_PARAMETERS -> PARAMETERS;
          case QUERY_LOCATION -> LOCATION;
        };
    if (!reply.subject.equals(subject)) {
      return false;
    }
    if (subject.equals(ACKNOWLEDGEMENT)) {
      begin(command, answer.device());
      new Acknowledgement(serial, id(command), Acknowledgement.OK).write(writer);
      return Arrays.equals(writer.body(), reply.body);
    }
    if (stamp.filter(each -> isSame(each, answer)).isEmpty()) {
      return false;
    }
    if (subject.equals(PARAMETERS)) {
      begin(command, answer.device());
      new ParametersReply(serial, parameters(stamp.get())).write(writer);
      return Arrays.equals(writer.body(), reply.body);
    }
    return Short.toUnsignedInt(ByteBuffer.wrap(reply.body).getShort()) == serial;
  }

  private static boolean isSame(Stamp stamp, Stamp answer) {
    return stamp.run().equals(answer.run())
        && stamp.flow().equals(answer.flow())
        && stamp.period() == answer.period()
        && stamp.device() == answer.device()
        && stamp.n() == answer.n();
  }

  private static long key(int device, int serial) {
    return ((long) device << 16) | (serial & 0xffff);
  }

  /** Parameters that a terminal has set, and the stamp of its reply. */
  public static Parameters parameters(Stamp stamp) {
    byte[] text = stamp.text().getBytes(StandardCharsets.US_ASCII);
    return new Parameters(
        List.of(
            Item.of(Parameters.HEARTBEAT_INTERVAL, 4, HEARTBEAT_SECONDS),
            Item.of(Parameters.LOCATION_INTERVAL, 4, LOCATION_SECONDS),
            new Item(STAMP_PARAMETER, text)));
  }
}
