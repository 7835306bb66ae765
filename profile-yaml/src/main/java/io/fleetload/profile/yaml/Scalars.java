// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads scalars as their key wants them. By its look YAML takes {@code derivedFrom: 0815} for the
 * number 815 and {@code id: no} for false, and takes {@code count: "${DEVICES:50}"} for a text.
 */
final class Scalars {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,30}");
  private static final Pattern BOOLEAN = Pattern.compile("true|false");

  private Scalars() {}

  /** Turns texts into what the schema wants; a text that is no such thing is left as it is. */
  static void fit(ObjectNode found, JsonNode expected) {
    for (Map.Entry<String, JsonNode> entry : found.properties()) {
      JsonNode wanted = expected.path("properties").path(entry.getKey());
      entry.setValue(
          fitted(
              entry.getValue(),
              wanted.isMissingNode() ? expected.path("additionalProperties") : wanted));
    }
  }

  private static JsonNode fitted(JsonNode found, JsonNode wanted) {
    if (found instanceof ObjectNode section) {
      fit(section, wanted);
    } else if (found instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, fitted(list.get(i), wanted.path("items")));
      }
    } else if (found.isTextual() && ProfileSchema.isOneOrSeveral(wanted)) {
      return listed(found, wanted);
    } else if (found.isTextual()) {
      return fitted(found.asText(), wanted.path("type").asText(), found);
    }
    return found;
  }

  /**
   * Makes a value a list of one. A value that does not fit the list stays, so that the message
   * about the mistake names it.
   */
  private static JsonNode listed(JsonNode found, JsonNode wanted) {
    JsonNode each = fitted(found, wanted.path("items"));
    boolean fits =
        wanted.has("pattern")
            ? Pattern.matches(wanted.path("pattern").asText(), found.asText())
            : each.isNumber();
    return fits ? JsonNodeFactory.instance.arrayNode().add(each) : found;
  }

  private static JsonNode fitted(String text, String type, JsonNode found) {
    if (type.equals("integer") && WHOLE.matcher(text).matches()) {
      return number(text);
    }
    return type.equals("boolean") && BOOLEAN.matcher(text).matches()
        ? JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(text))
        : found;
  }

  private static JsonNode number(String text) {
    BigInteger number = new BigInteger(text);
    return number.bitLength() < Long.SIZE
        ? JsonNodeFactory.instance.numberNode(number.longValue())
        : JsonNodeFactory.instance.textNode(text);
  }
}
