// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The entities of a broker of NGSI-LD: made, counted, listed in pages, removed in batches. */
final class StoringBroker implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final Map<String, JsonObject> entities = Collections.synchronizedMap(new TreeMap<>());
  private volatile int answer;
  private final AtomicInteger queriesInVain = new AtomicInteger();
  private final AtomicInteger posts = new AtomicInteger();
  private volatile JsonObject lastMade;

  /** Whether what is made in a tenant is made in no tenant. */
  volatile boolean ignoresTenants;

  /** Whether each page of a list is the first one. */
  volatile boolean ignoresOffset;

  /** Is called with each page; what it gives is added to the page. */
  volatile Function<Integer, List<JsonObject>> more = page -> List.of();

  private int pages;

  StoringBroker() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.bodyHandler(body -> handle(request, body)))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** From now on each request that makes entities has that status; 0 for its own. */
  void answer(int status) {
    answer = status;
  }

  /** That many queries find nothing, as of a history that is written late. */
  void findNothing(int queries) {
    queriesInVain.set(queries);
  }

  int posts() {
    return posts.get();
  }

  JsonObject lastMade() {
    return lastMade;
  }

  List<String> ids() {
    return List.copyOf(entities.keySet());
  }

  /** One below a service path. */
  void add(String id, String type, String path) {
    entities.put(id, new JsonObject().put("id", id).put("type", type).put("path", path));
  }

  void add(String id, String type) {
    entities.put(id, new JsonObject().put("id", id).put("type", type));
  }

  /** The names of those of other tenants begin with the tenant. */
  private String key(HttpServerRequest request, String id) {
    String tenant = request.getHeader("NGSILD-Tenant");
    return ignoresTenants || tenant == null ? id : tenant + " " + id;
  }

  private void handle(HttpServerRequest request, Buffer body) {
    HttpServerResponse response = request.response();
    String one = request.path().replaceFirst("^/ngsi-ld/v1/entities/?", "");
    if (request.path().equals("/v2/op/update")) {
      List<String> gone =
          body.toJsonObject().getJsonArray("entities").stream()
              .map(each -> ((JsonObject) each).getString("id"))
              .filter(id -> isBelow(request, entities.get(id)))
              .filter(id -> entities.remove(id) == null)
              .toList();
      reply(response.setStatusCode(gone.isEmpty() ? 204 : 404), "");
    } else if (!one.isEmpty() && request.method().name().equals("DELETE")) {
      boolean there = entities.remove(key(request, one)) != null;
      reply(response.setStatusCode(there ? 204 : 404), "");
    } else if (one.startsWith("urn:")) {
      boolean there = entities.containsKey(key(request, one));
      reply(response.setStatusCode(there ? 200 : 404), "{}");
    } else if (request.path().endsWith("/entityOperations/delete")) {
      body.toJsonArray().forEach(entities::remove);
      reply(response.setStatusCode(204), "");
    } else if (request.path().endsWith("/entityOperations/create")) {
      posts.incrementAndGet();
      body.toJsonArray()
          .forEach(each -> make(((JsonObject) each).getString("id"), (JsonObject) each));
      reply(response.setStatusCode(answer == 0 ? 201 : answer), "");
    } else if (request.method().name().equals("POST")) {
      posts.incrementAndGet();
      JsonObject made = body.toJsonObject();
      boolean there = answer == 0 && !make(key(request, made.getString("id")), made);
      reply(
          response.setStatusCode(there ? 409 : answer == 0 ? 201 : answer),
          answer == 0 ? "" : "{\"title\": \"no, and here is why\"}");
    } else {
      list(request, response);
    }
  }

  private static void reply(HttpServerResponse response, String body) {
    var unused = response.end(body);
  }

  private boolean make(String key, JsonObject entity) {
    lastMade = entity;
    return entities.putIfAbsent(key, entity) == null;
  }

  /** As in NGSI-v2; one of NGSI-LD has no path. */
  private static boolean isBelow(HttpServerRequest request, JsonObject entity) {
    String path = request.getHeader("Fiware-ServicePath");
    return entity != null && (path == null || path.equals(entity.getString("path", "/")));
  }

  private void list(HttpServerRequest request, HttpServerResponse response) {
    List<JsonObject> all =
        List.copyOf(entities.values()).stream()
            .filter(each -> each.getString("type").equals(request.getParam("type")))
            .filter(each -> isBelow(request, each))
            .toList();
    if (request.getParam("count") != null) {
      int found = queriesInVain.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? 0 : all.size();
      reply(response.putHeader("NGSILD-Results-Count", Integer.toString(found)), "[]");
      return;
    }
    int offset = ignoresOffset ? 0 : Integer.parseInt(request.getParam("offset"));
    JsonArray page = new JsonArray();
    more.apply(pages).forEach(page::add);
    pages++;
    all.stream().skip(offset).limit(Integer.parseInt(request.getParam("limit"))).forEach(page::add);
    reply(response, page.encode());
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
