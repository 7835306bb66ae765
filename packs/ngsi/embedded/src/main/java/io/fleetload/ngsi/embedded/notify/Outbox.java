// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The notifications of one subscription on their way to its receiver, over one connection, so that
 * they arrive in order; some may be on it before the first is answered. One that fails is not sent
 * again. For one thread.
 */
public final class Outbox {
  private static final long TIMEOUT_MS = 10_000;

  private final HttpClient client;
  private final String receiver;
  private final MultiMap headers;
  private final Traffic traffic;
  private final Waiting waiting;
  private final Deque<Buffer> queue = new ArrayDeque<>();
  private int underWay;
  private boolean closed;
  private long sent;
  private long failed;

  /**
   * Waits for its first notification.
   *
   * @param client has one connection to a receiver
   * @param receiver an http or https address
   */
  public Outbox(
      HttpClient client, String receiver, MultiMap headers, Traffic traffic, Waiting waiting) {
    this.client = client;
    this.receiver = receiver;
    this.headers = headers;
    this.traffic = traffic;
    this.waiting = waiting;
  }

  public long sent() {
    return sent;
  }

  public long failed() {
    return failed;
  }

  void add(Buffer notification) {
    if (closed) {
      return;
    }
    if (!waiting.enter()) {
      traffic.dropped.increment();
      return;
    }
    queue.add(notification);
    if (underWay < Outboxes.UNANSWERED) {
      next();
    }
  }

  private void next() {
    Buffer notification = queue.poll();
    if (notification == null) {
      return;
    }
    waiting.leave();
    sent++;
    underWay++;
    post(notification)
        .onComplete(
            done -> {
              boolean taken = done.succeeded() && done.result() < 300;
              failed += taken ? 0 : 1;
              underWay--;
              (taken ? traffic.notified : traffic.notNotified).increment();
              next();
            });
  }

  private Future<Integer> post(Buffer notification) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(receiver)
            .setTimeout(TIMEOUT_MS);
    return client.request(options).compose(request -> send(request, notification));
  }

  private Future<Integer> send(HttpClientRequest request, Buffer notification) {
    request.headers().addAll(headers);
    return request
        .send(notification)
        .compose(answer -> answer.end().map(ended -> answer.statusCode()));
  }

  void close() {
    closed = true;
    queue.forEach(each -> waiting.leave());
    queue.clear();
  }
}
