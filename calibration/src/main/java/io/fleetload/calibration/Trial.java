// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Script;
import io.fleetload.stamp.Period;
import java.util.Locale;
import java.util.Map;

/**
 * One run of the simulator against the scripted server.
 *
 * @param name its name
 * @param about what is done in it, for the reader of the table
 * @param devices how many devices
 * @param timeoutMillis the longest wait of a device for an outcome
 * @param warmUpSeconds length of the warm-up
 * @param measureSeconds length of the measured phase
 * @param rates messages a second, by flow, in the order of the profile's flows
 * @param script what the server does
 */
record Trial(
    String name,
    String about,
    int devices,
    long timeoutMillis,
    int warmUpSeconds,
    int measureSeconds,
    Map<String, Integer> rates,
    Script script) {

  private static final int LEAST_DRAIN_SECONDS = 15;

  /** The tenant of every trial. */
  static final String TENANT = "calibration";

  /** The secret of the devices' keys. */
  static final String SECRET = "calibration";

  /** Number of a flow's first message of a period; {@code WARM_UP} comes first. */
  int from(String flow, Period period) {
    return period == Period.WARM_UP ? 0 : countBefore(flow, warmUpSeconds);
  }

  /** Number after a flow's last message of a period. */
  int to(String flow, Period period) {
    return countBefore(
        flow, period == Period.WARM_UP ? warmUpSeconds : warmUpSeconds + measureSeconds);
  }

  /** The longest that its flows and the wait for the last outcomes take, in s. */
  int longestSeconds() {
    return warmUpSeconds + measureSeconds + LEAST_DRAIN_SECONDS + (int) (timeoutMillis / 1_000);
  }

  /** The name of the run in the books. */
  String runName() {
    return "calibration-" + name;
  }

  /**
   * The profile that tells the simulator to do its part; of the script it learns nothing.
   *
   * @param coap where the server listens
   */
  String profile(String coap) {
    StringBuilder flows = new StringBuilder();
    rates.forEach(
        (flow, rate) ->
            flows.append(
                String.format(
                    Locale.ROOT,
                    "  %s: { rate: %d/s%s }\n",
                    flow,
                    rate,
                    flow.equals(Trials.QUERY) ? ", ttd: 1s" : "")));
    return """
        run: { name: %s }
        target: { kind: external, coap: "%s", kafka: "127.0.0.1:9092", provision: false }
        tenant: { id: %s }
        devices: { count: %s, psk: { derivedFrom: %s }, timeout: %sms }
        phases: { connect: { rate: 100/s }, warmUp: %ss, measure: %ss }
        thresholds: []
        flows:
        """
            .formatted(
                runName(),
                coap,
                TENANT,
                devices,
                SECRET,
                timeoutMillis,
                warmUpSeconds,
                measureSeconds)
        + flows;
  }

  private int countBefore(String flow, int seconds) {
    FlowScript of = script.flow(flow);
    // An answer has its query's number.
    FlowScript numbered = of.schedule() != null ? of : script.flow(Trials.QUERY);
    return Math.toIntExact(numbered.schedule().countBefore(seconds * 1_000_000_000L));
  }
}
