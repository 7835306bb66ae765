// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The language of {@code q} and {@code mq} in NGSI-v2, with the errors of Orion: statements with
 * {@code ;} between them, which all have to hold. There is no other operator between statements,
 * and no parentheses. A statement is an attribute, {@code !} and an attribute, or a comparison with
 * a value, a list or a range. A value in single quotes is a text; true, false and null are no
 * texts.
 */
public final class StringFilter {
  private static final String FORBIDDEN = "<>\"'=;()";
  private static final Set<String> LITERALS = Set.of("true", "false", "null");
  private static final char QUOTE = '\'';

  private final boolean ofMetadata;

  private StringFilter(boolean ofMetadata) {
    this.ofMetadata = ofMetadata;
  }

  /**
   * Reads the condition of a text.
   *
   * @param ofMetadata whether the second name of a path is that of a piece of metadata
   * @throws Query.QueryError with the words of Orion
   */
  public static Predicate<Entity> read(String text, boolean ofMetadata) throws Query.QueryError {
    StringFilter filter = new StringFilter(ofMetadata);
    Predicate<Entity> all = entity -> true;
    for (String each : parts(text, ";")) {
      if (each.isBlank()) {
        throw new Query.QueryError("empty q-item");
      }
      all = all.and(filter.statement(each.strip()));
    }
    return all;
  }

  /** Checks whether a text has a character that Orion accepts nowhere. */
  public static boolean hasForbidden(String text) {
    return text.chars().anyMatch(it -> FORBIDDEN.indexOf(it) >= 0);
  }

  private Predicate<Entity> statement(String text) throws Query.QueryError {
    int at = 0;
    boolean quoted = false;
    while (at < text.length()) {
      quoted ^= text.charAt(at) == QUOTE;
      for (Operator each : Operator.values()) {
        if (!quoted && text.startsWith(each.sign, at)) {
          return comparison(text.substring(0, at), each, text.substring(at + each.sign.length()));
        }
      }
      at++;
    }
    if (text.charAt(0) == '!') {
      List<String> path = path(text.substring(1));
      return entity -> value(entity, path).isMissingNode();
    }
    List<String> path = path(text);
    return entity -> !value(entity, path).isMissingNode();
  }

  private Predicate<Entity> comparison(String left, Operator operator, String right)
      throws Query.QueryError {
    if (left.isBlank()) {
      throw new Query.QueryError("empty left-hand-side in q-item");
    }
    if (right.isBlank()) {
      throw new Query.QueryError("empty right-hand-side in q-item");
    }
    List<String> path = path(left);
    boolean equality = operator == Operator.EQUAL || operator == Operator.UNEQUAL;
    List<String> range = parts(right, "..");
    if (range.size() == 2 && equality) {
      Operand low = operand(range.get(0));
      Operand high = operand(range.get(1));
      boolean inside = operator == Operator.EQUAL;
      return entity -> {
        JsonNode value = value(entity, path);
        boolean between =
            Operator.AT_LEAST.holds(value, List.of(low))
                && Operator.AT_MOST.holds(value, List.of(high));
        return !value.isMissingNode() && between == inside;
      };
    }
    List<Operand> operands = new ArrayList<>();
    for (String each : parts(right, ",")) {
      operands.add(operand(each));
    }
    if (operands.size() > 1 && !equality) {
      throw new Query.QueryError("lists only valid for equal and not equal ops");
    }
    return entity -> {
      JsonNode value = value(entity, path);
      return !value.isMissingNode() && operator.holds(value, operands);
    };
  }

  private static Operand operand(String text) throws Query.QueryError {
    String value = text.strip();
    boolean quoted =
        value.length() > 1 && value.charAt(0) == QUOTE && value.charAt(value.length() - 1) == QUOTE;
    if (quoted) {
      value = value.substring(1, value.length() - 1);
    }
    if (hasForbidden(value)) {
      throw new Query.QueryError("forbidden characters in String Filter");
    }
    return new Operand(value, quoted, !quoted && LITERALS.contains(value));
  }

  /** Its parts with no separator in them that is not in quotes. */
  private static List<String> parts(String text, String separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      quoted ^= text.charAt(at) == QUOTE;
      if (!quoted && text.startsWith(separator, at)) {
        parts.add(text.substring(from, at));
        from = at + separator.length();
        at = from - 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static List<String> path(String text) throws Query.QueryError {
    List<String> path = new ArrayList<>();
    for (String each : parts(text.strip(), ".")) {
      String name = each.replace("'", "");
      if (hasForbidden(name)) {
        throw new Query.QueryError("invalid character found in URI param /q/");
      }
      path.add(name);
    }
    return path;
  }

  private JsonNode value(Entity entity, List<String> path) {
    List<Instance> instances = entity.attribute(path.get(0));
    if (instances.isEmpty()) {
      return Json.missing();
    }
    Instance attribute = instances.get(0);
    JsonNode value = attribute.value();
    int from = 1;
    if (ofMetadata && path.size() > 1) {
      value =
          Json.read(attribute.json())
              .map(it -> it.path("metadata").path(path.get(1)).path("value"))
              .orElse(Json.missing());
      from = 2;
    }
    for (String each : path.subList(Math.min(from, path.size()), path.size())) {
      value = value.path(each);
    }
    return value;
  }
}
