// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.util.List;

/**
 * What a run asks for. All of them are small: faults are found in counts, not in figures.
 *
 * @param devices how many
 * @param rate of telemetry and of events each, and twice that of command queries, a second
 * @param measure length of the measured phase, s
 * @param timeout how long a device waits for an outcome, s; a query waits a third of that for its
 *     command
 * @param body what telemetry and events consist of, as in {@code payload: ditto, size: 512B}
 * @param more further lines of the profile
 */
record Load(int devices, int rate, int measure, int timeout, String body, List<String> more) {

  /** Whether this host is busy, and so late, is no question of most faults. */
  static final String ANY_HOST =
      """
      generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100% }
      thresholds: ["flows.*.achieved >= 0%"]
      """;

  private static final int MOST_DEVICES = 12;

  /** A run of as many devices as there can be. */
  static final Load LARGEST = new Load(MOST_DEVICES, 1, 1, 1, "payload: ditto", List.of());

  /** Ten devices for so many seconds, with lines such as {@code thresholds: [...]}. */
  static Load seconds(int measure, String... more) {
    return new Load(10, 10, measure, 3, "payload: ditto", List.of(more));
  }

  /** The same on a host or in a network where everything takes long. */
  Load patient() {
    return new Load(devices, rate, measure, 12, body, more);
  }

  private int ttd() {
    return Math.max(1, timeout / 3);
  }

  /** The profile, for a tenant of its own; its target comes on the command line. */
  String profile(String name, String tenant) {
    return """
    run: { name: %s }
    target: { kind: external, maxPayload: 64000B, gone: 5s }
    tenant: { id: %s }
    devices: { count: %d, timeout: %ds, psk: { derivedFrom: faults } }
    topics: { telemetry: 2, event: 2, command: 1, commandResponse: 1 }
    phases: { connect: { rate: 50/s }, ramp: 1s, warmUp: 2s, measure: %ds, drain: %ds }
    flows:
      telemetry: { rate: %d/s, %s }
      event: { rate: %d/s, %s }
      commandQuery: { rate: %d/s, ttd: %ds }
    %s
    """
        .formatted(
            name,
            tenant,
            devices,
            timeout,
            measure,
            timeout + ttd() + 1,
            rate,
            body,
            rate,
            body,
            Math.max(1, rate / 2),
            ttd(),
            String.join("\n", more));
  }
}
