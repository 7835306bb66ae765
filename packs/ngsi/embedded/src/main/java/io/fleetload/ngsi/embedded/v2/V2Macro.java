// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces {@code ${name}} in custom notifications by what an entity has. */
record V2Macro(Entity entity) {
  private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");

  /** A text with all of them replaced. */
  String text(String template) {
    return NAME.matcher(template)
        .replaceAll(found -> Matcher.quoteReplacement(text(value(found.group(1)))));
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  /** A tree with all of them replaced; a text that is one of them alone becomes the value. */
  JsonNode tree(JsonNode template) {
    if (template.isTextual()) {
      Matcher whole = NAME.matcher(template.textValue());
      return whole.matches() ? value(whole.group(1)) : TextNode.valueOf(text(template.textValue()));
    }
    if (template.isArray()) {
      var list = Json.object().putArray("list");
      template.forEach(each -> list.add(tree(each)));
      return list;
    }
    if (template.isObject()) {
      ObjectNode object = Json.object();
      template.properties().forEach(it -> object.set(it.getKey(), tree(it.getValue())));
      return object;
    }
    return template;
  }

  private JsonNode value(String name) {
    return switch (name) {
      case "id" -> TextNode.valueOf(entity.id());
      case "type" -> TextNode.valueOf(entity.type());
      default ->
          entity.attribute(name).isEmpty()
              ? Json.object().nullNode()
              : entity.attribute(name).get(0).value();
    };
  }
}
