// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.fleetload.hono.embedded.limits.PrometheusAnswers;
import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code /readiness} (200 or 503, with the state of each part), {@code /liveness} (200) and {@code
 * /metrics} (Prometheus text of the adapter, the router and the JVM). The first part to start, so
 * that the start of the others can be watched.
 */
final class StatusPages implements Part {

  private final Listener listener;
  private final Vertx vertx;
  private final PrometheusMeterRegistry meters;
  private final Supplier<Map<String, PartState>> parts;
  private HttpServer server;

  StatusPages(
      Listener listener,
      Vertx vertx,
      PrometheusMeterRegistry meters,
      Supplier<Map<String, PartState>> parts) {
    this.listener = listener;
    this.vertx = vertx;
    this.meters = meters;
    this.parts = parts;
  }

  @Override
  public String name() {
    return "status pages";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() throws Exception {
    server =
        FutureWait.on(
            vertx
                .createHttpServer()
                .requestHandler(this::answer)
                .listen(listener.port(), listener.host()));
  }

  private void answer(HttpServerRequest request) {
    switch (request.path()) {
      case "/readiness" -> readiness(request);
      case "/liveness" -> json(request, 200, new JsonObject().put("status", "UP"));
      case "/metrics", "/prometheus" ->
          request
              .response()
              .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
              .end(meters.scrape());
      case "/api/v1/query" -> query(request);
      default -> request.response().setStatusCode(404).end();
    }
  }

  private void query(HttpServerRequest request) {
    String query = request.getParam("query", "");
    Optional<JsonObject> answer = new PrometheusAnswers(meters).to(query);
    JsonObject unknown =
        new JsonObject()
            .put("status", "error")
            .put("errorType", "bad_data")
            .put("error", "ask for what Hono's limits need: no other query is answered here");
    json(request, answer.isPresent() ? 200 : 400, answer.orElse(unknown));
  }

  private void readiness(HttpServerRequest request) {
    JsonArray checks = new JsonArray();
    boolean up = true;
    for (Map.Entry<String, PartState> part : parts.get().entrySet()) {
      up &= part.getValue() == PartState.UP;
      checks.add(new JsonObject().put("name", part.getKey()).put("status", part.getValue().name()));
    }
    JsonObject page = new JsonObject().put("status", up ? "UP" : "DOWN").put("checks", checks);
    json(request, up ? 200 : 503, page);
  }

  private static void json(HttpServerRequest request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/json")
        .end(body.encode());
  }

  @Override
  public void stop() throws Exception {
    if (server != null) {
      FutureWait.on(server.close());
    }
  }
}
