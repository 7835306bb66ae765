// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import io.fleetload.hono.profile.TopicSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hono's Kafka topics of a tenant, by default with the partition counts of the published load test.
 */
public final class Topics {
  private final String telemetry;
  private final String event;
  private final String command;
  private final String commandResponse;
  private final TopicSettings settings;

  /** The topics of a tenant, as a profile names and divides them. */
  public Topics(String tenant, TopicSettings settings) {
    String prefix = settings.prefix();
    this.telemetry = prefix + "telemetry." + tenant;
    this.event = prefix + "event." + tenant;
    this.command = prefix + "command." + tenant;
    this.commandResponse = prefix + "command_response." + tenant;
    this.settings = settings;
  }

  /** Telemetry, command queries among it. */
  public String telemetry() {
    return telemetry;
  }

  public String event() {
    return event;
  }

  /** Commands, written by the application. */
  public String command() {
    return command;
  }

  /** Answers to commands. */
  public String commandResponse() {
    return commandResponse;
  }

  /** The topics that carry the tenant's messages; the others are of all tenants. */
  public List<String> ofTenant() {
    return List.of(telemetry(), event(), command(), commandResponse());
  }

  /** Every topic with its partition count. */
  public Map<String, Integer> partitions() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put(telemetry(), settings.telemetry());
    counts.put(event(), settings.event());
    counts.put(command(), settings.command());
    counts.put(commandResponse(), settings.commandResponse());
    counts.put(settings.prefix() + "notification.registry-device", 4);
    counts.put(settings.prefix() + "notification.registry-tenant", 4);
    return counts;
  }
}
