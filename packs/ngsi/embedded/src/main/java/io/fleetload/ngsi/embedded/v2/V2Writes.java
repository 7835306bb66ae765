// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.notify.Change;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Changes entities as a request of NGSI-v2 asks, and has the subscriptions notified. */
final class V2Writes {
  private final V2Request request;
  private final Entities entities;
  private final boolean forced;

  V2Writes(V2Request request) {
    this.request = request;
    this.entities = request.tenant().v2Entities();
    this.forced = request.call().option("forcedUpdate");
  }

  /**
   * The entity of the id that the request may read.
   *
   * @param type an empty text for any
   * @throws Refusal if there is not exactly one
   */
  Entity read(String id, String type) {
    return one(id, type, request::reads);
  }

  /**
   * The entity of the id that the request may write.
   *
   * @param type an empty text for any
   * @throws Refusal if there is not exactly one
   */
  Entity written(String id, String type) {
    return one(id, type, it -> it.path().equals(request.path()));
  }

  private Entity one(String id, String type, Predicate<Entity> below) {
    List<Entity> found = all(id, type).stream().filter(below).toList();
    if (found.isEmpty()) {
      throw V2Problem.noEntity();
    }
    if (found.size() > 1) {
      throw V2Problem.TOO_MANY.because("More than one matching entity. Please refine your query");
    }
    return found.get(0);
  }

  /** All that the request may write; in a list of entities each of them is. */
  List<Entity> all(V2Reader.RequestEntity given) {
    return all(given.id(), given.type()).stream()
        .filter(it -> it.path().equals(request.path()))
        .toList();
  }

  private List<Entity> all(String id, String type) {
    List<Entity> all = entities.all(id);
    return type.isEmpty() ? all : all.stream().filter(it -> it.type().equals(type)).toList();
  }

  /** Makes a new one. */
  Entity create(V2Reader.RequestEntity given) {
    long now = request.now();
    Map<String, List<Instance>> attributes = new LinkedHashMap<>();
    given.attributes().forEach((name, it) -> attributes.put(name, calculated(null, it, now)));
    Entity entity = new Entity(given.id(), given.typeOfNew(), request.path(), attributes);
    entity.touch(now);
    entities.add(entity);
    Set<String> names = attributes.keySet();
    tell(entity, Change.Kind.CREATE, names, names, Map.of());
    return entity;
  }

  /** Adds and updates attributes. */
  void write(Entity entity, Map<String, List<Instance>> attributes) {
    change(entity, attributes, false);
  }

  /** Has these attributes and no others from now on. */
  void replace(Entity entity, Map<String, List<Instance>> attributes) {
    change(entity, attributes, true);
  }

  private void change(Entity entity, Map<String, List<Instance>> attributes, boolean whole) {
    Map<String, List<Instance>> before = new LinkedHashMap<>(entity.attributes());
    long now = request.now();
    Set<String> changed = new TreeSet<>();
    if (whole) {
      entity.attributes().keySet().retainAll(attributes.keySet());
    }
    attributes.forEach(
        (name, given) -> {
          List<Instance> old = before.get(name);
          List<Instance> made = calculated(old, given, now);
          if (forced || old == null || !same(old, made)) {
            changed.add(name);
          }
          entity.attributes().put(name, made);
        });
    entity.touch(now);
    Change.Kind kind = changed.isEmpty() ? Change.Kind.UPDATE : Change.Kind.CHANGE;
    tell(entity, kind, attributes.keySet(), changed, before);
  }

  /** Removes attributes, of which no subscription is notified. */
  void remove(Entity entity, Set<String> names) {
    entity.attributes().keySet().removeAll(names);
    entity.touch(request.now());
  }

  void delete(Entity entity) {
    entities.remove(entity);
    tell(entity, Change.Kind.DELETE, Set.of(), Set.of(), entity.attributes());
  }

  private void tell(
      Entity entity,
      Change.Kind kind,
      Set<String> written,
      Set<String> changed,
      Map<String, List<Instance>> before) {
    request
        .notifier()
        .changed(
            request.tenant().v2Subscriptions(),
            new Change(entity, kind, written, changed, before, request::correlator));
  }

  private static boolean same(List<Instance> before, List<Instance> now) {
    return Arrays.equals(before.get(0).json(), now.get(0).json());
  }

  /** With its times, and with an operator such as {@code $inc} applied to what was there. */
  private static List<Instance> calculated(List<Instance> before, List<Instance> given, long now) {
    Instance instance = given.get(0);
    long created = before == null ? now : before.get(0).created();
    Map.Entry<String, JsonNode> operator =
        instance.value().isObject() && instance.value().size() == 1
            ? instance.value().properties().iterator().next()
            : null;
    if (operator == null || operator.getKey().charAt(0) != '$') {
      return List.of(instance.at(created, now));
    }
    JsonNode old = before == null ? IntNode.valueOf(0) : before.get(0).value();
    JsonNode stored = Json.read(instance.json()).orElseThrow();
    JsonNode value = calculated(operator.getKey(), old, operator.getValue());
    return List.of(
        V2Reader.instance(stored.path("type").asText(), value, stored.path("metadata"))
            .at(created, now));
  }

  private static JsonNode calculated(String operator, JsonNode old, JsonNode by) {
    if (!old.isNumber() || !by.isNumber()) {
      throw V2Problem.UNPROCESSABLE.because("the embedded broker calculates with numbers alone");
    }
    BigDecimal value = old.decimalValue();
    BigDecimal operand = by.decimalValue();
    BigDecimal result =
        switch (operator) {
          case "$inc" -> value.add(operand);
          case "$mul" -> value.multiply(operand);
          case "$min" -> value.min(operand);
          case "$max" -> value.max(operand);
          default ->
              throw V2Problem.NOT_IMPLEMENTED.because(
                  "the embedded broker knows $inc, $mul, $min and $max");
        };
    BigDecimal plain = result.stripTrailingZeros();
    return plain.scale() <= 0 && plain.precision() < 18
        ? LongNode.valueOf(plain.longValueExact())
        : DecimalNode.valueOf(plain);
  }
}
