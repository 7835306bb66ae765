// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.jt808.profile.Jt808Flows;
import io.fleetload.jt808.profile.Terminals;
import io.fleetload.jt808.wire.Acknowledgement;
import io.fleetload.jt808.wire.Body;
import io.fleetload.jt808.wire.Frame;
import io.fleetload.jt808.wire.FrameFault;
import io.fleetload.jt808.wire.FrameReader;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.LocationBatch;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.RegistrationReply;
import io.fleetload.jt808.wire.ResendRequest;
import io.fleetload.wire.AnsweredNumbers;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
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

  private final TerminalWire wire;
  private final int device;
  private final Phone phone;
  private final SourceAddress source;
  private final TcpConnection connection;
  private final Outbox outbox;
  private final TerminalRegistration registration;
  private final FrameReader reader;
  private final UnderWay underWay = new UnderWay();
  private final AnsweredNumbers answered = new AnsweredNumbers(Short.SIZE);
  private final Batches batches;
  private final PlatformCommands commands;
  private final ReceivedFragments fragments = new ReceivedFragments();
  private Exchange login;
  private long opened = Long.MAX_VALUE;

  /**
   * A terminal that is not connected.
   *
   * @param source where it connects from
   * @param settings what the profile says of locations; null where it has none
   */
  TerminalLink(
      TerminalWire wire,
      int device,
      Terminals terminals,
      SourceAddress source,
      Jt808Flows.Location settings) {
    this.wire = wire;
    this.device = device;
    this.phone = Phone.of(terminals.version(device), terminals.name(device));
    this.source = source;
    this.connection = new TcpConnection(wire.loop(), this);
    this.outbox = new Outbox(wire, phone, connection);
    this.registration = new TerminalRegistration(outbox, phone.version(), terminals.register());
    this.reader = new FrameReader(wire.frame(), this);
    this.batches = new Batches(wire, settings, this::sendBatch);
    this.commands = new PlatformCommands(device, wire, terminals.timeout().nanos());
  }

  @Override
  public void connect(Exchange exchange) {
    login = exchange;
    opened = Long.MAX_VALUE;
    outbox.clear();
    answered.clear();
    reader.reset();
    commands.clear();
    fragments.clear();
    connection.open(source, wire.server());
  }

  @Override
  public void connected() {
    registration.begin();
  }

  @Override
  public void send(Message message, Exchange exchange) {
    if (!connection.isOpen()) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    switch (message.flow()) {
      case Jt808Flows.HEARTBEAT -> {
        outbox.begin(MessageId.HEARTBEAT);
        underWay.add(MessageId.HEARTBEAT, outbox.end(), exchange);
      }
      case Jt808Flows.REPLY -> {
        commands.reply(message, phone, outbox.serial());
        outbox.end();
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
    wire.locations().write(outbox.begin(MessageId.LOCATION), message);
    underWay.add(MessageId.LOCATION, outbox.end(), exchange);
    if (message.flow().equals(Jt808Flows.ALERT)) {
      commands.await(message.stamp(), exchange);
    }
  }

  private void sendBatch(int type, List<Batches.Waiting> locations) {
    FrameWriter to = outbox.begin(MessageId.LOCATION_BATCH);
    LocationBatch.begin(to, type, locations.size());
    for (Batches.Waiting each : locations) {
      int open = to.openLength();
      wire.locations().write(to, each.message());
      to.closeLength(open);
    }
    int last = outbox.end();
    locations.forEach(each -> underWay.add(MessageId.LOCATION_BATCH, last, each.exchange()));
  }

  @Override
  public void received(ByteBuffer bytes) {
    reader.read(bytes);
  }

  @Override
  public void received(Frame frame) {
    if (!connection.isOpen() || !frame.isOf(phone)) {
      // Behind the end of the session, or another terminal's, which no terminal answers.
      return;
    }
    if (!frame.isFragment()) {
      take(frame.id(), frame.serial(), frame.body());
      return;
    }
    Optional<Body> whole = fragments.join(frame);
    if (whole.isPresent()) {
      // A message has the serial number of its last fragment, whichever came last.
      int last = (frame.serial() - frame.number() + frame.total()) & 0xffff;
      take(frame.id(), last, whole.get());
    } else {
      fragments.missing(frame).forEach(this::askAgain);
    }
  }

  private void askAgain(ResendRequest missing) {
    missing.write(outbox.begin(MessageId.TERMINAL_RESEND_REQUEST));
    outbox.end();
  }

  private void take(int id, int number, Body body) {
    switch (id) {
      case MessageId.PLATFORM_ACKNOWLEDGEMENT ->
          Acknowledgement.read(body).ifPresent(this::acknowledged);
      case MessageId.REGISTRATION_REPLY -> RegistrationReply.read(body).ifPresent(this::registered);
      case MessageId.PLATFORM_RESEND_REQUEST -> ResendRequest.read(body).ifPresent(outbox::resend);
      default -> commands.received(id, number, body);
    }
  }

  private void registered(RegistrationReply reply) {
    if (login != null) {
      registration.answered(reply).ifPresent(this::refused);
    }
  }

  private void acknowledged(Acknowledgement answer) {
    if (answer.id() == MessageId.AUTHENTICATION || answer.id() == MessageId.REGISTRATION) {
      authenticated(answer);
      return;
    }
    int serial = outbox.acknowledged(answer.serial());
    boolean good = answer.result() == Acknowledgement.OK || answer.result() == ALARM_CONFIRMED;
    boolean expected =
        underWay.answered(
            answer.id(),
            serial,
            exchange -> {
              if (good) {
                exchange.succeeded(null);
              } else {
                commands.forget(exchange);
                exchange.failed(new Cause.Protocol("result." + answer.result()));
              }
            });
    if (expected) {
      answered.add(serial);
    } else if (answered.contains(serial) || !outbox.hasSent(serial)) {
      wire.listener().get().unexpectedAnswer(device);
    }
  }

  private void authenticated(Acknowledgement answer) {
    if (login == null) {
      return;
    }
    boolean registers = answer.id() == MessageId.REGISTRATION;
    if (answer.result() != Acknowledgement.OK) {
      if (!registers && registration.beginsAnew()) {
        return;
      }
      refused((registers ? "registration." : "authentication.") + answer.result());
    } else if (!registers) {
      // That of a registration says nothing new: the code is still to come.
      opened = wire.clock().epochNanos(wire.clock().nanos());
      Exchange session = login;
      login = null;
      session.opened(Set.of());
    }
  }

  private void refused(String code) {
    connection.close();
    fail(new Cause.Protocol(code));
  }

  /** What follows a fault cannot be trusted, so the terminal connects anew. */
  @Override
  public void faulty(FrameFault fault) {
    if (!connection.isOpen()) {
      return;
    }
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
      registration.end();
      outbox.flush();
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
    // The terminal speaks first, so it says whether anybody listened.
    boolean nobodyListens = outbox.isUnused() && why != null;
    fail(nobodyListens ? Cause.Transport.UNREACHABLE : Cause.Transport.DISCONNECTED);
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
