// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The headers of Hono's Kafka records; all values are text in UTF-8. */
final class HonoHeaders {
  static final String DEVICE_ID = "device_id";
  static final String SUBJECT = "subject";
  static final String CONTENT_TYPE = "content-type";
  static final String CORRELATION_ID = "correlation-id";
  static final String RESPONSE_REQUIRED = "response-required";

  /** The device waits for a command; present on command queries only. */
  static final String TTD = "ttd";

  /** The content type of what Hono writes itself where a command could not be delivered. */
  static final String DELIVERY_FAILURE =
      "application/vnd.eclipse-hono-delivery-failure-notification+json";

  /** The content type of what Hono writes itself where a device begins to wait for commands. */
  static final String EMPTY_NOTIFICATION = "application/vnd.eclipse-hono-empty-notification";

  /** The content type of what Hono's adapters write where a device connects or disconnects. */
  static final String CONNECTION_NOTIFICATION = "application/vnd.eclipse-hono-dc-notification+json";

  /** Content types of what Hono writes itself into the topic of events. */
  static final Set<String> OWN_NOTIFICATIONS = Set.of(EMPTY_NOTIFICATION, CONNECTION_NOTIFICATION);

  static final String JSON = "application/json";
  static final String OCTETS = "application/octet-stream";

  private HonoHeaders() {}

  /** A header's text; null if there is no such header. */
  static String text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** A text as a header's value. */
  static byte[] value(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
