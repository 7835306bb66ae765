// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.context.Contexts;
import io.fleetload.ngsi.embedded.entity.Selection;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.query.Query;
import io.fleetload.ngsi.embedded.tenant.Tenant;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A request with its body and context, which have been read.
 *
 * @param body missing where the method has none
 * @param context the context of names in the path, the query and the body
 */
public record LdRequest(
    Call call, Tenant tenant, JsonNode body, Context context, Contexts contexts) {
  public static final String LD_JSON = "application/ld+json";
  private static final String LINK =
      "<%s>; rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
          .formatted(Context.CORE_ADDRESS);
  private static final int MOST = 1_000;
  private static final int DEFAULT = 50;

  /** The segment behind {@code /ngsi-ld/v1}. */
  public String segment(int index) {
    return call.segment(2 + index);
  }

  public int segments() {
    return call.segments() - 2;
  }

  public AttributeReader reader() {
    return new AttributeReader(context);
  }

  boolean wantsContext() {
    return call.header("Accept").contains(LD_JSON);
  }

  /** The IRIs of a parameter's names. */
  public Set<String> iris(String parameter) {
    Set<String> iris = new LinkedHashSet<>();
    call.list(parameter).forEach(each -> iris.add(context.expand(each)));
    return iris;
  }

  /**
   * Number of results that are asked for.
   *
   * @throws Refusal if they are too many
   */
  public int limit() {
    int limit = number("limit", DEFAULT);
    if (limit > MOST) {
      throw Problem.TOO_MANY.because("limit: found %d, the most is %d".formatted(limit, MOST));
    }
    return limit;
  }

  public int number(String parameter, int byDefault) {
    String asked = call.parameter(parameter);
    if (!asked.matches("[0-9]{0,9}")) {
      throw Problem.invalid("%s: found '%s', a number is needed".formatted(parameter, asked));
    }
    return asked.isEmpty() ? byDefault : Integer.parseInt(asked);
  }

  /** The selection of type, id, idPattern, q and attrs. */
  public Selection selection() {
    try {
      String q = call.parameter("q");
      return new Selection(
          call.list("id"),
          iris("type"),
          pattern(call.parameter("idPattern")),
          q.isEmpty() ? Optional.empty() : Optional.of(Query.read(q, context::expand)),
          iris("attrs"));
    } catch (Query.QueryError e) {
      throw Problem.invalid(e.getMessage());
    }
  }

  /** Empty for an empty text. */
  public static Optional<Pattern> pattern(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw Problem.invalid("idPattern: " + e.getDescription());
    }
  }

  /** Answers 200 as the client accepts it. */
  public void answer(Buffer body) {
    if (wantsContext()) {
      call.answer(200, LD_JSON, body);
    } else {
      call.with("Link", LINK).answer(200, Call.JSON, body);
    }
  }

  public void answer(JsonNode body) {
    answer(Buffer.buffer(Json.bytes(body)));
  }

  /** Answers 201 with where it is. */
  public void created(String collection, String id) {
    call.with("Location", "%s/ngsi-ld/v1/%s/%s".formatted(call.origin(), collection, id))
        .answer(201);
  }
}
