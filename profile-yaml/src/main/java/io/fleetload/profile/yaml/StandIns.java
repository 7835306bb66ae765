// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Values that replace those of a wrong shape, so that the meaning of the rest of a profile can be
 * checked in the same pass. There are two of each kind, far apart: a problem with both has nothing
 * to do with the replaced value.
 */
final class StandIns {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** A section has sections in it, each with what it needs. */
  private static final int MOST_ROUNDS = 5;

  private static final int FAR = 100_000;

  private static final Pattern OPTION = Pattern.compile("\\([^()]*\\)\\?");

  /** In the pattern of a URL. */
  private static final Pattern SCHEME = Pattern.compile("([a-z]+)[^/a-z]*://");

  private static final List<String> TEXTS =
      List.of(
          "1s",
          "100h",
          "1/s",
          "5000/s",
          "1B",
          "60000B",
          "1%",
          "99%",
          "+1/s",
          "device-{index}",
          "10000000000{index}",
          "a:1",
          "z-9:9",
          "a",
          "z-9");

  private final SchemaCheck check;
  private final boolean far;

  /**
   * One of the two kinds.
   *
   * @param far whether numbers are large, and of options it is the last one
   */
  StandIns(SchemaCheck check, boolean far) {
    this.check = check;
    this.far = far;
  }

  /** The profile with replaced values; null if one of its mistakes has no replacement. */
  ObjectNode in(ObjectNode profile, Schema schema) {
    ObjectNode mended = profile.deepCopy();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Error> errors = schema.validate(mended);
      if (errors.isEmpty()) {
        return mended;
      }
      errors.forEach(error -> mend(mended, error));
    }
    return null;
  }

  private void mend(ObjectNode profile, Error error) {
    List<Object> steps = SchemaCheck.steps(error.getInstanceLocation());
    String key = error.getProperty();
    if (error.getKeyword().equals("additionalProperties")) {
      if (SchemaCheck.found(profile, steps) instanceof ObjectNode section) {
        section.remove(key);
      }
    } else if (error.getKeyword().equals("required")) {
      if (SchemaCheck.found(profile, steps) instanceof ObjectNode section) {
        put(section, key, standIn(check.at(steps).path("properties").path(key)));
      }
    } else if (!steps.isEmpty()) {
      int last = steps.size() - 1;
      JsonNode parent = SchemaCheck.found(profile, steps.subList(0, last));
      JsonNode standIn = standIn(check.at(steps));
      if (parent instanceof ObjectNode section) {
        put(section, steps.get(last).toString(), standIn);
      } else if (parent instanceof ArrayNode list && standIn != null) {
        list.set((Integer) steps.get(last), standIn);
      }
    }
  }

  private static void put(ObjectNode section, String key, JsonNode value) {
    if (value == null) {
      section.remove(key);
    } else {
      section.set(key, value);
    }
  }

  /** A replacement; null if this kind of value has no replacement, which leaves the default. */
  private JsonNode standIn(JsonNode expected) {
    if (expected.has("enum")) {
      JsonNode options = expected.path("enum");
      return options.get(far ? options.size() - 1 : 0);
    }
    return switch (expected.path("type").asText()) {
      case "object" -> JSON.objectNode();
      case "array" -> JSON.arrayNode();
      case "boolean" -> JSON.booleanNode(far);
      case "integer" -> {
        long least = expected.path("minimum").asLong(1);
        long most = expected.path("maximum").asLong(Integer.MAX_VALUE);
        yield JSON.numberNode(far ? Math.min(most, least + FAR) : least);
      }
      case "string" -> text(expected.path("pattern").asText());
      default -> null;
    };
  }

  private JsonNode text(String pattern) {
    Pattern form = Pattern.compile(pattern);
    Stream<String> urls =
        SCHEME
            .matcher(OPTION.matcher(pattern).replaceAll(""))
            .results()
            .flatMap(each -> Stream.of(each.group(1) + "://a:1", each.group(1) + "://z-9:9"));
    List<String> fit =
        Stream.concat(TEXTS.stream(), urls).filter(each -> form.matcher(each).find()).toList();
    return fit.isEmpty() ? null : JSON.textNode(fit.get(far ? fit.size() - 1 : 0));
  }
}
