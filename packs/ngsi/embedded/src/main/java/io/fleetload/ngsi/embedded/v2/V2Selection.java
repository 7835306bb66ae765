// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Selection;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.query.Query;
import io.fleetload.ngsi.embedded.query.StringFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The entities that a query of NGSI-v2 asks for, their order and the form in which they are shown.
 *
 * @param orderBy attributes, those with {@code !} downwards; none for the oldest first
 */
record V2Selection(Selection selection, List<String> orderBy, V2Writer writer) {

  /** Reads the selection of a GET. */
  static V2Selection of(Call call) {
    both(call, "id", "idPattern", "IdPattern");
    both(call, "type", "typePattern", "typePattern");
    Predicate<Entity> condition = matching(call.parameter("typePattern"), Entity::type);
    condition = condition.and(filter(call.parameter("q"), false));
    condition = condition.and(filter(call.parameter("mq"), true));
    condition =
        condition.and(
            V2Near.read(
                call.parameter("georel"), call.parameter("geometry"), call.parameter("coords")));
    String idPattern = call.parameter("idPattern");
    condition = condition.and(matching(idPattern, Entity::id));
    boolean conditions =
        List.of("typePattern", "q", "mq", "georel", "idPattern").stream()
            .anyMatch(it -> !call.parameter(it).isEmpty());
    return new V2Selection(
        new Selection(
            call.list("id"),
            call.list("type"),
            Optional.empty(),
            conditions ? Optional.of(condition) : Optional.empty(),
            Set.of()),
        List.copyOf(call.list("orderBy")),
        V2Writer.of(call));
  }

  private static void both(Call call, String one, String other, String shown) {
    if (!call.parameter(one).isEmpty() && !call.parameter(other).isEmpty()) {
      throw V2Problem.INVALID.because("Incompatible parameters: %s, %s".formatted(one, shown));
    }
  }

  /** Reads the selection of {@code POST /v2/op/query}. */
  static V2Selection of(Call call, JsonNode body) {
    Predicate<Entity> any = entity -> !body.has("entities");
    for (JsonNode each : body.path("entities")) {
      any = any.or(selector(each));
    }
    JsonNode expression = body.path("expression");
    Predicate<Entity> condition =
        any.and(filter(expression.path("q").asText(), false))
            .and(filter(expression.path("mq").asText(), true))
            .and(
                V2Near.read(
                    expression.path("georel").asText(),
                    expression.path("geometry").asText(),
                    expression.path("coords").asText()));
    V2Writer writer = V2Writer.of(call);
    return new V2Selection(
        new Selection(Set.of(), Set.of(), Optional.empty(), Optional.of(condition), Set.of()),
        List.copyOf(call.list("orderBy")),
        new V2Writer(writer.shape(), names(body.path("attrs")), names(body.path("metadata"))));
  }

  private static Predicate<Entity> selector(JsonNode wanted) {
    String id = wanted.path("id").asText();
    String type = wanted.path("type").asText();
    Predicate<Entity> one =
        entity ->
            (id.isEmpty() || entity.id().equals(id))
                && (type.isEmpty() || entity.type().equals(type));
    return one.and(matching(wanted.path("idPattern").asText(), Entity::id))
        .and(matching(wanted.path("typePattern").asText(), Entity::type));
  }

  static Set<String> names(JsonNode names) {
    Set<String> all = new LinkedHashSet<>();
    names.forEach(each -> all.add(each.asText()));
    return all;
  }

  /** A wrong pattern matches nothing. */
  private static Predicate<Entity> matching(String pattern, Function<Entity, String> of) {
    if (pattern.isEmpty()) {
      return entity -> true;
    }
    try {
      Pattern compiled = Pattern.compile(pattern);
      return entity -> compiled.matcher(of.apply(entity)).find();
    } catch (PatternSyntaxException e) {
      return entity -> false;
    }
  }

  /** A condition of {@code q} or {@code mq}; an empty one always holds. */
  static Predicate<Entity> filter(String text, boolean ofMetadata) {
    if (text.isEmpty()) {
      return entity -> true;
    }
    try {
      return StringFilter.read(text, ofMetadata);
    } catch (Query.QueryError e) {
      throw V2Problem.INVALID.because(e.getMessage());
    }
  }

  Entities.Page find(V2Request request, int offset, int limit, boolean counted) {
    Selection below = request.readsAll() ? selection : selection.and(request::reads);
    Entities entities = request.tenant().v2Entities();
    if (orderBy.isEmpty()) {
      return entities.find(below, offset, limit, counted);
    }
    List<Entity> all = new ArrayList<>(entities.find(below, 0, Integer.MAX_VALUE, true).entities());
    all.sort(order());
    return new Entities.Page(all.stream().skip(offset).limit(limit).toList(), all.size());
  }

  private Comparator<Entity> order() {
    return orderBy.stream().map(V2Selection::by).reduce(Comparator::thenComparing).orElseThrow();
  }

  private static Comparator<Entity> by(String named) {
    boolean down = named.startsWith("!");
    String name = down ? named.substring(1) : named;
    Comparator<Entity> by = (a, b) -> compare(value(a, name), value(b, name));
    return down ? by.reversed() : by;
  }

  private static JsonNode value(Entity entity, String name) {
    return entity.attribute(name).isEmpty()
        ? Json.missing()
        : entity.attribute(name).get(0).value();
  }

  private static int compare(JsonNode a, JsonNode b) {
    return a.isNumber() && b.isNumber()
        ? Double.compare(a.doubleValue(), b.doubleValue())
        : a.asText().compareTo(b.asText());
  }
}
