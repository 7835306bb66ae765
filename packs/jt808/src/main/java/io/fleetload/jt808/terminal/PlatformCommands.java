// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.jt808.command.CommandRequests;
import io.fleetload.jt808.wire.Acknowledgement;
import io.fleetload.jt808.wire.Body;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Item;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Parameters;
import io.fleetload.jt808.wire.ParametersReply;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.TextMessage;
import io.fleetload.jt808.wire.Version;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * The platform's commands to one terminal, and its replies. A text and a parameter carry the stamp
 * of the alert that they answer. A question carries nothing, so it is taken for the answer to the
 * oldest alert that waits for one; where none waits, for the last question once more.
 *
 * <p>The command is the outcome of the alert: the platform's acknowledgement does not settle it.
 */
public final class PlatformCommands {
  private static final Stamp.Legs UNKNOWN =
      new Stamp.Legs(Stamp.UNKNOWN, Stamp.UNKNOWN, Stamp.UNKNOWN, Stamp.UNKNOWN);

  private final int device;
  private final TerminalWire wire;
  private final long timeoutNanos;

  /** Null until the first alert. */
  private Deque<Awaiting> awaiting;

  /** Alerts that waited for too long; a question for each of these may still come. */
  private int late;

  /** The last alert that a question answered; null before it. */
  private Stamp answered;

  private record Awaiting(Stamp alert, Exchange exchange, long since) {}

  /** A command that can be answered. */
  private record Command(int id, int serial) {}

  /**
   * The commands to one terminal.
   *
   * @param timeoutNanos how long an alert waits for its command
   */
  public PlatformCommands(int device, TerminalWire wire, long timeoutNanos) {
    this.device = device;
    this.wire = wire;
    this.timeoutNanos = timeoutNanos;
  }

  /** An alert was sent; a command is to come. */
  public void await(Stamp alert, Exchange exchange) {
    if (awaiting == null) {
      awaiting = new ArrayDeque<>(1);
    }
    long now = wire.clock().nanos();
    dropLate(now);
    awaiting.addLast(new Awaiting(alert, exchange, now));
  }

  /** Else a question that is lost would make all later ones answers to the alert before theirs. */
  private void dropLate(long now) {
    while (!awaiting.isEmpty() && now - awaiting.peekFirst().since > timeoutNanos) {
      awaiting.removeFirst();
      late++;
    }
  }

  /** An alert does not wait any longer. */
  void forget(Exchange exchange) {
    if (awaiting != null && awaiting.removeIf(each -> each.exchange == exchange)) {
      late++;
    }
  }

  /** The connection is another one. */
  public void clear() {
    awaiting = null;
    answered = null;
    late = 0;
  }

  /** The platform sent a message that is no answer; one that is no command here is left alone. */
  public void received(int id, int serial, Body body) {
    Command command = new Command(id, serial);
    switch (id) {
      case MessageId.TEXT ->
          TextMessage.read(body)
              .ifPresent(
                  each ->
                      received(
                          each.text().getBytes(StandardCharsets.US_ASCII),
                          command,
                          each.flags() == CommandRequests.SHOWN
                              && (body.version() == Version.V2013
                                  || each.type() == CommandRequests.NOTICE)));
      case MessageId.SET_PARAMETERS ->
          Parameters.read(body)
              .ifPresent(
                  all ->
                      stamp(all)
                          .ifPresent(each -> received(each, command, all.items().size() == 1)));
      case MessageId.QUERY_PARAMETERS, MessageId.QUERY_LOCATION ->
          question().ifPresent(each -> received(each, command, false));
      default -> {
        // Any other message of the platform.
      }
    }
  }

  /**
   * A command with the stamp in it, and nothing else.
   *
   * @param asSent whether the rest of the command is as the backend wrote it
   */
  private void received(byte[] text, Command command, boolean asSent) {
    Optional<Stamp> stamp = Stamp.find(text);
    stamp.ifPresent(
        each ->
            received(
                each,
                command,
                !asSent || !Arrays.equals(text, each.text().getBytes(StandardCharsets.US_ASCII))));
  }

  private void received(Stamp stamp, Command command, boolean altered) {
    if (awaiting != null) {
      awaiting.removeIf(each -> each.alert.n() == stamp.n());
    }
    wire.listener().get().received(new Inbound(device, stamp, command, altered));
  }

  /** The stamp of the alert that a question answers. */
  private Optional<Stamp> question() {
    if (awaiting == null) {
      return Optional.empty();
    }
    dropLate(wire.clock().nanos());
    if (!awaiting.isEmpty()) {
      answered = awaiting.peekFirst().alert.with(UNKNOWN);
    } else if (late > 0) {
      late--;
      return Optional.empty();
    }
    return Optional.ofNullable(answered);
  }

  private static Optional<byte[]> stamp(Parameters parameters) {
    return parameters.items().stream()
        .filter(each -> each.id() == CommandRequests.STAMP_PARAMETER)
        .findFirst()
        .map(Item::value);
  }

  /** Writes the reply for a message of the engine; the caller ends it. */
  void reply(Message message, Phone phone, int serial) {
    Command command = (Command) message.answers().replyTo();
    FrameWriter to = wire.writer();
    switch (command.id) {
      case MessageId.QUERY_PARAMETERS -> {
        to.begin(MessageId.PARAMETERS_REPLY, phone, serial);
        new ParametersReply(command.serial, CommandRequests.parameters(message.stamp())).write(to);
      }
      case MessageId.QUERY_LOCATION -> {
        to.begin(MessageId.LOCATION_REPLY, phone, serial).u16(command.serial);
        wire.locations().write(to, message);
      }
      default -> {
        to.begin(MessageId.TERMINAL_ACKNOWLEDGEMENT, phone, serial);
        new Acknowledgement(command.serial, command.id, Acknowledgement.OK).write(to);
      }
    }
  }
}
