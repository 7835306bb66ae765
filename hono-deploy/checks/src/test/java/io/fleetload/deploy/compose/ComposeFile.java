// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.manifest.Manifests;

/** Reads of compose.yaml what the containers will read. */
final class ComposeFile {
  private ComposeFile() {}

  /** A text with the password where compose would put it. */
  static String unfolded(String text, String password) {
    return text.replaceAll("\\$\\{INTERNAL_PASSWORD(:[^}]*)?\\}", password);
  }

  /** One of its configs, as it stands in the file. */
  static JsonNode configuration(JsonNode compose, String name) {
    return Manifests.parse(compose.path("configs").path(name).path("content").asText())
        .objects()
        .get(0);
  }
}
