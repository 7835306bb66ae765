package io.fleetload.simulator.coap;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Token;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.elements.AddressEndpointContext;

/** One device on the shared connector. */
final class CoapDeviceLink implements DeviceLink {
  private final int device;
  private final CoapEndpoint endpoint;
  private final FleetConnector connector;
  private final CoapRequests requests;
  private final List<CoapExchange> open = new ArrayList<>(1);
  private int nextMessageId;

  CoapDeviceLink(
      int device, CoapEndpoint endpoint, FleetConnector connector, CoapRequests requests) {
    this.device = device;
    this.endpoint = endpoint;
    this.connector = connector;
    this.requests = requests;
  }

  @Override
  public void connect(Exchange exchange) {
    try {
      connector.open(device);
    } catch (IOException e) {
      exchange.failed(Cause.Transport.UNREACHABLE);
      return;
    }
    // A ping needs a session and is answered by the peer's message layer alone: it says that the
    // target can be talked to without being a message of any flow.
    Request ping = Request.newPing();
    ping.setToken(Token.EMPTY);
    begin(ping, exchange, true);
  }

  @Override
  public void send(Message message, Exchange exchange) {
    begin(requests.message(message.flow(), message.payload()), exchange, false);
  }

  @Override
  public void answer(Command command, byte[] payload, Exchange exchange) {
    begin(requests.answer(command, payload), exchange, false);
  }

  @Override
  public void abandon(Exchange exchange) {
    for (CoapExchange each : List.copyOf(open)) {
      if (each.belongsTo(exchange)) {
        each.abandon();
      }
    }
  }

  @Override
  public void close() {
    connector.close(connector.address(device));
  }

  /** The host of the target said that nobody listens there. */
  void unreachable() {
    for (CoapExchange each : List.copyOf(open)) {
      each.fail(Cause.Transport.UNREACHABLE);
    }
  }

  private void begin(Request request, Exchange exchange, boolean ping) {
    // Message ids count per device: a counter shared by all would come round within an exchange's
    // lifetime and make the target take a new message for a repetition (RFC 7252, section 4.4).
    request.setMID(nextMessageId);
    nextMessageId = (nextMessageId + 1) & 0xffff;
    request.setDestinationContext(new AddressEndpointContext(connector.address(device)));
    request.addMessageObserver(new CoapExchange(request, exchange, open, ping));
    endpoint.sendRequest(request);
  }
}
