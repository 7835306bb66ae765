// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fleetload.profile.LoadProfile;
import java.util.Map;

/** A profile as it was run, defaults filled in and without its secrets: fit for a result. */
public final class RedactedProfile {
  private static final TextNode HIDDEN = TextNode.valueOf("***");

  private RedactedProfile() {}

  /** The profile; what its schema marks as secret reads {@code ***}. */
  public static JsonNode of(LoadProfile profile) {
    JsonNode tree = ProfileJson.MAPPER.valueToTree(profile);
    return hide(tree, NamedSections.in(ProfileSchema.of(profile.getClass()), (ObjectNode) tree));
  }

  private static JsonNode hide(JsonNode value, JsonNode schema) {
    if (schema.path(ProfileSchema.SECRET).asBoolean()) {
      return HIDDEN;
    }
    if (value instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> each : object.properties()) {
        JsonNode below = schema.path("properties").path(each.getKey());
        JsonNode values = schema.path("additionalProperties");
        each.setValue(hide(each.getValue(), below.isMissingNode() ? values : below));
      }
    } else if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, hide(array.get(i), schema.path("items")));
      }
    }
    return value;
  }
}
