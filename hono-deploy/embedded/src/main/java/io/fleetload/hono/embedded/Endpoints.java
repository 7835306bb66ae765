// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * Addresses of all parts: all that the other tools need to know of the stack.
 *
 * @param coap host:port of the CoAP adapter, DTLS
 * @param coapCertificate the PEM file with the adapter's certificate
 * @param mqtt host:port of the MQTT adapter, without TLS; empty if it was not asked for
 * @param httpAdapter the same of the HTTP adapter
 * @param kafka host:port of the broker
 * @param mongodb the wire server's connection string, or {@code external}: one of the user's own is
 *     never repeated, for it may hold a password
 * @param database the registry's database
 * @param infinispan host:port of the HotRod server
 * @param http base address of the readiness and metrics pages
 */
public record Endpoints(
    String coap,
    String coapCertificate,
    Optional<String> mqtt,
    Optional<String> httpAdapter,
    String kafka,
    String mongodb,
    String database,
    String infinispan,
    String http) {

  /** The one line on stdout, once everything is ready. */
  String readyLine(long pid) {
    JsonObject line =
        new JsonObject()
            .put("event", "ready")
            .put("tool", "hono-embedded")
            .put("pid", pid)
            .put("coap", coap)
            .put("coapCertificate", coapCertificate);
    mqtt.ifPresent(address -> line.put("mqtt", address));
    httpAdapter.ifPresent(address -> line.put("httpAdapter", address));
    return line.put("kafka", kafka)
        .put("mongodb", mongodb)
        .put("database", database)
        .put("infinispan", infinispan)
        .put("http", http)
        .encode();
  }
}
