// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Message;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Flow.Alert;
import io.fleetload.jt808.profile.Jt808Flow.Heartbeat;
import io.fleetload.jt808.profile.Registrations;
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
import io.fleetload.wire.TcpLink;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One terminal: it connects, registers, authenticates itself with the code that the platform gave
 * it, sends what is due, and answers what the platform commands.
 */
final class TerminalLink extends TcpLink implements FrameReader.Listener {
  private static final int ALARM_CONFIRMED = 4;

  private final TerminalWire wire;
  private final Phone phone;
  private final Outbox outbox;
  private final TerminalRegistration registration;
  private final FrameReader reader;

  /** By the flow of locations. */
  private final Map<String, Batches> batches;

  private final PlatformCommands commands;
  private final ReceivedFragments fragments = new ReceivedFragments();
  private long opened = Long.MAX_VALUE;

  /**
   * A terminal that is not connected.
   *
   * @param registrations what it says of itself
   */
  TerminalLink(
      LinkPlace place, TerminalWire wire, TerminalGroup group, Registrations registrations) {
    super(place, Short.SIZE);
    this.wire = wire;
    this.phone = group.phone(device());
    this.outbox = new Outbox(wire, phone, connection(), group.keys().sticky());
    this.registration =
        new TerminalRegistration(
            outbox, () -> registrations.of(device()), phone.version(), group.keys().register());
    this.reader = new FrameReader(wire.frame(), this);
    Map<String, Batches> each = new HashMap<>();
    group
        .locations()
        .forEach((flow, keys) -> each.put(flow, new Batches(wire, keys, this::sendBatch)));
    this.batches = Map.copyOf(each);
    this.commands = new PlatformCommands(device(), wire);
  }

  @Override
  protected void login() {
    opened = Long.MAX_VALUE;
    outbox.clear();
    reader.reset();
    commands.clear();
    fragments.clear();
    registration.begin();
  }

  /** Writes a message into a batch, or into a frame of its own, and waits for the answer. */
  @Override
  protected void write(Message message, Exchange exchange) {
    String name = message.flow();
    Batches batch = batches.get(name);
    if (batch != null && batch.take(message, exchange, opened)) {
      return;
    }
    Jt808Flow flow = wire.profile().flows().get(name);
    if (flow == null) {
      commands.reply(message, phone, outbox.serial());
      outbox.end();
      // The standard has no answer to an answer.
      exchange.succeeded(null);
      return;
    }
    int id = flow instanceof Heartbeat ? MessageId.HEARTBEAT : MessageId.LOCATION;
    FrameWriter frame = outbox.begin(id);
    if (id == MessageId.LOCATION) {
      wire.locations().write(frame, message);
    }
    await(key(id, outbox.end()), exchange);
    if (flow instanceof Alert alert) {
      long timeout = wire.profile().timeout(name).nanos();
      commands.await(message.stamp(), exchange, alert.command(), timeout);
    }
  }

  private void sendBatch(int type, List<Batches.WaitingLocation> locations) {
    FrameWriter to = outbox.begin(MessageId.LOCATION_BATCH);
    LocationBatch.begin(to, type, locations.size());
    for (Batches.WaitingLocation each : locations) {
      int open = to.openLength();
      wire.locations().write(to, each.message());
      to.closeLength(open);
    }
    int key = key(MessageId.LOCATION_BATCH, outbox.end());
    locations.forEach(each -> await(key, each.exchange()));
  }

  private static int key(int id, int serial) {
    return (id << 16) | (serial & 0xffff);
  }

  @Override
  protected void read(ByteBuffer bytes) {
    reader.read(bytes);
  }

  /** A frame on its way back: joined, where it is a fragment, and to what it is the answer of. */
  @Override
  public void received(Frame frame) {
    if (!connection().isOpen() || !frame.isOf(phone)) {
      // Behind the end of the session, or another terminal's, which no terminal answers.
      return;
    }
    int id = frame.id();
    int number = frame.serial();
    Body body = frame.body();
    if (frame.isFragment()) {
      Optional<Body> whole = fragments.join(frame);
      if (whole.isEmpty()) {
        fragments.missing(frame).forEach(this::askAgain);
        return;
      }
      // A message has the serial number of its last fragment, whichever came last.
      number = (frame.serial() - frame.number() + frame.total()) & 0xffff;
      body = whole.get();
    }
    switch (id) {
      case MessageId.PLATFORM_ACKNOWLEDGEMENT ->
          Acknowledgement.read(body).ifPresent(this::acknowledged);
      case MessageId.REGISTRATION_REPLY -> RegistrationReply.read(body).ifPresent(this::registered);
      case MessageId.PLATFORM_RESEND_REQUEST -> ResendRequest.read(body).ifPresent(outbox::resend);
      default -> commands.received(id, number, body);
    }
  }

  private void askAgain(ResendRequest missing) {
    missing.write(outbox.begin(MessageId.TERMINAL_RESEND_REQUEST));
    outbox.end();
  }

  private void registered(RegistrationReply reply) {
    if (isLoggingIn()) {
      registration.answered(reply).ifPresent(why -> refused(new Cause.Protocol(why)));
    }
  }

  private void acknowledged(Acknowledgement answer) {
    if (answer.id() == MessageId.AUTHENTICATION || answer.id() == MessageId.REGISTRATION) {
      authenticated(answer);
      return;
    }
    int serial = outbox.acknowledged(answer.serial());
    boolean good = answer.result() == Acknowledgement.OK || answer.result() == ALARM_CONFIRMED;
    answered(
        key(answer.id(), serial),
        serial,
        outbox.hasSent(serial),
        exchange -> {
          if (good) {
            exchange.succeeded(null);
          } else {
            commands.forget(exchange);
            exchange.failed(new Cause.Protocol("result." + answer.result()));
          }
        });
  }

  private void authenticated(Acknowledgement answer) {
    if (!isLoggingIn()) {
      return;
    }
    boolean registers = answer.id() == MessageId.REGISTRATION;
    if (answer.result() != Acknowledgement.OK) {
      if (registers || !registration.beginsAnew()) {
        String of = registers ? "registration." : "authentication.";
        refused(new Cause.Protocol(of + answer.result()));
      }
    } else if (!registers) {
      // That of a registration says nothing new: the code is still to come.
      opened = wire.clock().epochNanos(wire.clock().nanos());
      loggedIn();
    }
  }

  @Override
  public void faulty(FrameFault fault) {
    if (connection().isOpen()) {
      reader.reset();
      broken(new Cause.Protocol("frame." + fault.name().toLowerCase(Locale.ROOT)));
    }
  }

  @Override
  protected void logout() {
    batches.values().forEach(Batches::flush);
    registration.end();
    outbox.flush();
  }

  @Override
  protected void forget(Exchange exchange) {
    for (Batches each : batches.values()) {
      if (each.forget(exchange)) {
        return;
      }
    }
    commands.forget(exchange);
  }

  @Override
  protected void fail(Cause cause) {
    commands.clear();
    batches.values().forEach(each -> each.fail(cause));
  }
}
