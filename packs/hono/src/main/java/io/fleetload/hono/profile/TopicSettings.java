// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;

/** Names and partitions of the tenants' topics, and how long they keep messages. */
public record TopicSettings(
    @Doc(
            value =
                "what the names of all topics begin with, where a Kafka serves several Honos or"
                    + " mirrors one: site-7. for site-7.telemetry.TENANT",
            byDefault = "hono.",
            form = "[a-zA-Z0-9._-]{1,100}",
            expected =
                "letters, digits, dot, dash and underscore, 100 at most, such as site-7.hono.")
        String prefix,
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
  public static final TopicSettings PUBLISHED =
      new TopicSettings(null, null, null, null, null, null);

  private static final String OF_HONO = "hono.";

  private static final long LEAST_RETENTION_MILLIS = 1_000;

  /** Fills in what the profile leaves open. */
  public TopicSettings {
    prefix = prefix == null ? OF_HONO : prefix;
    telemetry = telemetry == null ? 10 : telemetry;
    event = event == null ? 4 : event;
    command = command == null ? 3 : command;
    commandResponse = commandResponse == null ? 2 : commandResponse;
  }

  void check(HonoTarget.Kind target, ProfileChecks checks) {
    checks.when(
        target == HonoTarget.Kind.EMBEDDED && !prefix.equals(OF_HONO),
        "topics.prefix",
        "leave it out: the topics of an embedded Hono begin with " + OF_HONO);
    if (retention != null && retention.millis() < LEAST_RETENTION_MILLIS) {
      checks.problem("topics.retention", "found \"%s\", expected at least 1s".formatted(retention));
    }
  }
}
