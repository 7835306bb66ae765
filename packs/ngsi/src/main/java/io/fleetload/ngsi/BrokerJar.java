// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;

/** The program of {@code packs/ngsi/embedded}. */
final class BrokerJar {
  static final String PATH = "packs/ngsi/embedded/target/ngsi-embedded.jar";

  private BrokerJar() {}

  /**
   * What it says once it is ready.
   *
   * @param url where the broker is; null where it serves the context alone
   * @param context where the @context is
   * @param metrics its page in Prometheus' format; null where it has none
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Endpoints(String url, URI context, URI metrics) {}

  static Endpoints endpoints(String line) {
    try {
      return new ObjectMapper().readValue(line, Endpoints.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the broker's ready line is no JSON: " + line, e);
    }
  }
}
