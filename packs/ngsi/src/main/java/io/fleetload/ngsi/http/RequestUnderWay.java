// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.StreamPriority;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.http.impl.HttpClientStream;
import io.vertx.core.http.impl.HttpResponseHead;
import java.util.Map;

/** One message of a flow as a request, from its begin to its outcome. */
final class RequestUnderWay {
  private static final long LONGEST_ANSWER_BYTES = 64L << 20;
  private static final long CANCEL = 0x8;
  private static final StreamPriority NONE = new StreamPriority();

  private final OutgoingRequest outgoing;
  private final Exchange exchange;
  private final HttpLink link;
  private final PartTimes times;
  private Connection connection;
  private HttpClientStream stream;
  private HttpResponseHead head;
  private ResultCount counted;
  private long bodyBytes;
  private boolean over;

  RequestUnderWay(OutgoingRequest outgoing, Exchange exchange, HttpLink link) {
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

  /** Sends it on a stream of a connection. */
  void begin(Connection on) {
    connection = on;
    times.begun(link.nanos());
    on.stream(made -> link.run(() -> write(made)));
  }

  /** Names the steps of the way back, and writes the request. */
  private void write(AsyncResult<HttpClientStream> made) {
    if (over) {
      return;
    }
    if (made.failed()) {
      fail(HttpCause.ofRequest(made.cause()));
      return;
    }
    stream = made.result();
    stream.exceptionHandler(this::broken);
    stream.headHandler(answer -> link.run(() -> answered(answer)));
    stream.chunkHandler(part -> link.run(() -> received(part)));
    stream.endHandler(trailers -> link.run(this::ended));
    Handler<AsyncResult<Void>> written = done -> times.written(link.nanos());
    stream.writeHead(
        outgoing.head(connection.authority()), false, outgoing.body(), true, NONE, false, written);
  }

  private void answered(HttpResponseHead answer) {
    if (over) {
      return;
    }
    head = answer;
    times.answered(link.nanos());
    counted = outgoing.rule().counter(outgoing, head.statusCode(), head.headers());
  }

  private void received(Buffer part) {
    if (over) {
      return;
    }
    bodyBytes += part.length();
    if (bodyBytes > LONGEST_ANSWER_BYTES) {
      over = true;
      stream.reset(new StreamResetException(CANCEL));
      failed(HttpCause.TOO_LARGE);
    } else if (counted != null) {
      counted.take(part.getBytes());
    }
  }

  private void ended() {
    if (over) {
      return;
    }
    Cause flaw = outgoing.rule().flaw(outgoing.path(), head.statusCode(), head.headers(), counted);
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
    if (stream != null) {
      stream.reset(new StreamResetException(CANCEL));
    }
  }
}
