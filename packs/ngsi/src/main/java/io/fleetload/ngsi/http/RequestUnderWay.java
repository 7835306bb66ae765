// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.Map;

/** One message of a flow as a request, from its begin to its outcome. */
final class RequestUnderWay {
  private static final long LONGEST_ANSWER_BYTES = 64L << 20;
  private static final long CANCEL = 0x8;

  private final Outgoing outgoing;
  private final Exchange exchange;
  private final HttpLink link;
  private final PartTimes times;
  private Connection connection;
  private HttpClientRequest request;
  private HttpClientResponse head;
  private ResultCount counted;
  private long bodyBytes;
  private boolean over;

  RequestUnderWay(Outgoing outgoing, Exchange exchange, HttpLink link) {
    this.outgoing = outgoing;
    this.exchange = exchange;
    this.link = link;
    this.times = new PartTimes(link.nanos());
  }

  Exchange exchange() {
    return exchange;
  }

  PartTimes times() {
    return times;
  }

  /** The connection that it is on; null while it waits for one. */
  Connection connection() {
    return connection;
  }

  /** Sends it. */
  void begin(Connection on) {
    connection = on;
    times.begun(link.nanos());
    on.request(made -> link.run(() -> made(made)));
  }

  private void made(AsyncResult<HttpClientRequest> made) {
    if (over) {
      return;
    }
    if (made.failed()) {
      fail(HttpCause.ofRequest(made.cause()));
      return;
    }
    request = made.result();
    request.setMethod(outgoing.method()).setURI(outgoing.path());
    for (Outgoing.Header each : outgoing.headers()) {
      request.putHeader(each.name(), each.value());
    }
    request.exceptionHandler(this::broken);
    request.response(answer -> link.run(() -> answered(answer)));
    Handler<AsyncResult<Void>> written = done -> times.written(link.nanos());
    if (outgoing.body() == null) {
      request.end(written);
    } else {
      request.end(outgoing.body(), written);
    }
  }

  private void answered(AsyncResult<HttpClientResponse> answer) {
    if (over) {
      return;
    }
    if (answer.failed()) {
      fail(HttpCause.ofRequest(answer.cause()));
      return;
    }
    head = answer.result();
    times.answered(link.nanos());
    if (outgoing.rule().counts(head.statusCode(), head.headers())) {
      counted = new ResultCount();
    }
    head.exceptionHandler(this::broken);
    head.handler(part -> link.run(() -> received(part)));
    head.endHandler(end -> link.run(this::ended));
  }

  private void received(Buffer part) {
    if (over) {
      return;
    }
    bodyBytes += part.length();
    if (bodyBytes > LONGEST_ANSWER_BYTES) {
      over = true;
      request.reset(CANCEL);
      failed(HttpCause.TOO_LARGE);
    } else if (counted != null) {
      counted.take(part.getBytes());
    }
  }

  private void ended() {
    if (over) {
      return;
    }
    Cause flaw = outgoing.rule().flaw(head.statusCode(), head.headers(), counted);
    if (flaw != null) {
      fail(flaw);
      return;
    }
    over = true;
    times.tell(exchange, link.nanos());
    tellBytes();
    link.settled(this, () -> exchange.succeeded(saved()));
  }

  private Inbound saved() {
    Map<String, String> saved = outgoing.rule().saved(head.headers(), outgoing.saved());
    Message message = outgoing.message();
    return saved == null ? null : new Inbound(message.device(), message.stamp(), saved);
  }

  private void broken(Throwable failure) {
    link.run(() -> fail(HttpCause.ofRequest(failure)));
  }

  /** It has no whole answer, or not the one that was expected. */
  void fail(Cause cause) {
    if (!over) {
      over = true;
      failed(cause);
    }
  }

  private void failed(Cause cause) {
    if (connection != null) {
      tellBytes();
    }
    link.settled(this, () -> exchange.failed(cause));
  }

  private void tellBytes() {
    exchange.bytes(connection.bytes().takeSent(), connection.bytes().takeReceived());
  }

  /**
   * Its outcome is decided elsewhere. Over HTTP/1.1 this ends the connection: the late answer would
   * be taken for that of the next request.
   */
  void abandon() {
    over = true;
    if (request != null) {
      request.reset(CANCEL);
    }
  }
}
