// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/** The terms of one or several {@code @context} objects; later ones win. */
final class Terms {
  private final Map<String, String> terms = new HashMap<>();
  private String vocabulary = "";

  void add(JsonNode context) {
    for (Map.Entry<String, JsonNode> field : context.properties()) {
      JsonNode value = field.getValue();
      String iri = value.isObject() ? value.path("@id").asText() : value.asText();
      if (field.getKey().equals("@vocab")) {
        vocabulary = iri;
      } else if (!field.getKey().startsWith("@") && !iri.isEmpty() && !iri.startsWith("@")) {
        terms.put(field.getKey(), iri);
      }
    }
  }

  Context context(String address) {
    Map<String, String> whole = new HashMap<>();
    terms.forEach((name, iri) -> whole.put(name, withoutPrefix(iri)));
    return new Context(address, whole, vocabulary);
  }

  private String withoutPrefix(String iri) {
    int colon = iri.indexOf(':');
    String prefix = colon < 0 ? null : terms.get(iri.substring(0, colon));
    return prefix == null ? iri : prefix + iri.substring(colon + 1);
  }
}
