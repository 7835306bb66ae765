// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps subscriptions, and notifies those of a type when an entity of it is made or changed. */
final class TinyBroker implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final HttpClient client = vertx.createHttpClient();

  /** By id, as they were sent. */
  final Map<String, JsonNode> subscriptions = Collections.synchronizedMap(new LinkedHashMap<>());

  /** The types of the entities by id. */
  final Map<String, String> entities = Collections.synchronizedMap(new LinkedHashMap<>());

  /** All that was asked, as method and URI. */
  final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  /** The headers of the last request that made a subscription. */
  volatile MultiMap headers;

  volatile boolean notifiesOfNew = true;

  volatile boolean notifies = true;
  volatile boolean hasOwnIds;

  /** Whether each page of a list is the first one. */
  volatile boolean ignoresOffset;

  /** Answered with 400 and this text; null for none. */
  volatile String refuses;

  TinyBroker() {
    server = vertx.createHttpServer().requestHandler(this::take);
    server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** The subscriptions whose names end like that. */
  List<JsonNode> named(String end) {
    synchronized (subscriptions) {
      return subscriptions.values().stream().filter(each -> name(each).endsWith(end)).toList();
    }
  }

  private static String name(JsonNode subscription) {
    return subscription.path("description").asText(subscription.path("id").asText());
  }

  /** Where a subscription notifies. */
  static String uri(JsonNode subscription) {
    JsonNode notification = subscription.path("notification");
    return notification
        .path("endpoint")
        .path("uri")
        .asText(notification.path("http").path("url").asText());
  }

  private void take(HttpServerRequest request) {
    asked.add(request.method() + " " + request.uri());
    request.body().onSuccess(body -> take(request, body));
  }

  private void take(HttpServerRequest request, Buffer body) {
    List<String> path = List.of(request.path().replaceFirst("^/(v2|ngsi-ld/v1)/", "").split("/"));
    boolean one = path.size() > 1;
    if (path.get(0).equals("subscriptions")) {
      if (request.method().equals(HttpMethod.POST)) {
        subscribe(request, read(body));
      } else if (request.method().equals(HttpMethod.DELETE)) {
        end(request, subscriptions.remove(path.get(1)) == null ? 404 : 204, "");
      } else {
        end(request, 200, one ? "{}" : page(request));
      }
    } else if (request.method().equals(HttpMethod.DELETE)) {
      end(request, entities.remove(path.get(1)) == null ? 404 : 204, "");
    } else {
      JsonNode entity = read(body);
      String id = one ? path.get(1) : entity.path("id").asText();
      if (!one) {
        entities.put(id, entity.path("type").asText());
      }
      end(request, one ? 204 : 201, "");
      if (one || notifiesOfNew) {
        notifyOf(entities.get(id));
      }
    }
  }

  private void subscribe(HttpServerRequest request, JsonNode subscription) {
    headers = request.headers();
    if (refuses != null) {
      end(request, 400, refuses);
      return;
    }
    String id = subscription.path("id").asText();
    if (id.isEmpty() || hasOwnIds) {
      id = "own-" + subscriptions.size();
    }
    subscriptions.put(id, subscription);
    request.response().putHeader("Location", url() + "/anywhere/subscriptions/" + id);
    end(request, 201, "");
  }

  private String page(HttpServerRequest request) {
    ArrayNode page = JSON.createArrayNode();
    synchronized (subscriptions) {
      subscriptions.entrySet().stream()
          .skip(ignoresOffset ? 0 : Integer.parseInt(request.getParam("offset")))
          .limit(Integer.parseInt(request.getParam("limit")))
          .forEach(
              each ->
                  page.addObject()
                      .put("id", each.getKey())
                      .put("description", each.getValue().path("description").asText()));
    }
    return page.toString();
  }

  private void notifyOf(String type) {
    List<JsonNode> all = named("");
    for (JsonNode each : all) {
      JsonNode selectors = each.path("entities").path(0);
      JsonNode selector =
          selectors.isMissingNode() ? each.path("subject").path("entities").path(0) : selectors;
      if (notifies && selector.path("type").asText().equals(type)) {
        var unused =
            client
                .request(new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(uri(each)))
                .compose(request -> request.send("{\"data\":[]}"));
      }
    }
  }

  private static void end(HttpServerRequest request, int status, String body) {
    request.response().setStatusCode(status).end(body);
  }

  private static JsonNode read(Buffer body) {
    try {
      return JSON.readTree(body.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
