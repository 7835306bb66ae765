// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.ngsi.profile.ContextUse;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.template.RequestTemplates;

/**
 * Place in which a flow's requests name the @context of their names.
 *
 * @param inBody whether in the body
 * @param linked the URL in the header {@code Link}; null for no such header
 */
public record ContextPlace(boolean inBody, String linked) {
  static final String CORE = "https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.7.jsonld";

  private static final String CONTEXT = "@context";
  private static final JsonMapper JSON = new JsonMapper();

  /** The place for requests of a profile with that body; null for no body. */
  public static ContextPlace of(NgsiProfile profile, String body) {
    ContextUse.Way way = profile.context().send();
    return switch (way) {
      case BODY ->
          hasEntities(body)
              ? new ContextPlace(true, null)
              : new ContextPlace(false, profile.target().context());
      case LINK -> new ContextPlace(false, profile.target().context());
      case CORE -> new ContextPlace(false, CORE);
      case NONE -> new ContextPlace(false, null);
    };
  }

  /** A list of ids has no place for an @context. */
  private static boolean hasEntities(String body) {
    if (body == null) {
      return false;
    }
    try {
      JsonNode root = JSON.readTree(body);
      boolean has = root.isObject();
      for (JsonNode each : root) {
        has |= root.isArray() && each.isObject();
      }
      return has;
    } catch (JsonProcessingException e) {
      // The template says what is wrong with it.
      return false;
    }
  }

  /** The body with what it says of the @context. */
  public String body(String written) {
    return inBody ? RequestTemplates.withContext(written) : written;
  }

  /** The media type of a body. */
  public String contentType(String body) {
    return inBody || (linked == null && body.contains('"' + CONTEXT + '"'))
        ? "application/ld+json"
        : "application/json";
  }

  /** The header {@code Link}; null for none. */
  String link() {
    return linked == null
        ? null
        : "<%s>; rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
            .formatted(linked);
  }
}
