// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.fleetload.embedded.Figures;
import io.fleetload.embedded.MetricsPage;
import io.fleetload.embedded.Parts;
import io.fleetload.embedded.StartFailure;
import io.fleetload.ngsi.embedded.context.Contexts;
import io.fleetload.ngsi.embedded.fault.Faults;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.fleetload.ngsi.embedded.ld.EntityResource;
import io.fleetload.ngsi.embedded.ld.Ld;
import io.fleetload.ngsi.embedded.ld.SubscriptionResource;
import io.fleetload.ngsi.embedded.ld.TemporalResource;
import io.fleetload.ngsi.embedded.notify.Notifier;
import io.fleetload.ngsi.embedded.notify.Outboxes;
import io.fleetload.ngsi.embedded.tenant.Tenants;
import io.fleetload.ngsi.embedded.v2.V2;
import io.fleetload.ngsi.embedded.v2.V2EntityResource;
import io.fleetload.ngsi.embedded.v2.V2SubscriptionResource;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * All parts together: the broker and its metrics page. One event loop does all the work, so nothing
 * in it is locked.
 */
final class EmbeddedServer {
  /** A query with a long list of ids is one long line. */
  private static final int LONGEST_LINE = 64 * 1_024;

  private static final int LONGEST_IDLE_SECONDS = 30;

  /** Of the context: a broker needs one, for a moment. */
  private static final int MOST_READERS = 256;

  private final Parts parts;
  private final Clock clock;
  private final Traffic traffic = new Traffic();

  /** Starts nothing yet. */
  EmbeddedServer(Parts parts, Clock clock) {
    this.parts = parts;
    this.clock = clock;
  }

  /**
   * Starts everything.
   *
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start
   */
  String start(ServerOptions options) throws StartFailure {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setPreferNativeTransport(true));
    parts.add(() -> vertx.close().toCompletionStage().toCompletableFuture().join());
    vertx.exceptionHandler(e -> System.err.println("ngsi-broker: " + e));
    Handler<HttpServerRequest> handler =
        options.contextOnly() ? new ContextPage() : broker(vertx, options);
    HttpServer server = listen(vertx, options, handler);
    MetricsPage metrics = parts.add(MetricsPage.serve(options.metricsPort(), this::write));
    String url = "http://%s:%d".formatted(options.host(), server.actualPort());
    return """
        {"event":"ready","tool":"ngsi-broker","url":"%s","context":"%s","metrics":"%s"}"""
        .formatted(url, url + ContextPage.PATH, metrics.url());
  }

  private Broker broker(Vertx vertx, ServerOptions options) {
    Faults faults = options.faults();
    Contexts contexts = new Contexts(vertx.createHttpClient());
    Notifier notifier = new Notifier(vertx, traffic, faults);
    Tenants tenants = new Tenants(notifier, faults, traffic, clock, options.singleTenant());
    Outboxes outboxes = new Outboxes(vertx, traffic, clock);
    Share empty = new Share(faults.empty());
    Ld ld =
        new Ld(
            tenants,
            contexts,
            new EntityResource(empty, traffic),
            new SubscriptionResource(outboxes, clock),
            new TemporalResource(empty, traffic));
    V2 v2 =
        new V2(
            tenants,
            new V2EntityResource(empty, traffic),
            new V2SubscriptionResource(outboxes, clock),
            notifier,
            clock);
    return new Broker(new ContextPage(), ld, v2, new Share(faults.refuse()), traffic);
  }

  private HttpServer listen(Vertx vertx, ServerOptions options, Handler<HttpServerRequest> handler)
      throws StartFailure {
    // The host of the context alone may be open to strangers.
    boolean open = options.contextOnly();
    HttpServer server =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setMaxInitialLineLength(LONGEST_LINE)
                .setIdleTimeout(open ? LONGEST_IDLE_SECONDS : 0)
                // With it a connection counts from its first byte on alone.
                .setHttp2ClearTextEnabled(!open)
                .setReuseAddress(true));
    Set<HttpConnection> connections = new LinkedHashSet<>();
    server
        .connectionHandler(
            connection -> {
              traffic.accepted.increment();
              traffic.connections.increment();
              connections.add(connection);
              connection.closeHandler(
                  closed -> {
                    connections.remove(connection);
                    traffic.connections.decrement();
                  });
              if (open && connections.size() > MOST_READERS) {
                // The oldest makes room.
                connections.iterator().next().close();
              }
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
      throw StartFailure.notListening(at, "--port", e.getCause());
    }
  }

  private void write(Figures page) {
    page.gauge("ngsi_connections_open", traffic.connections);
    page.counter("ngsi_connections_accepted_total", traffic.accepted);
    page.counter("ngsi_requests_total", traffic.requests);
    page.counter("ngsi_requests_refused_total", traffic.refused);
    page.counter("ngsi_queries_emptied_total", traffic.emptied);
    page.gauge("ngsi_entities", traffic.entities);
    page.gauge("ngsi_subscriptions", traffic.subscriptions);
    page.gauge("ngsi_history_instances", traffic.instances);
    page.gauge("ngsi_notifications_under_way", traffic.underWay);
    page.counters(
        "ngsi_notifications_total",
        "result",
        Map.of(
            "taken", traffic.notified,
            "failed", traffic.notNotified,
            "dropped", traffic.dropped,
            "lost", traffic.lost,
            "repeated", traffic.repeated,
            "merged", traffic.merged));
  }
}
