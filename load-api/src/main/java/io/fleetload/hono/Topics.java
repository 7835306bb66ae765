package io.fleetload.hono;

import java.util.LinkedHashMap;
import java.util.Map;

/** Hono's Kafka topics of a tenant, with the partition counts of the published load test. */
public final class Topics {
  private final String tenant;

  /** The topics of a tenant. */
  public Topics(String tenant) {
    this.tenant = tenant;
  }

  /** Telemetry, command queries among it. */
  public String telemetry() {
    return "hono.telemetry." + tenant;
  }

  /** Events. */
  public String event() {
    return "hono.event." + tenant;
  }

  /** Commands, written by the application. */
  public String command() {
    return "hono.command." + tenant;
  }

  /** Answers to commands. */
  public String commandResponse() {
    return "hono.command_response." + tenant;
  }

  /** Every topic with its partition count. */
  public Map<String, Integer> partitions() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put(telemetry(), 10);
    counts.put(event(), 4);
    counts.put(command(), 3);
    counts.put(commandResponse(), 2);
    counts.put("hono.notification.registry-device", 4);
    counts.put("hono.notification.registry-tenant", 4);
    return counts;
  }
}
