// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.body.MissingValueException;
import io.fleetload.body.Template;
import io.fleetload.body.Values;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entity that a message is about, as the templates of its request make it.
 *
 * @param id null if the request does not name it
 * @param content what the request says of it; an empty object where it says nothing
 */
public record MessageEntity(String id, JsonNode content) {
  private static final Pattern IN_PATH = Pattern.compile("/entities/([^/?]+)");
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Makes one.
   *
   * @param body null if the request has none
   * @param index its number in the batch
   * @throws MissingValueException if the message lacks a value
   */
  public static MessageEntity of(Template path, Template body, Values values, int index)
      throws MissingValueException {
    JsonNode content = JSON.createObjectNode();
    if (body != null) {
      try {
        content = in(JSON.readTree(body.rendered(values, index)));
      } catch (IOException e) {
        // A body that is no JSON on purpose.
      }
    }
    Matcher inPath = IN_PATH.matcher(path.rendered(values));
    if (inPath.find()) {
      return new MessageEntity(decoded(inPath.group(1)), content);
    }
    return new MessageEntity(content.path("id").textValue(), content);
  }

  private static String decoded(String id) {
    try {
      // A plus sign is itself in a path.
      return URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The one entity of a body; an empty object where it has several. */
  public static JsonNode in(JsonNode body) {
    JsonNode all = body.path("entities").isArray() ? body.path("entities") : body;
    List<JsonNode> entities = new ArrayList<>();
    if (all.isArray()) {
      all.forEach(
          each -> {
            if (each.isObject()) {
              entities.add(each);
            }
          });
    } else {
      entities.add(all);
    }
    return entities.size() == 1 && entities.get(0).isObject()
        ? entities.get(0)
        : JSON.createObjectNode();
  }
}
