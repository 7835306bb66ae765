// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.jt808.wire.Acknowledgement;
import io.fleetload.jt808.wire.Authentication;
import io.fleetload.jt808.wire.Body;
import io.fleetload.jt808.wire.Fragments;
import io.fleetload.jt808.wire.Frame;
import io.fleetload.jt808.wire.FrameFault;
import io.fleetload.jt808.wire.FrameReader;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.LocationBatch;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.Registration;
import io.fleetload.jt808.wire.RegistrationReply;
import io.fleetload.jt808.wire.ResendRequest;
import io.fleetload.jt808.wire.SentFragments;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One terminal: it connects, registers, authenticates itself with the code that the platform gave
 * it, sends what is due, and answers what the platform commands.
 */
final class TerminalLink implements DeviceLink, TcpConnection.Listener, FrameReader.Listener {
  private static final int ALARM_CONFIRMED = 4;
  private static final int MOST_JOINED = 4;
  private static final int MOST_JOINED_BYTES = 1 << 16;
  private static final Registration VEHICLE =
      new Registration(44, 300, "FLEET", "LOADTEST", "T000001", 1, "A12345");

  private final TerminalWire wire;
  private final int device;
  private final Phone phone;
  private final InetSocketAddress source;
  private final TcpConnection connection;
  private final Writes writes;
  private final FrameReader reader;
  private final UnderWay underWay = new UnderWay();
  private final Batches batches;
  private final PlatformCommands commands;
  private int serial;
  private Exchange login;
  private long opened = Long.MAX_VALUE;

  /** Both null until a message had more than one fragment. */
  private SentFragments sentFragments;

  private Fragments fragments;

  /**
   * A terminal that is not connected.
   *
   * @param source the local address, port 0; null for any
   * @param settings what the profile says of locations; null where it has none
   */
  TerminalLink(
      TerminalWire wire,
      int device,
      Terminals terminals,
      InetSocketAddress source,
      Jt808Flows.Location settings) {
    this.wire = wire;
    this.device = device;
    this.phone = Phone.of(terminals.version(device), terminals.name(device));
    this.source = source;
    this.connection = new TcpConnection(wire.loop(), this);
    this.writes = new Writes(wire, connection);
    this.reader = new FrameReader(wire.frame(), this);
    this.batches = new Batches(wire, settings, this::sendBatch);
    this.commands = new PlatformCommands(device, wire);
  }

  @Override
  public void connect(Exchange exchange) {
    login = exchange;
    opened = Long.MAX_VALUE;
    serial = 0;
    reader.reset();
    writes.clear();
    commands.clear();
    sentFragments = null;
    fragments = null;
    connection.open(source, wire.server());
  }

  @Override
  public void connected() {
    VEHICLE.write(begin(MessageId.REGISTRATION));
    end();
  }

  @Override
  public void send(Message message, Exchange exchange) {
    if (!connection.isOpen()) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    switch (message.flow()) {
      case Jt808Flows.HEARTBEAT -> {
        begin(MessageId.HEARTBEAT);
        underWay.add(MessageId.HEARTBEAT, end(), exchange);
      }
      case Jt808Flows.REPLY -> {
        commands.reply(message, phone, serial);
        end();
        // The standard has no answer to an answer.
        exchange.succeeded(null);
      }
      default -> sendLocation(message, exchange);
    }
  }

  private void sendLocation(Message message, Exchange exchange) {
    if (batches.take(message, exchange, opened)) {
      return;
    }
    wire.locations().write(begin(MessageId.LOCATION), message);
    underWay.add(MessageId.LOCATION, end(), exchange);
    if (message.flow().equals(Jt808Flows.ALERT)) {
      commands.await(message.stamp(), exchange);
    }
  }

  private void sendBatch(int type, List<Batches.Waiting> locations) {
    FrameWriter to = begin(MessageId.LOCATION_BATCH);
    LocationBatch.begin(to, type, locations.size());
    for (Batches.Waiting each : locations) {
      int open = to.openLength();
      wire.locations().write(to, each.message());
      to.closeLength(open);
    }
    int last = end();
    locations.forEach(each -> underWay.add(MessageId.LOCATION_BATCH, last, each.exchange()));
  }

  private FrameWriter begin(int id) {
    return wire.writer().begin(id, phone, serial);
  }

  /** Sends what was begun; says under which serial number it will be acknowledged. */
  private int end() {
    int frames = wire.writer().end();
    serial += frames;
    if (frames > 1) {
      if (sentFragments == null) {
        sentFragments = new SentFragments();
      }
      sentFragments.keep(wire.writer());
    }
    writes.write(wire.writer().take());
    return serial - 1;
  }

  @Override
  public void received(ByteBuffer bytes) {
    reader.read(bytes);
  }

  @Override
  public void received(Frame frame) {
    if (!frame.isOf(phone)) {
      // Another terminal's, which no terminal answers.
      return;
    }
    if (!frame.isFragment()) {
      take(frame.id(), frame.serial(), frame.body());
      return;
    }
    if (fragments == null) {
      fragments = new Fragments(MOST_JOINED, MOST_JOINED_BYTES);
    }
    Optional<Body> whole = fragments.add(frame);
    if (whole.isPresent()) {
      take(frame.id(), frame.serial(), whole.get());
    } else if (frame.number() == frame.total()) {
      fragments.missing().forEach(this::askAgain);
    }
  }

  private void askAgain(ResendRequest missing) {
    missing.write(begin(MessageId.TERMINAL_RESEND_REQUEST));
    end();
  }

  private void take(int id, int number, Body body) {
    switch (id) {
      case MessageId.PLATFORM_ACKNOWLEDGEMENT ->
          Acknowledgement.read(body).ifPresent(this::acknowledged);
      case MessageId.REGISTRATION_REPLY -> RegistrationReply.read(body).ifPresent(this::registered);
      case MessageId.PLATFORM_RESEND_REQUEST -> ResendRequest.read(body).ifPresent(this::resend);
      default -> commands.received(id, number, body);
    }
  }

  private void registered(RegistrationReply reply) {
    if (login == null) {
      return;
    }
    if (reply.result() != 0) {
      refused("registration." + reply.result());
      return;
    }
    new Authentication(reply.code(), "123456789012345", "1").write(begin(MessageId.AUTHENTICATION));
    end();
  }

  private void acknowledged(Acknowledgement answer) {
    if (answer.id() == MessageId.AUTHENTICATION || answer.id() == MessageId.REGISTRATION) {
      authenticated(answer);
      return;
    }
    if (sentFragments != null) {
      sentFragments.acknowledged(answer.serial());
    }
    boolean good = answer.result() == Acknowledgement.OK || answer.result() == ALARM_CONFIRMED;
    underWay.answered(
        answer.id(),
        answer.serial(),
        exchange -> {
          if (good) {
            exchange.succeeded(null);
          } else {
            exchange.failed(new Cause.Protocol("result." + answer.result()));
          }
        });
  }

  private void authenticated(Acknowledgement answer) {
    if (login == null) {
      return;
    }
    if (answer.id() != MessageId.AUTHENTICATION || answer.result() != Acknowledgement.OK) {
      refused(
          (answer.id() == MessageId.AUTHENTICATION ? "authentication." : "registration.")
              + answer.result());
      return;
    }
    opened = wire.clock().epochNanos(wire.clock().nanos());
    Exchange session = login;
    login = null;
    session.opened(Set.of());
  }

  private void refused(String code) {
    connection.close();
    fail(new Cause.Protocol(code));
  }

  private void resend(ResendRequest request) {
    if (sentFragments != null && sentFragments.resend(request, wire.writer()) > 0) {
      writes.write(wire.writer().take());
    }
  }

  /** What follows a fault cannot be trusted, so the terminal connects anew. */
  @Override
  public void faulty(FrameFault fault) {
    boolean wasOpen = login == null;
    lose(new Cause.Protocol("frame." + fault.name().toLowerCase(Locale.ROOT)));
    reader.reset();
    if (wasOpen) {
      wire.listener().get().ended(device);
    }
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == login) {
      login = null;
      connection.lose();
    } else if (!batches.forget(exchange)) {
      underWay.forget(exchange);
      commands.forget(exchange);
    }
  }

  @Override
  public void close() {
    if (connection.isOpen()) {
      batches.flush();
      begin(MessageId.LOGOUT);
      end();
      writes.flush();
    }
    connection.close();
    fail(Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    connection.lose();
    fail(cause);
  }

  @Override
  public void ended(IOException why) {
    boolean wasOpen = login == null;
    boolean refused = !wasOpen && why != null;
    fail(refused ? Cause.Transport.UNREACHABLE : Cause.Transport.DISCONNECTED);
    if (wasOpen) {
      wire.listener().get().ended(device);
    }
  }

  private void fail(Cause cause) {
    Exchange opening = login;
    login = null;
    if (opening != null) {
      opening.failed(cause);
    }
    commands.clear();
    batches.fail(cause);
    underWay.fail(cause);
  }
}
