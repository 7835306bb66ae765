package io.fleetload.simulator.coap;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import java.util.Collection;
import org.eclipse.californium.core.coap.MessageObserverAdapter;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.elements.exception.EndpointUnconnectedException;
import org.eclipse.californium.scandium.dtls.DtlsException;

/**
 * Turns what happens to a CoAP request into the outcome of the engine's exchange. While it has no
 * outcome it stands in its link's list of open exchanges.
 */
final class CoapExchange extends MessageObserverAdapter {
  private final Request request;
  private final DeviceLink.Exchange exchange;
  private final Collection<CoapExchange> open;
  private final boolean ping;

  CoapExchange(
      Request request, DeviceLink.Exchange exchange, Collection<CoapExchange> open, boolean ping) {
    // Internal observers are called on the thread that works on the message, which is the loop's.
    super(true);
    this.request = request;
    this.exchange = exchange;
    this.open = open;
    this.ping = ping;
    open.add(this);
  }

  boolean belongsTo(DeviceLink.Exchange other) {
    return exchange == other;
  }

  /** Gives it up: nothing is delivered any more. */
  void abandon() {
    if (open.remove(this)) {
      request.cancel();
    }
  }

  /** Ends it for a reason that the protocol stack does not see. */
  void fail(Cause cause) {
    if (open.remove(this)) {
      request.cancel();
      exchange.failed(cause);
    }
  }

  @Override
  public void onResponse(Response response) {
    if (!open.remove(this)) {
      return;
    }
    if (response.isSuccess()) {
      exchange.succeeded(CoapRequests.command(response));
    } else {
      exchange.failed(new Cause.Protocol(response.getCode().text));
    }
  }

  @Override
  public void onReject() {
    if (!open.remove(this)) {
      return;
    }
    // A ping is answered with a reset (RFC 7252, section 4.3).
    if (ping) {
      exchange.succeeded(null);
    } else {
      exchange.failed(Cause.Transport.RESET);
    }
  }

  @Override
  public void onTimeout() {
    failedFor(Cause.Transport.TIMEOUT);
  }

  @Override
  public void onRetransmission() {
    exchange.retransmitted();
  }

  @Override
  public void onSendError(Throwable error) {
    boolean noSession =
        error instanceof DtlsException || error instanceof EndpointUnconnectedException;
    failedFor(noSession ? Cause.Transport.HANDSHAKE : Cause.Transport.OTHER);
  }

  @Override
  protected void failed() {
    failedFor(Cause.Transport.OTHER);
  }

  private void failedFor(Cause cause) {
    if (open.remove(this)) {
      exchange.failed(cause);
    }
  }
}
