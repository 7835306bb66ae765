// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.coap.DeviceChannel;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.elements.AddressEndpointContext;
import org.eclipse.californium.elements.DtlsEndpointContext;
import org.eclipse.californium.elements.EndpointContext;
import org.eclipse.californium.elements.MessageCallback;
import org.eclipse.californium.elements.util.Bytes;

/** One device, or one gateway, on the shared connector. */
final class CaliforniumLink implements DeviceLink {
  private final int session;
  private final InetSocketAddress peer;
  private final EndpointContext destination;
  private final CaliforniumWire wire;
  private final List<CaliforniumExchange> open = new ArrayList<>(1);
  private final DeviceChannel channel;
  private Opening connecting;
  private boolean established;
  private boolean leaving;

  CaliforniumLink(int session, InetSocketAddress peer, CaliforniumWire wire) {
    this.session = session;
    this.peer = peer;
    this.destination = new AddressEndpointContext(peer);
    this.wire = wire;
    this.channel = new Datagrams();
  }

  private final class Datagrams extends DeviceChannel {
    Datagrams() {
      super(wire.channels(), wire.loop(), session);
    }

    @Override
    protected void datagram(byte[] buffer, int length) {
      wire.connector().processDatagram(new DatagramPacket(buffer, length, peer));
    }

    @Override
    protected void unreachable() {
      if (connecting != null && !leaving) {
        notConnected(Cause.Transport.UNREACHABLE);
      }
      failAll(Cause.Transport.UNREACHABLE);
    }
  }

  /** Its index in the fleet. */
  int session() {
    return session;
  }

  @Override
  public void connect(Exchange exchange) {
    connecting = new Opening(exchange);
    if (!leaving) {
      open(connecting);
    }
  }

  private void open(Opening opening) {
    try {
      channel.open();
    } catch (IOException e) {
      connecting = null;
      opening.exchange.failed(Cause.Transport.UNREACHABLE);
      return;
    }
    drop();
    wire.connector().handshake(peer, opening);
  }

  @Override
  public void send(Message message, Exchange exchange) {
    Request request = wire.requests().message(message).request(message.payload());
    if (!established) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    request.setDestinationContext(destination);
    CaliforniumExchange begun = new CaliforniumExchange(this, request, message.device(), exchange);
    request.addMessageObserver(begun);
    open.add(begun);
    wire.endpoint().sendRequest(request);
  }

  @Override
  public void abandon(Exchange exchange) {
    if (connecting != null && connecting.exchange == exchange) {
      connecting = null;
      if (!leaving) {
        drop();
      }
    }
    for (CaliforniumExchange each : open) {
      if (each.belongsTo(exchange)) {
        each.abandon();
        return;
      }
    }
  }

  @Override
  public void close() {
    established = false;
    if (channel.isOpen() && !leaving) {
      leaving = true;
      wire.connector().leave(peer, () -> later(this::left));
    }
    failAll(Cause.Transport.DISCONNECTED);
  }

  private void left() {
    leaving = false;
    drop();
    channel.close();
    if (connecting != null) {
      open(connecting);
    }
  }

  @Override
  public void lose(Cause cause) {
    if (!leaving) {
      channel.close();
      drop();
    }
    failAll(cause);
  }

  /** Sends a datagram of the session. */
  void write(byte[] buffer, int offset, int length) {
    channel.write(buffer, offset, length);
  }

  /** The target ended the session. */
  void ended() {
    if (established && !leaving) {
      drop();
      wire.onDisconnect().accept(session);
      failAll(Cause.Transport.DISCONNECTED);
    }
  }

  /** The command to a device in a response, or null. */
  Inbound command(int device, Response response) {
    return wire.requests()
        .command(device, response.getOptions().getLocationPath(), response::getPayload);
  }

  /** The exchange has ended. */
  void forget(CaliforniumExchange exchange) {
    open.remove(exchange);
  }

  void later(Runnable task) {
    wire.loop().execute(task);
  }

  private void drop() {
    established = false;
    wire.connector().forget(peer);
  }

  private void notConnected(Cause why) {
    Exchange exchange = connecting.exchange;
    connecting = null;
    drop();
    exchange.failed(why);
  }

  private void failAll(Cause cause) {
    for (CaliforniumExchange each : List.copyOf(open)) {
      each.fail(cause);
    }
  }

  /** A handshake under way. */
  private final class Opening implements MessageCallback {
    private final Exchange exchange;

    Opening(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void onContextEstablished(EndpointContext context) {
      later(
          () -> {
            if (connecting == this) {
              connecting = null;
              established = true;
              Bytes id = context.get(DtlsEndpointContext.KEY_WRITE_CONNECTION_ID);
              exchange.opened(id == null || id.isEmpty() ? Set.of() : Set.of(CONNECTION_ID));
            }
          });
    }

    @Override
    public void onError(Throwable error) {
      later(
          () -> {
            if (connecting == this) {
              notConnected(Cause.Transport.HANDSHAKE);
            }
          });
    }

    @Override
    public void onConnecting() {
      // That was asked for.
    }

    @Override
    public void onDtlsRetransmission(int flight) {
      // The own stack does not count these either.
    }

    @Override
    public void onSent() {
      // Nothing was.
    }
  }
}
