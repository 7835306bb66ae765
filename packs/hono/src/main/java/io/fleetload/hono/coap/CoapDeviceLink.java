// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.dtls.DtlsSession;
import io.fleetload.dtls.SessionEnd;
import io.fleetload.dtls.SessionEvents;
import io.fleetload.wire.AnsweredNumbers;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.HashSet;
import java.util.Set;

/**
 * One device, or one gateway: its channel, its DTLS session and its open requests. What the fleet's
 * devices share is in {@link CoapWire}, so that a device is small.
 */
final class CoapDeviceLink
    implements DeviceLink, DeviceLink.Roaming, FleetChannels.Receiver, SessionEvents {
  private static final int MESSAGE_IDS = 0xffff;

  private final int device;
  private final CoapWire wire;
  private final DtlsSession session;
  private SelectionKey channel;
  private Exchange connecting;
  private CoapExchange open;
  private SeparateResponses separate;
  private final AnsweredNumbers answered = new AnsweredNumbers(Integer.SIZE);
  private final int tokenBefore;
  private int lastMessageId;
  private int lastToken;

  CoapDeviceLink(int device, CoapWire wire) {
    this.device = device;
    this.wire = wire;
    this.session = wire.session(this);
    // Message ids count per device: a counter shared by all would come round within an exchange's
    // lifetime and make the target take a new message for a repetition (RFC 7252, section 4.4). The
    // first is random, as another device may have had the same port shortly before.
    this.lastMessageId = wire.random(MESSAGE_IDS);
    this.tokenBefore = wire.random(Integer.MAX_VALUE);
    this.lastToken = tokenBefore;
  }

  @Override
  public int session() {
    return device;
  }

  @Override
  public void connect(Exchange exchange) {
    try {
      if (channel == null) {
        channel = wire.open(this);
      }
    } catch (IOException e) {
      exchange.failed(Cause.Transport.UNREACHABLE);
      return;
    }
    connecting = exchange;
    session.handshake();
  }

  @Override
  public void send(Message message, Exchange exchange) {
    RequestForm form = wire.requests().message(message);
    if (!session.established()) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    CoapExchange begun = new CoapExchange(this, form, ++lastToken, message, exchange);
    begun.nextOfDevice = open;
    open = begun;
    next(begun);
  }

  @Override
  public void abandon(Exchange exchange) {
    if (connecting == exchange) {
      connecting = null;
      session.drop();
    }
    for (CoapExchange each = open; each != null; each = each.nextOfDevice) {
      if (each.belongsTo(exchange)) {
        each.end();
        return;
      }
    }
  }

  @Override
  public void close() {
    session.close();
    leave(Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    session.cut();
    leave(cause);
  }

  @Override
  public void rebind() throws IOException {
    SelectionKey before = channel;
    channel = wire.open(this);
    if (before != null) {
      wire.close(before);
    }
  }

  private void leave(Cause cause) {
    if (channel != null) {
      wire.close(channel);
      channel = null;
    }
    failAll(cause);
  }

  /** The command to a device in a response, or null. */
  Inbound command(int to, CoapMessage response) {
    return wire.requests()
        .command(to, response.texts(OptionBytes.LOCATION_PATH), response::payload);
  }

  @Override
  public void datagram(byte[] buffer, int length) {
    session.datagram(buffer, 0, length);
  }

  @Override
  public void unreachable() {
    if (connecting != null) {
      session.drop();
      notConnected(Cause.Transport.UNREACHABLE);
    }
    failAll(Cause.Transport.UNREACHABLE);
  }

  @Override
  public void transmit(byte[] buffer, int offset, int length) {
    SelectionKey used = channel;
    if (used != null && !wire.write(used, buffer, offset, length)) {
      wire.later(
          () -> {
            // Meanwhile the device may have left that port.
            if (channel == used) {
              unreachable();
            }
          });
    }
  }

  @Override
  public void established(boolean abbreviated) {
    Set<String> traits = new HashSet<>();
    if (abbreviated) {
      traits.add(RESUMED);
    }
    if (session.withConnectionId()) {
      traits.add(CONNECTION_ID);
    }
    // Message ids begin again with a session.
    separate = null;
    Exchange exchange = connecting;
    connecting = null;
    if (exchange != null) {
      exchange.opened(traits);
    }
  }

  @Override
  public void ended(SessionEnd end) {
    if (connecting != null) {
      notConnected(Cause.Transport.HANDSHAKE);
    } else {
      wire.disconnected(device);
      failAll(Cause.Transport.DISCONNECTED);
    }
  }

  @Override
  public void received(byte[] buffer, int offset, int length) {
    CoapMessage message = wire.message();
    if (!message.read(buffer, offset, length)) {
      return;
    }
    switch (message.type()) {
      case CoapMessage.ACKNOWLEDGEMENT -> acknowledged(message);
      case CoapMessage.RESET -> reset(message);
      default -> separateResponse(message);
    }
  }

  private void acknowledged(CoapMessage message) {
    if (message.isResponse() && !isOfARequest(message)) {
      wire.unexpectedAnswer(device);
      return;
    }
    CoapExchange exchange = byMessageId(message.messageId());
    if (exchange == null) {
      // The answer to a request that went out twice, and had its answer in between.
      return;
    }
    if (message.code() == CoapMessage.EMPTY) {
      // The response comes later, in a message of its own (RFC 7252, section 5.2.2).
      wire.retransmissions().callOff(exchange);
      exchange.accepted();
    } else if (message.isResponse() && message.hasToken(exchange.token)) {
      exchange.answered(message);
    }
  }

  private void reset(CoapMessage message) {
    CoapExchange exchange = byMessageId(message.messageId());
    if (exchange != null) {
      exchange.fail(Cause.Transport.RESET);
    }
  }

  private void separateResponse(CoapMessage message) {
    if (!message.isResponse()) {
      reply(message, false);
      return;
    }
    int messageId = message.messageId();
    CoapExchange exchange = byToken(message);
    boolean taken = exchange != null;
    if (!taken && separate != null && separate.contains(messageId)) {
      // Our reply to the first one was lost (RFC 7252, section 4.5).
      reply(message, !separate.rejected(messageId));
      return;
    }
    reply(message, taken);
    separate = separate == null ? new SeparateResponses() : separate;
    separate.add(messageId, taken);
    if (taken) {
      exchange.answered(message);
    } else if (!isOfARequest(message) || answered.contains(message.token())) {
      wire.unexpectedAnswer(device);
    }
  }

  /** Says whether a message was waited for, if it wants to hear that (section 4.2). */
  private void reply(CoapMessage message, boolean taken) {
    if (message.type() == CoapMessage.CONFIRMABLE) {
      empty(taken ? CoapMessage.ACKNOWLEDGEMENT : CoapMessage.RESET, message.messageId());
    }
  }

  /** Whether a response has the token of a request that this device sent. */
  private boolean isOfARequest(CoapMessage response) {
    int token = response.token();
    return response.hasToken(token)
        && Integer.compareUnsigned(token - tokenBefore - 1, lastToken - tokenBefore) < 0;
  }

  /** A request has its answer; one more is too many. */
  void hasAnswer(int token) {
    answered.add(token);
  }

  /** Sends an exchange's request, or its next block. */
  void next(CoapExchange exchange) {
    wire.retransmissions().callOff(exchange);
    lastMessageId = (lastMessageId + 1) & MESSAGE_IDS;
    exchange.begin(lastMessageId, wire.random());
  }

  void await(CoapExchange exchange, long nanos) {
    wire.retransmissions().await(exchange, nanos);
  }

  void write(
      RequestForm form, int messageId, int token, byte[] extra, byte[] payload, int from, int to) {
    CoapWriter writer = wire.writer();
    int length = writer.request(form, messageId, token, extra, payload, from, to);
    session.send(writer.buffer(), 0, length);
  }

  /** The exchange has ended. */
  void forget(CoapExchange exchange) {
    wire.retransmissions().callOff(exchange);
    if (open == exchange) {
      open = exchange.nextOfDevice;
      return;
    }
    for (CoapExchange each = open; each != null; each = each.nextOfDevice) {
      if (each.nextOfDevice == exchange) {
        each.nextOfDevice = exchange.nextOfDevice;
        return;
      }
    }
  }

  private void empty(int type, int messageId) {
    session.send(wire.writer().buffer(), 0, wire.writer().empty(type, messageId));
  }

  private void notConnected(Cause why) {
    Exchange exchange = connecting;
    connecting = null;
    exchange.failed(why);
  }

  private void failAll(Cause cause) {
    while (open != null) {
      open.fail(cause);
    }
  }

  private CoapExchange byMessageId(int messageId) {
    for (CoapExchange each = open; each != null; each = each.nextOfDevice) {
      if (each.hasMessageId(messageId)) {
        return each;
      }
    }
    return null;
  }

  private CoapExchange byToken(CoapMessage message) {
    for (CoapExchange each = open; each != null; each = each.nextOfDevice) {
      if (message.hasToken(each.token)) {
        return each;
      }
    }
    return null;
  }
}
