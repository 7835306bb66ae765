package io.fleetload.campaign;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * The endpoints that the embedded stack told.
 *
 * @param coap host:port of the CoAP adapter
 * @param kafka host:port of the broker
 * @param mongodb connection string of the registry's database server, without credentials
 * @param database the registry's database
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Stack(String coap, String kafka, String mongodb, String database) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Stack of(String readyLine) {
    try {
      return JSON.readValue(readyLine, Stack.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the stack's ready line is no JSON: " + readyLine, e);
    }
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
