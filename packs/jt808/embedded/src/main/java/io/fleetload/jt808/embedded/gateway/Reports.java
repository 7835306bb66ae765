// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.nats.client.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/** Publishes messages of the gateway on NATS, in the words of go-jt808's storage test. */
final class Reports {
  private final Connection nats;
  private final Clock clock;
  private final Traffic traffic;

  Reports(Connection nats, Clock clock, Traffic traffic) {
    this.nats = nats;
    this.clock = clock;
    this.traffic = traffic;
  }

  void location(String phone, Bodies.Location location) {
    publish(
        "0x0200",
        phone + ',' + location.latitude + ',' + location.longitude + ',' + microseconds());
  }

  void batch(String phone, List<Bodies.Location> locations) {
    StringJoiner json = new StringJoiner(",", "{\"locations\":[", "]}");
    for (Bodies.Location location : locations) {
      json.add(
          "{\"phone\":\""
              + phone
              + "\",\"latitude\":"
              + location.latitude
              + ",\"longitude\":"
              + location.longitude
              + ",\"timestamp\":"
              + microseconds()
              + '}');
    }
    publish("0x0704", json.toString());
  }

  /**
   * Publishes a terminal's answer to a command; go-jt808 publishes none, for it sends no commands.
   */
  void answer(Frame frame, int commandSerial) {
    publish(
        "0x%04x".formatted(frame.id),
        frame.phone
            + ','
            + commandSerial
            + ','
            + HexFormat.of().formatHex(frame.body)
            + ','
            + microseconds());
  }

  private void publish(String subject, String text) {
    nats.publish(subject, text.getBytes(StandardCharsets.US_ASCII));
    traffic.published.increment();
  }

  private long microseconds() {
    Instant now = clock.instant();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }
}
