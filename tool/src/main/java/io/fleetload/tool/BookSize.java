// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.flow.FlowSet;
import io.fleetload.profile.ClosedUsers;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Timing;
import io.fleetload.scenario.Scenario;

/**
 * Largest size of a run's files. It is an upper bound: sets of message numbers with long runs of
 * whole numbers, the usual case, are a hundred times smaller.
 */
final class BookSize {
  /** Report, histograms and logs, whatever the length of the run. */
  private static final long OTHERS = 8_000_000;

  /** Sent, confirmed, received; of a command query also written, refused, and three of answers. */
  private static final int SETS = 8;

  /** A bit a message and set, as base64, in a file and in the fresh one that takes its place. */
  private static final double BYTES_A_MESSAGE = SETS / 8.0 * 4 / 3 * 2;

  /** A dozen numbers a second and flow in the book, the fresh book and the result. */
  private static final int BYTES_A_SECOND = 240;

  /** The response times of an interval, in the book, the fresh book and the log. */
  private static final int BYTES_AN_INTERVAL = 3 * 4_300;

  /** A closed model's users are not asked for a rate; no target answers them faster. */
  private static final double LEAST_ROUND_SECONDS = 0.005;

  /** A time, a comma, a device, a line feed. */
  private static final double LEAST_LINE = 4;

  private BookSize() {}

  /** The most that the run of this profile writes, in bytes. */
  static long atMost(Scenario scenario) {
    LoadProfile profile = scenario.profile();
    FlowSet asked = scenario.flows();
    Phases phases = profile.phases();
    double messages =
        asked.timings().entrySet().stream()
            .mapToDouble(
                flow ->
                    messages(flow.getValue(), phases)
                        * (1 + asked.steps().messagesAfter(flow.getKey())))
            .sum();
    double seconds = phases.runSeconds();
    int flows = asked.specs().size();
    double intervals = seconds / phases.intervalSeconds() + profile.tenantIntervals();
    return (long)
        (OTHERS
            + messages * BYTES_A_MESSAGE
            + seconds * flows * BYTES_A_SECOND
            + intervals * flows * BYTES_AN_INTERVAL);
  }

  private static double messages(Timing flow, Phases phases) {
    ClosedUsers closed = flow.closed();
    if (flow.times() != null) {
      return Math.min(Integer.MAX_VALUE, flow.times().file().path().toFile().length() / LEAST_LINE);
    }
    if (closed == null) {
      return FlowRates.of(flow, phases).total();
    }
    double measured = phases.measure().seconds();
    double perSecond = closed.users() / Math.max(closed.think().seconds(), LEAST_ROUND_SECONDS);
    double most = perSecond * measured;
    if (closed.messages() != null) {
      most = Math.min(most, closed.messages());
    }
    return most + perSecond * (phases.beforeDrain().seconds() - measured);
  }
}
