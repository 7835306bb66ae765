// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.List;

/**
 * The endpoints that the embedded stack told.
 *
 * @param coap host:port of the CoAP adapter
 * @param kafka host:port of the broker
 * @param mongodb connection string of the registry's database server, without credentials
 * @param database the registry's database
 * @param http base address of its status and metrics pages
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Stack(String coap, String kafka, String mongodb, String database, String http) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Stack of(String readyLine) {
    try {
      return JSON.readValue(readyLine, Stack.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the stack's ready line is no JSON: " + readyLine, e);
    }
  }

  /** Its metrics page. */
  URI metrics() {
    return URI.create(http + "/metrics");
  }

  /** The overrides that point a tool at it. */
  List<String> overrides() {
    return List.of(
        "target.coap=" + coap,
        "target.kafka=" + kafka,
        "target.mongodb=" + mongodb,
        "target.database=" + database);
  }
}
