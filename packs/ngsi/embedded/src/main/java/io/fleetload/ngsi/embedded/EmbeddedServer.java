// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.fleetload.ngsi.embedded.context.Contexts;
import io.fleetload.ngsi.embedded.fault.Faults;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.fleetload.ngsi.embedded.ld.EntityResource;
import io.fleetload.ngsi.embedded.ld.Ld;
import io.fleetload.ngsi.embedded.ld.SubscriptionResource;
import io.fleetload.ngsi.embedded.notify.Notifier;
import io.fleetload.ngsi.embedded.notify.Outboxes;
import io.fleetload.ngsi.embedded.temporal.TemporalResource;
import io.fleetload.ngsi.embedded.tenant.Tenants;
import io.fleetload.ngsi.embedded.v2.V2;
import io.fleetload.ngsi.embedded.v2.V2EntityResource;
import io.fleetload.ngsi.embedded.v2.V2SubscriptionResource;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * All parts together: the broker and its metrics page. One event loop does all the work, so nothing
 * in it is locked.
 */
final class EmbeddedServer implements AutoCloseable {
  /** A query with a long list of ids is one long line. */
  private static final int LONGEST_LINE = 64 * 1_024;

  private final Consumer<String> died;
  private final Clock clock;
  private final Traffic traffic = new Traffic();
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean closing;
  private Vertx vertx;
  private MetricsPage metrics;

  /**
   * Starts nothing yet.
   *
   * @param died is told why the broker is of no more use
   */
  EmbeddedServer(Consumer<String> died, Clock clock) {
    this.died = died;
    this.clock = clock;
  }

  /**
   * Starts everything.
   *
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start; {@link #close()} ends the others
   */
  synchronized String start(ServerOptions options) throws StartFailure {
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setPreferNativeTransport(true));
    vertx.exceptionHandler(e -> System.err.println("ngsi-broker: " + e));
    Handler<HttpServerRequest> handler =
        options.contextOnly() ? new ContextPage() : broker(options.faults());
    HttpServer server = listen(options, handler);
    metrics = metrics(options.metricsPort());
    String url = "http://%s:%d".formatted(options.host(), server.actualPort());
    return """
        {"event":"ready","tool":"ngsi-broker","url":"%s","context":"%s","metrics":"%s"}"""
        .formatted(url, url + ContextPage.PATH, metrics.url());
  }

  private Broker broker(Faults faults) {
    Contexts contexts = new Contexts(vertx.createHttpClient());
    Notifier notifier = new Notifier(vertx, traffic, faults);
    Tenants tenants = new Tenants(notifier, faults, traffic, clock);
    Outboxes outboxes = new Outboxes(vertx, traffic);
    Share empty = new Share(faults.empty());
    Ld ld =
        new Ld(
            tenants,
            contexts,
            new EntityResource(empty, traffic),
            new SubscriptionResource(outboxes, clock),
            new TemporalResource(empty, traffic));
    V2 v2 =
        new V2(tenants, new V2EntityResource(empty, traffic), new V2SubscriptionResource(outboxes));
    return new Broker(new ContextPage(), ld, v2, new Share(faults.refuse()), traffic);
  }

  private HttpServer listen(ServerOptions options, Handler<HttpServerRequest> handler)
      throws StartFailure {
    HttpServer server =
        vertx.createHttpServer(
            new HttpServerOptions().setMaxInitialLineLength(LONGEST_LINE).setReuseAddress(true));
    server
        .connectionHandler(
            connection -> {
              traffic.accepted.increment();
              traffic.connections.increment();
              connection.closeHandler(closed -> traffic.connections.decrement());
            })
        .requestHandler(handler);
    try {
      return server
          .listen(options.port(), options.host())
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      String at = options.host() + ":" + options.port();
      throw notListening(at, "--port", e.getCause());
    }
  }

  private MetricsPage metrics(int port) throws StartFailure {
    try {
      return new MetricsPage(port, traffic);
    } catch (IOException e) {
      throw notListening("127.0.0.1:" + port, "--metrics-port", e);
    }
  }

  private static StartFailure notListening(String at, String option, Throwable e) {
    return new StartFailure(
        "cannot listen on %s (%s); another port: %s, 0 for one that is free"
            .formatted(at, innermost(e).getMessage(), option),
        e);
  }

  private static Throwable innermost(Throwable e) {
    return e.getCause() == null ? e : innermost(e.getCause());
  }

  /** Says once why it is of no more use, unless it is being closed. */
  void died(String why) {
    if (!closing && told.compareAndSet(false, true)) {
      died.accept(why);
    }
  }

  @Override
  public synchronized void close() {
    closing = true;
    if (metrics != null) {
      metrics.close();
    }
    if (vertx != null) {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }
}
