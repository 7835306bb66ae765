// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;

/** Partitions of the tenant's topics, and how long they keep messages. */
public record TopicSettings(
    @Doc(value = "partitions of telemetry", byDefault = "10", least = 1, most = 10_000)
        Integer telemetry,
    @Doc(value = "partitions of events", byDefault = "4", least = 1, most = 10_000) Integer event,
    @Doc(value = "partitions of commands", byDefault = "3", least = 1, most = 10_000)
        Integer command,
    @Doc(value = "partitions of command responses", byDefault = "2", least = 1, most = 10_000)
        Integer commandResponse,
    @Doc(
            value = "how long the tenant's topics keep messages; changed where it differs",
            byDefault = "as the broker or the topic has it")
        Span retention) {

  /** The partitions of the published load test. */
  public static final TopicSettings PUBLISHED = new TopicSettings(null, null, null, null, null);

  private static final long LEAST_RETENTION_MILLIS = 1_000;

  /** Fills in what the profile leaves open. */
  public TopicSettings {
    telemetry = telemetry == null ? 10 : telemetry;
    event = event == null ? 4 : event;
    command = command == null ? 3 : command;
    commandResponse = commandResponse == null ? 2 : commandResponse;
  }

  void check(ProfileChecks checks) {
    if (retention != null && retention.millis() < LEAST_RETENTION_MILLIS) {
      checks.problem("topics.retention", "found \"%s\", expected at least 1s".formatted(retention));
    }
  }
}
