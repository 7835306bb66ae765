// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import io.fleetload.profile.key.ClosestName;
import java.util.ArrayList;
import java.util.List;

/** Holds a profile against its schema and says in our words what is wrong where. */
final class SchemaCheck {
  private final ObjectNode definition;
  private final Schema schema;

  SchemaCheck(ObjectNode definition) {
    this.definition = definition;
    this.schema = SchemaRegistry.withDefaultDialect(dialect()).getSchema(definition);
  }

  private static Dialect dialect() {
    return Dialect.builder(Dialects.getDraft202012())
        .keyword(new NonValidationKeyword(ProfileSchema.EXPECTED))
        .keyword(new NonValidationKeyword(ProfileSchema.SECRET))
        .keyword(new NonValidationKeyword(ProfileSchema.DEFAULT))
        .keyword(new NonValidationKeyword(NamedSections.GROUP))
        .build();
  }

  void check(ObjectNode root, YamlTree tree, List<ProfileProblem> problems) {
    for (Error error : schema.validate(root)) {
      problems.add(problem(error, root, tree));
    }
  }

  /**
   * The profile with other values in the places of those that are wrong; null if there is no such
   * value for one of them.
   */
  ObjectNode mended(ObjectNode root, boolean far) {
    return new StandIns(this, far).in(root, schema);
  }

  private ProfileProblem problem(Error error, ObjectNode root, YamlTree tree) {
    List<Object> steps = steps(error.getInstanceLocation());
    String path = dotted(steps);
    JsonNode expected = at(steps);
    JsonNode found = found(root, steps);
    return switch (error.getKeyword()) {
      case "additionalProperties" -> {
        String key = join(path, error.getProperty());
        yield tree.problem(
            key,
            FormerKeys.problem(key)
                .orElseGet(
                    () ->
                        "unknown key; "
                            + allowed(error.getProperty(), expected.path("properties"))));
      }
      case "required" -> {
        JsonNode missing = expected.path("properties").path(error.getProperty());
        yield tree.problem(
            join(path, error.getProperty()),
            "is missing: "
                + missing.path("description").asText("a value")
                + words(missing, ", expected ")
                + meantKind(steps, missing));
      }
      case "enum" ->
          tree.problem(
              path, "found " + shown(found, expected) + ", expected one of " + options(expected));
      case "minimum" ->
          tree.problem(
              path,
              "found "
                  + shown(found, expected)
                  + ", expected at least "
                  + expected.path("minimum").asText());
      case "maximum" ->
          tree.problem(
              path,
              "found "
                  + shown(found, expected)
                  + ", expected at most "
                  + expected.path("maximum").asText());
      default -> tree.problem(path, wrongKind(steps, found, expected));
    };
  }

  /** A flow of no kind may have the name of one, with a slip. */
  private static String meantKind(List<Object> steps, JsonNode missing) {
    List<String> kinds = new ArrayList<>();
    missing.path("enum").forEach(each -> kinds.add(each.asText()));
    return steps.isEmpty()
        ? ""
        : ClosestName.of(steps.get(steps.size() - 1).toString(), kinds)
            .map(each -> "; did you mean " + each + "?")
            .orElse("");
  }

  private String wrongKind(List<Object> steps, JsonNode found, JsonNode expected) {
    boolean inMap = !steps.isEmpty() && isMapOfTexts(at(steps.subList(0, steps.size() - 1)));
    if (!inMap) {
      return "found " + shown(found, expected) + ", expected " + kind(expected);
    }
    if (found.isObject()) {
      // Dots in a key of such a map are a part of its name, and a mapping is what --set makes of
      // it.
      String map = dotted(steps.subList(0, steps.size() - 1));
      return "found a mapping, expected a text; a key with dots is one name: write %s:"
              .formatted(map.substring(map.lastIndexOf('.') + 1))
          + " { \"first.second\": value }, or --set '%s={\"first.second\": value}'".formatted(map);
    }
    return "found " + shown(found, expected) + ", expected " + kind(expected);
  }

  private static boolean isMap(JsonNode expected) {
    return expected.path("additionalProperties").isObject();
  }

  private static boolean isMapOfTexts(JsonNode expected) {
    return expected.path("additionalProperties").path("type").asText().equals("string");
  }

  private static String kind(JsonNode expected) {
    String words = words(expected, "");
    if (!words.isEmpty()) {
      return words;
    }
    if (expected.has("enum") || expected.has("const")) {
      return "one of " + options(expected);
    }
    return switch (expected.path("type").asText()) {
      case "integer" -> "a whole number";
      case "boolean" -> "true or false";
      case "array" -> "a list";
      case "object" ->
          isMapOfTexts(expected)
              ? "a mapping of keys to texts"
              : isMap(expected) && expected.path("properties").isEmpty()
                  ? "a mapping of names to sections"
                  : "a mapping with " + String.join(", ", keys(expected.path("properties")));
      default -> "a text";
    };
  }

  private static String words(JsonNode expected, String before) {
    String words = expected.path(ProfileSchema.EXPECTED).asText("");
    return words.isEmpty() ? "" : before + words;
  }

  static String options(JsonNode expected) {
    List<String> options = new ArrayList<>();
    expected.path("enum").forEach(each -> options.add(each.asText()));
    if (expected.has("const")) {
      options.add(expected.get("const").asText());
    }
    return String.join(", ", options);
  }

  private static String allowed(String found, JsonNode properties) {
    List<String> keys = keys(properties);
    String allowed = "allowed here: " + String.join(", ", keys);
    return ClosestName.of(found, keys)
        .map(each -> "did you mean " + each + "? " + allowed)
        .orElse(allowed);
  }

  private static List<String> keys(JsonNode properties) {
    List<String> keys = new ArrayList<>();
    properties.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static String shown(JsonNode found, JsonNode expected) {
    if (secret(expected)) {
      return "a value that may be secret and is not shown";
    }
    if (found.isContainerNode()) {
      return found.isArray() ? "a list" : "a mapping";
    }
    return found.isNull() || found.isMissingNode()
        ? "nothing"
        : "\"" + ValueText.value(found.asText()) + "\"";
  }

  /** Checks whether a value in this place, rightly or by mistake, may be a secret. */
  private static boolean secret(JsonNode expected) {
    return expected.findValues(ProfileSchema.SECRET).stream().anyMatch(JsonNode::asBoolean);
  }

  static List<Object> steps(NodePath location) {
    List<Object> steps = new ArrayList<>();
    for (int i = 0; i < location.getNameCount(); i++) {
      steps.add(location.getElement(i));
    }
    return steps;
  }

  JsonNode at(List<Object> steps) {
    JsonNode node = definition;
    for (Object step : steps) {
      node =
          step instanceof Integer
              ? node.path("items")
              : node.path("properties").has(step.toString())
                  ? node.path("properties").path(step.toString())
                  // A map of any keys: what holds for it holds for its values.
                  : node.path(ProfileSchema.SECRET).asBoolean()
                      ? node
                      : isMap(node) ? node.path("additionalProperties") : MissingNode.getInstance();
    }
    return node;
  }

  static JsonNode found(JsonNode root, List<Object> steps) {
    JsonNode node = root;
    for (Object step : steps) {
      node = step instanceof Integer index ? node.path(index) : node.path(step.toString());
    }
    return node;
  }

  private static String dotted(List<Object> steps) {
    StringBuilder path = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof Integer) {
        path.append('[').append(step).append(']');
      } else {
        path.append(path.length() == 0 ? "" : ".").append(step);
      }
    }
    return path.toString();
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
