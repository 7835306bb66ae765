// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.hono.coap.AnswerTime;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.californium.core.coap.MessageObserverAdapter;
import org.eclipse.californium.core.coap.Option;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;

/**
 * Turns what happens to a CoAP request into the outcome of the engine's exchange. The engine gets
 * it in a task of its own, so that Californium has finished its part when the engine goes on.
 */
final class CaliforniumExchange extends MessageObserverAdapter {
  private final CaliforniumLink link;
  private final Request request;
  private final int device;
  private final DeviceLink.Exchange outcome;
  private boolean ended;

  CaliforniumExchange(
      CaliforniumLink link, Request request, int device, DeviceLink.Exchange outcome) {
    // Californium calls internal observers on the thread that works on the message, the fleet's.
    super(true);
    this.link = link;
    this.request = request;
    this.device = device;
    this.outcome = outcome;
  }

  boolean belongsTo(DeviceLink.Exchange other) {
    return outcome == other;
  }

  /** Gives it up: nothing is delivered any more. */
  void abandon() {
    ended = true;
    link.forget(this);
    request.cancel();
  }

  /** Ends it for a reason that Californium does not see. */
  void fail(Cause cause) {
    abandon();
    outcome.failed(cause);
  }

  @Override
  public void onResponse(Response response) {
    end(
        exchange -> {
          if (response.isSuccess()) {
            exchange.answeredAt(answeredAt(response), AnswerTime.STEP_NANOS);
            exchange.succeeded(link.command(device, response));
          } else {
            exchange.failed(new Cause.Protocol(response.getCode().text));
          }
        });
  }

  private static long answeredAt(Response response) {
    List<Option> times =
        response.getOptions().getOthers().stream()
            .filter(each -> each.getNumber() == AnswerTime.OPTION)
            .toList();
    byte[] value = times.size() == 1 ? times.get(0).getValue() : new byte[0];
    return AnswerTime.of(value, 0, value.length);
  }

  @Override
  public void onAcknowledgement() {
    tell(DeviceLink.Exchange::accepted);
  }

  @Override
  public void onRetransmission() {
    tell(DeviceLink.Exchange::retransmitted);
  }

  @Override
  public void onReject() {
    end(exchange -> exchange.failed(Cause.Transport.RESET));
  }

  @Override
  public void onTimeout() {
    end(exchange -> exchange.failed(Cause.Transport.TIMEOUT));
  }

  @Override
  public void onSendError(Throwable error) {
    // A message needs a session that is open: what else can fail is that it has ended meanwhile.
    end(exchange -> exchange.failed(Cause.Transport.DISCONNECTED));
  }

  @Override
  public void onResponseHandlingError(Throwable cause) {
    end(exchange -> exchange.failed(Cause.Transport.OTHER));
  }

  private void end(Consumer<DeviceLink.Exchange> what) {
    tell(
        exchange -> {
          ended = true;
          link.forget(this);
          what.accept(exchange);
        });
  }

  private void tell(Consumer<DeviceLink.Exchange> what) {
    link.later(
        () -> {
          if (!ended) {
            what.accept(outcome);
          }
        });
  }
}
