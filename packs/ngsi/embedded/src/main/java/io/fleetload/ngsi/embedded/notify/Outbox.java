// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.RequestOptions;
import java.net.ConnectException;
import java.time.Clock;
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
  private final Traffic traffic;
  private final OutboxLimit waiting;
  private final Clock clock;
  private final Deque<Form.Post> queue = new ArrayDeque<>();
  private int underWay;
  private boolean closed;
  private long sent;
  private long failed;
  private long failedInARow;
  private long lastSent;
  private long lastSuccess;
  private int lastStatus;
  private long lastFailure;
  private String lastReason = "";

  /**
   * Waits for its first notification.
   *
   * @param client has one connection to a receiver
   */
  Outbox(HttpClient client, Traffic traffic, OutboxLimit waiting, Clock clock) {
    this.client = client;
    this.traffic = traffic;
    this.waiting = waiting;
    this.clock = clock;
  }

  public long sent() {
    return sent;
  }

  /** Number of notifications without an answer, and of those with a status from 300 on. */
  public long failed() {
    return failed;
  }

  /** Number of notifications without an answer since the last one that had one. */
  public long failedInARow() {
    return failedInARow;
  }

  /** Time at which the last one was sent, in ms since 1970; 0 before the first. */
  public long lastSent() {
    return lastSent;
  }

  /** Time at which the last one was answered, in ms since 1970; 0 before the first. */
  public long lastSuccess() {
    return lastSuccess;
  }

  /** The status of that answer. */
  public int lastStatus() {
    return lastStatus;
  }

  /** Time at which the last one failed, in ms since 1970; 0 before the first. */
  public long lastFailure() {
    return lastFailure;
  }

  /** Reason of the last failure; empty if that is not known. */
  public String lastReason() {
    return lastReason;
  }

  void add(Form.Post notification) {
    if (closed) {
      return;
    }
    if (!waiting.enter()) {
      traffic.dropped.increment();
      return;
    }
    traffic.underWay.increment();
    queue.add(notification);
    if (underWay < Outboxes.UNANSWERED) {
      next();
    }
  }

  private void next() {
    Form.Post notification = queue.poll();
    if (notification == null) {
      return;
    }
    waiting.leave();
    sent++;
    lastSent = clock.millis();
    underWay++;
    post(notification)
        .onComplete(
            done -> {
              boolean taken = done.succeeded() && done.result() < 300;
              failed += taken ? 0 : 1;
              underWay--;
              (taken ? traffic.notified : traffic.notNotified).increment();
              if (done.succeeded()) {
                answered(done.result());
              } else {
                notAnswered(done.cause());
              }
              next();
              traffic.underWay.decrement();
            });
  }

  private void answered(int status) {
    lastSuccess = clock.millis();
    lastStatus = status;
    failedInARow = 0;
  }

  private void notAnswered(Throwable why) {
    lastFailure = clock.millis();
    failedInARow++;
    lastReason =
        why instanceof ConnectException
            ? "Couldn't connect to server"
            : why.getMessage() == null ? "" : why.getMessage();
  }

  private Future<Integer> post(Form.Post notification) {
    if (!notification.uri().startsWith("http")) {
      // There is no client of MQTT here.
      return Future.failedFuture("");
    }
    RequestOptions options =
        new RequestOptions()
            .setMethod(notification.method())
            .setAbsoluteURI(notification.uri())
            .setTimeout(TIMEOUT_MS);
    return client.request(options).compose(request -> send(request, notification));
  }

  private Future<Integer> send(HttpClientRequest request, Form.Post notification) {
    request.headers().addAll(notification.headers());
    return request
        .send(notification.body())
        .compose(answer -> answer.end().map(ended -> answer.statusCode()));
  }

  void close() {
    closed = true;
    traffic.underWay.add(-queue.size());
    queue.forEach(each -> waiting.leave());
    queue.clear();
  }
}
