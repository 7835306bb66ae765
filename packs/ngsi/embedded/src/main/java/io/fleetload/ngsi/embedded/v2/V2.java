// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.notify.Notifier;
import io.fleetload.ngsi.embedded.query.StringFilter;
import io.fleetload.ngsi.embedded.tenant.Tenants;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * NGSI-v2 as Orion speaks it: looks at what all requests have in common, and hands them on by their
 * path.
 */
public final class V2 {
  private static final String CORRELATOR = "Fiware-Correlator";
  private static final String VALUE = "value";
  private static final int VALUE_SEGMENTS = 6;

  /** Their values have characters that are forbidden elsewhere. */
  private static final Set<String> EXPRESSIONS =
      Set.of("q", "mq", "georel", "coords", "idPattern", "typePattern");

  private static final Set<String> OPTIONS =
      Set.of(
          "count",
          "normalized",
          "keyValues",
          "values",
          "unique",
          "uniqueValues",
          "simplifiedNormalized",
          "simplifiedKeyValues",
          "upsert",
          "append",
          "forcedUpdate",
          "overrideMetadata",
          "flowControl",
          "noAttrDetail",
          "dateCreated",
          "dateModified",
          "skipForwarding",
          "fullCounters",
          "skipInitialNotification");

  /** The methods of each path, in which a star is an id or a name. */
  private static final Map<String, String> METHODS =
      Map.ofEntries(
          Map.entry("", "GET"),
          Map.entry("entities", "POST, GET"),
          Map.entry("entities/*", "GET, DELETE"),
          Map.entry("entities/*/attrs", "POST, GET, PUT, PATCH"),
          Map.entry("entities/*/attrs/*", "GET, PUT, DELETE"),
          Map.entry("entities/*/attrs/*/value", "GET, PUT"),
          Map.entry("types", "GET"),
          Map.entry("types/*", "GET"),
          Map.entry("subscriptions", "POST, GET"),
          Map.entry("subscriptions/*", "GET, PATCH, DELETE"),
          Map.entry("registrations", "POST, GET"),
          Map.entry("registrations/*", "GET, DELETE"),
          Map.entry("op/update", "POST"),
          Map.entry("op/query", "POST"),
          Map.entry("op/notify", "POST"));

  private final Tenants tenants;
  private final V2EntityResource entities;
  private final V2BatchResource batches;
  private final V2TypeResource types = new V2TypeResource();
  private final V2SubscriptionResource subscriptions;
  private final V2RegistrationResource registrations = new V2RegistrationResource();
  private final Notifier notifier;
  private final Clock clock;

  /**
   * Serves NGSI-v2.
   *
   * @param notifier is called after each change
   */
  public V2(
      Tenants tenants,
      V2EntityResource entities,
      V2SubscriptionResource subscriptions,
      Notifier notifier,
      Clock clock) {
    this.tenants = tenants;
    this.entities = entities;
    this.batches = new V2BatchResource(entities);
    this.subscriptions = subscriptions;
    this.notifier = notifier;
    this.clock = clock;
  }

  /**
   * Answers the call.
   *
   * @throws Refusal as Orion does
   */
  public void handle(Call call) {
    String correlator = correlator(call);
    call.with(CORRELATOR, correlator)
        .with(
            "Date",
            DateTimeFormatter.RFC_1123_DATE_TIME.format(clock.instant().atZone(ZoneOffset.UTC)));
    parameters(call);
    String tenant = tenant(call);
    boolean ofValue = call.segments() == VALUE_SEGMENTS && call.segment(5).equals(VALUE);
    accept(call, ofValue);
    content(call, ofValue);
    allowed(call);
    handle(new V2Request(call, tenants.get(tenant), correlator, notifier, clock), ofValue);
  }

  private void handle(V2Request request, boolean ofValue) {
    JsonNode body = ofValue ? V2Value.read(request.call()) : body(request.call());
    switch (request.call().segment(1)) {
      case "entities" -> entities.handle(request, body);
      case "op" -> batches.handle(request, body);
      case "types" -> types.handle(request);
      case "subscriptions" -> subscriptions.handle(request, body);
      case "registrations" -> registrations.handle(request, body);
      default -> root(request.call());
    }
  }

  private static String correlator(Call call) {
    String given = call.header(CORRELATOR);
    if (!given.isEmpty()) {
      return given;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private static void parameters(Call call) {
    for (Map.Entry<String, String> each : call.parameters()) {
      String name = each.getKey();
      String value = each.getValue();
      if (value.isEmpty()) {
        throw V2Problem.INVALID.because("Empty right-hand-side for URI param /" + name + "/");
      }
      boolean forbidden =
          EXPRESSIONS.contains(name)
              ? name.endsWith("q") && (value.contains("(") || value.contains(")"))
              : StringFilter.hasForbidden(value);
      if (forbidden) {
        throw V2Problem.INVALID.because("invalid character found in URI param /" + name + "/");
      }
    }
    if (!OPTIONS.containsAll(call.list("options"))) {
      throw V2Problem.INVALID.because("Invalid value for URI param /options/");
    }
  }

  private static String tenant(Call call) {
    String tenant = call.header("Fiware-Service").toLowerCase(Locale.ROOT);
    if (!tenant.matches("[a-z0-9_]*")) {
      throw V2Problem.INVALID.because(
          "bad character in tenant name - only underscore and alphanumeric characters are allowed");
    }
    return tenant;
  }

  private static void accept(Call call, boolean ofValue) {
    String accept = call.header("Accept");
    boolean acceptable =
        accept.isBlank()
            || Arrays.stream(accept.split(","))
                .map(it -> it.replaceAll(";.*", "").strip())
                .anyMatch(
                    it ->
                        it.equals("*/*")
                            || it.equals("application/*")
                            || it.equals(Call.JSON)
                            || (ofValue && it.startsWith("text/")));
    if (!acceptable) {
      throw V2Problem.NOT_ACCEPTABLE.because("no acceptable mime-type in accept header");
    }
  }

  private static void content(Call call, boolean ofValue) {
    if (!call.hasBody()) {
      return;
    }
    if (call.body().length == 0) {
      throw V2Problem.NO_LENGTH.because("Zero/No Content-Length in PUT/POST/PATCH request");
    }
    String type = call.header("Content-Type").replaceAll(";.*", "").strip();
    if (type.isEmpty()) {
      throw V2Problem.MEDIA_TYPE.because(
          "Content-Type header not used, default application/octet-stream is not supported");
    }
    if (!type.equals(Call.JSON) && !(ofValue && type.equals("text/plain"))) {
      throw V2Problem.MEDIA_TYPE.because("not supported content type: " + type);
    }
  }

  private static void allowed(Call call) {
    StringBuilder path = new StringBuilder();
    for (int i = 1; i < call.segments(); i++) {
      boolean named = (i == 2 && !call.segment(1).equals("op")) || i == 4;
      path.append(i == 1 ? "" : "/").append(named ? "*" : call.segment(i));
    }
    String methods = METHODS.get(path.toString());
    if (methods == null) {
      throw V2Problem.noService();
    }
    if (!List.of(methods.split(", ")).contains(call.method())) {
      call.with("Allow", methods);
      throw V2Problem.NOT_ALLOWED.because("method not allowed");
    }
  }

  private static JsonNode body(Call call) {
    if (!call.hasBody()) {
      return Json.missing();
    }
    return Json.read(call.body())
        .orElseThrow(() -> V2Problem.PARSE.because("Errors found in incoming JSON buffer"));
  }

  private static void root(Call call) {
    ObjectNode urls = Json.object();
    for (String each : List.of("entities", "types", "subscriptions", "registrations")) {
      urls.put(each + "_url", "/v2/" + each);
    }
    call.answer(200, Call.JSON, Buffer.buffer(Json.bytes(urls)));
  }
}
