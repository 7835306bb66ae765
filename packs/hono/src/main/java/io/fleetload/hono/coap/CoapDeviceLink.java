// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.dtls.DtlsSession;
import io.fleetload.dtls.SessionEnd;
import io.fleetload.dtls.SessionEvents;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * One device, or one gateway: CoAP over its DTLS session. What the fleet's devices share is in
 * {@link CoapConnections}, so that a device is small.
 *
 * <p>A message goes out in {@link #send}: its form, its request, the bytes, the record of the
 * session, the datagram of the {@link DeviceChannel}. Its answer comes back the other way and ends
 * in {@link #received}. A command comes in the response to its query: the command is the outcome of
 * the query.
 */
final class CoapDeviceLink implements DeviceLink, DeviceLink.RoamingLink, SessionEvents {
  private final int device;
  private final CoapConnections wire;
  private final DtlsSession session;
  private final DeviceChannel channel;
  private final OpenRequests requests;
  private Exchange connecting;

  CoapDeviceLink(int device, CoapConnections wire) {
    this.device = device;
    this.wire = wire;
    this.session = wire.session(device, this);
    this.channel = new Datagrams();
    this.requests = new OpenRequests(wire);
  }

  private final class Datagrams extends DeviceChannel {
    Datagrams() {
      super(wire.channels(), wire.loop(), device);
    }

    @Override
    protected void datagram(byte[] buffer, int length) {
      session.datagram(buffer, 0, length);
    }

    @Override
    protected void unreachable() {
      if (connecting != null) {
        session.drop();
        notConnected(Cause.Transport.UNREACHABLE);
      }
      failAll(Cause.Transport.UNREACHABLE);
    }
  }

  @Override
  public void connect(Exchange exchange) {
    try {
      channel.open();
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
    CoapExchange request = new CoapExchange(this, form, requests.nextToken(), message, exchange);
    requests.add(request);
    begin(request);
  }

  /** Sends a request, or its next block, under a new message id. */
  private void begin(CoapExchange request) {
    request.begin(requests.nextMessageId(), wire.random());
    write(request);
  }

  private void write(CoapExchange request) {
    int length = request.write(wire.writer());
    session.send(wire.writer().buffer(), 0, length);
    if (request.waits()) {
      wire.retransmissions().await(request, request.waitNanos());
    }
  }

  @Override
  public void transmit(byte[] buffer, int offset, int length) {
    channel.write(buffer, offset, length);
  }

  /** No acknowledgement came in time. */
  void repeat(CoapExchange request) {
    if (request.repeats()) {
      request.outcome().retransmitted();
      write(request);
    } else {
      fail(request, Cause.Transport.TIMEOUT);
    }
  }

  @Override
  public void received(byte[] buffer, int offset, int length) {
    CoapMessage message = wire.message();
    if (!message.read(buffer, offset, length)) {
      return;
    }
    CoapExchange request = requests.of(message);
    boolean separate = message.isSeparate() && message.isResponse();
    boolean again = separate && request == null && requests.cameBefore(message);
    if (message.type() == CoapMessage.CONFIRMABLE) {
      // Again, if our reply to the first one was lost (RFC 7252, sections 4.2 and 4.5).
      boolean taken = again ? requests.wasTaken(message) : request != null;
      int type = taken ? CoapMessage.ACKNOWLEDGEMENT : CoapMessage.RESET;
      session.send(wire.writer().buffer(), 0, wire.writer().empty(type, message.messageId()));
    }
    if (separate && !again) {
      requests.note(message, request != null);
    }
    if (request == null) {
      if (message.isResponse() && !again && requests.isUnexpected(message)) {
        wire.unexpectedAnswer(device);
      }
    } else if (message.type() == CoapMessage.RESET) {
      fail(request, Cause.Transport.RESET);
    } else if (message.code() == CoapMessage.EMPTY) {
      // The response comes later, in a message of its own (section 5.2.2).
      wire.retransmissions().callOff(request);
      request.outcome().accepted();
    } else if (request.goesOn(message)) {
      wire.retransmissions().callOff(request);
      begin(request);
    } else if (message.isSuccess()) {
      requests.hasAnswer(request);
      end(request);
      request.outcome().answeredAt(message.answeredAt(), AnswerTime.STEP_NANOS);
      request.outcome().succeeded(command(request.device(), message));
    } else {
      requests.hasAnswer(request);
      fail(request, new Cause.Protocol(message.codeText()));
    }
  }

  private Inbound command(int to, CoapMessage response) {
    return wire.requests()
        .command(to, response.texts(OptionBytes.LOCATION_PATH), response::payload);
  }

  private void fail(CoapExchange request, Cause cause) {
    end(request);
    request.outcome().failed(cause);
  }

  private void end(CoapExchange request) {
    request.end();
    wire.retransmissions().callOff(request);
    requests.remove(request);
  }

  private void failAll(Cause cause) {
    while (requests.first() != null) {
      fail(requests.first(), cause);
    }
  }

  @Override
  public void abandon(Exchange exchange) {
    if (connecting == exchange) {
      connecting = null;
      session.drop();
    }
    CoapExchange request = requests.of(exchange);
    if (request != null) {
      end(request);
    }
  }

  @Override
  public void close() {
    session.close();
    channel.close();
    failAll(Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    session.cut();
    channel.close();
    failAll(cause);
  }

  @Override
  public void rebind() throws IOException {
    channel.rebind();
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
    requests.beginSession();
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

  private void notConnected(Cause why) {
    Exchange exchange = connecting;
    connecting = null;
    exchange.failed(why);
  }
}
