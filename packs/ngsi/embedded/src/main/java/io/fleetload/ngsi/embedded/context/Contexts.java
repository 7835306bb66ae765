// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fleetload.ngsi.embedded.http.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * The contexts that requests name. The core context's addresses are known without asking; any other
 * is fetched once. For one thread.
 */
public final class Contexts {
  private static final String CORE = "https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context";
  private static final long TIMEOUT_MS = 5_000;
  private static final int DEEPEST = 5;

  /** A test may write a new context into each request. */
  private static final int REMEMBERED = 1_000;

  private final HttpClient client;
  private final Context core = Context.core();
  private final Map<String, Context> known = new HashMap<>();

  public Contexts(HttpClient client) {
    this.client = client;
  }

  public Context core() {
    return core;
  }

  /**
   * The context that a {@code @context} member says: an address, an object, or an array of these.
   * It fails with {@link NotAvailable} if one cannot be fetched.
   */
  public Future<Context> of(JsonNode context) {
    if (context.isMissingNode()) {
      return Future.succeededFuture(core);
    }
    String text = context.isTextual() ? context.textValue() : context.toString();
    Context before = known.get(text);
    if (before != null) {
      return Future.succeededFuture(before);
    }
    Terms terms = new Terms();
    return add(context, terms, 0)
        .map(
            all -> {
              Context made = terms.context(context.isTextual() ? text : Context.CORE_ADDRESS);
              if (known.size() < REMEMBERED) {
                known.put(text, made);
              }
              return made;
            });
  }

  private Future<Void> add(JsonNode context, Terms terms, int depth) {
    if (context.isTextual()) {
      return context.textValue().startsWith(CORE)
          ? Future.succeededFuture()
          : fetch(context.textValue(), depth).compose(it -> add(it, terms, depth + 1));
    }
    Future<Void> all = Future.succeededFuture();
    for (JsonNode each : context) {
      if (context.isArray()) {
        all = all.compose(done -> add(each, terms, depth));
      }
    }
    if (context.isObject()) {
      terms.add(context);
    }
    return all;
  }

  private Future<JsonNode> fetch(String address, int depth) {
    if (depth == DEEPEST || !address.matches("https?://.+")) {
      return Future.failedFuture(new NotAvailable(address, 503));
    }
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(address)
            .setTimeout(TIMEOUT_MS)
            .putHeader("Accept", "application/ld+json, application/json");
    return client
        .request(options)
        .compose(request -> request.send())
        .compose(answer -> answer.body().compose(body -> read(address, answer.statusCode(), body)))
        .recover(e -> Future.failedFuture(notAvailable(address, e)));
  }

  private static Future<JsonNode> read(String address, int status, Buffer body) {
    JsonNode context =
        Json.read(body.getBytes()).map(it -> it.path("@context")).orElse(MissingNode.getInstance());
    return status == 200 && !context.isMissingNode()
        ? Future.succeededFuture(context)
        : Future.failedFuture(new NotAvailable(address, status));
  }

  private static Throwable notAvailable(String address, Throwable e) {
    return e instanceof NotAvailable ? e : new NotAvailable(address, 503);
  }

  /** A context could not be fetched. */
  public static final class NotAvailable extends Exception {
    private static final long serialVersionUID = 1;

    NotAvailable(String address, int status) {
      super("Can't retrieve %s, status code: %d".formatted(address, status));
    }
  }
}
