// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.ngsi.profile.Broker;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Entities that the answer to a request may name: those with the ids and types that the request
 * names. Patterns, filters and geographic queries are not looked at: brokers differ in what they
 * make of them.
 *
 * @param ids empty for any
 * @param types empty for any
 * @param exactly whether an answer has a type in the form in which the request has it
 */
record EntitySelection(Set<String> ids, Set<String> types, boolean exactly) {
  /** A request that names none may be answered with any. */
  static final EntitySelection ANY = new EntitySelection(Set.of(), Set.of(), true);

  private static final Pattern ENTITIES =
      Pattern.compile("(?:/temporal)?/entities(?:/([^/?]+)(/attrs/[^/?]+)?)?(?:\\?.*)?");
  private static final Pattern BATCH = Pattern.compile("/entityOperations/[^/?]+(?:\\?.*)?");

  /** Its answer has the entities that others refer to as well. */
  private static final String JOIN = "join";

  /** The answer has bare values of attributes, which may look like anything. */
  private static final Set<String> VALUES = Set.of("values", "unique");

  private static final String ABSOLUTE = "://";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The selection of a request. */
  static EntitySelection of(Broker broker, OutgoingRequest request) {
    int root = request.path().indexOf(broker.root() + "/");
    if (root < 0) {
      return ANY;
    }
    String rest = request.path().substring(root + broker.root().length());
    if (request.method().equals(HttpMethod.GET)) {
      Matcher found = ENTITIES.matcher(rest);
      return found.matches() ? ofQuery(broker, found) : ANY;
    }
    return request.body() != null && BATCH.matcher(rest).matches()
        ? new EntitySelection(idsIn(request.body().array()), Set.of(), true)
        : ANY;
  }

  private static EntitySelection ofQuery(Broker broker, Matcher path) {
    try {
      Map<String, List<String>> parameters =
          new QueryStringDecoder(plain(path.group()), StandardCharsets.UTF_8, true, 100, true)
              .parameters();
      Set<String> options = listed(parameters, "options", ",");
      if (parameters.containsKey(JOIN) || options.stream().anyMatch(VALUES::contains)) {
        return ANY;
      }
      if (path.group(1) == null) {
        return new EntitySelection(
            listed(parameters, "id", ","),
            listed(parameters, "type", broker.isV2() ? "," : "[,|;()]"),
            broker.isV2());
      }
      Set<String> id = Set.of(QueryStringDecoder.decodeComponent(plain(path.group(1))));
      // An attribute has a type of its own.
      return path.group(2) == null
          ? new EntitySelection(id, listed(parameters, "type", ","), broker.isV2())
          : new EntitySelection(id, Set.of(), true);
    } catch (IllegalArgumentException e) {
      // Half an escape; what the broker makes of it is not known.
      return ANY;
    }
  }

  /** A plus sign is itself in the ids and types of both interfaces. */
  private static String plain(String encoded) {
    return encoded.replace("+", "%2B");
  }

  private static Set<String> listed(
      Map<String, List<String>> parameters, String name, String separator) {
    Set<String> all = new HashSet<>();
    for (String each : parameters.getOrDefault(name, List.of())) {
      all.addAll(List.of(each.split(separator)));
    }
    all.remove("");
    return all;
  }

  private static Set<String> idsIn(byte[] batch) {
    Set<String> ids = new HashSet<>();
    try {
      JsonNode all = JSON.readTree(batch);
      for (JsonNode each : all.isArray() ? all : JSON.createArrayNode()) {
        ids.add(each.isTextual() ? each.asText() : each.path("id").asText());
      }
    } catch (IOException e) {
      // A body that is no JSON on purpose.
      ids.clear();
    }
    return ids;
  }

  /** Returns whether any entity may come, as the request names none. */
  boolean isAny() {
    return ids.isEmpty() && types.isEmpty();
  }

  boolean has(String id) {
    return ids.isEmpty() || ids.contains(id);
  }

  /**
   * Returns whether an entity may have a type. A context gives a type a short name: one with and
   * one without a prefix may be the same.
   */
  boolean isOf(String type) {
    return types.isEmpty()
        || types.contains(type)
        || (!exactly && types.stream().anyMatch(each -> !areComparable(each, type)));
  }

  private static boolean areComparable(String one, String other) {
    return one.contains(ABSOLUTE)
        ? other.contains(ABSOLUTE)
        : one.indexOf(':') < 0 && other.indexOf(':') < 0;
  }
}
