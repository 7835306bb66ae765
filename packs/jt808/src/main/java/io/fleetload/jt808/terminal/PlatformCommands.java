// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.jt808.command.CommandRequests;
import io.fleetload.jt808.profile.Jt808Flow;
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
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The platform's commands to one terminal, and its replies. A text and a parameter carry the stamp
 * of the alert that they answer. A question carries nothing, so it is taken for the answer to the
 * oldest alert that waits for such a question; where none waits, for the last question once more.
 *
 * <p>The command is the outcome of the alert: the platform's acknowledgement does not settle it.
 */
public final class PlatformCommands {
  private final int device;
  private final TerminalWire wire;

  /** Alerts by the command that answers them; null until the first alert. */
  private Map<Jt808Flow.Command, AwaitingAlerts> awaiting;

  /** A command that can be answered. */
  private record Command(int id, int serial) {}

  /** The commands to one terminal. */
  public PlatformCommands(int device, TerminalWire wire) {
    this.device = device;
    this.wire = wire;
  }

  /**
   * An alert was sent; a command is to come.
   *
   * @param by the command
   * @param timeoutNanos how long the alert waits for it
   */
  public void await(Stamp alert, Exchange exchange, Jt808Flow.Command by, long timeoutNanos) {
    if (awaiting == null) {
      awaiting = new EnumMap<>(Jt808Flow.Command.class);
    }
    awaiting
        .computeIfAbsent(by, each -> new AwaitingAlerts())
        .add(alert, exchange, wire.clock().nanos(), timeoutNanos);
  }

  /** An alert does not wait any longer. */
  void forget(Exchange exchange) {
    if (awaiting != null) {
      awaiting.values().forEach(each -> each.forget(exchange));
    }
  }

  /** The connection is another one. */
  public void clear() {
    awaiting = null;
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
      case MessageId.QUERY_PARAMETERS -> asked(Jt808Flow.Command.QUERY_PARAMETERS, command);
      case MessageId.QUERY_LOCATION -> asked(Jt808Flow.Command.QUERY_LOCATION, command);
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
      awaiting.values().forEach(each -> each.answered(stamp));
    }
    wire.listener().get().received(new Inbound(device, stamp, command, altered));
  }

  private void asked(Jt808Flow.Command question, Command command) {
    if (awaiting == null) {
      return;
    }
    AwaitingAlerts alerts = awaiting.get(question);
    if (alerts == null && awaiting.size() == 1) {
      // A platform may ask something else than it was to, as long as it is clear of which alert.
      alerts = awaiting.values().iterator().next();
    }
    if (alerts != null) {
      alerts.question(wire.clock().nanos()).ifPresent(each -> received(each, command, false));
    }
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
