// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of a flow's measured messages that the driver reported besides their outcomes.
 *
 * @param parts how long each part of the messages took that went well, by the part's name; empty
 *     where the driver did not report them
 * @param bytes what they took on their connections; null if the driver did not report them
 */
public record Exchanges(@RequiredPart Map<String, LatencyHistogram> parts, Bytes bytes) {

  /**
   * Bytes on the connections, with all that the protocol puts around a message.
   *
   * @param sent by the devices
   * @param received by the devices
   */
  public record Bytes(long sent, long received) {
    /** These and those of other messages. */
    Bytes plus(Bytes other) {
      return new Bytes(sent + other.sent, received + other.received);
    }
  }

  /** These and those of another process, which may have none. */
  Exchanges plus(Exchanges other) {
    if (other == null) {
      return this;
    }
    Map<String, LatencyHistogram> sum = new LinkedHashMap<>(parts);
    other.parts.forEach((name, times) -> sum.merge(name, times, LatencyHistogram::plus));
    return new Exchanges(
        sum, bytes == null ? other.bytes : other.bytes == null ? bytes : bytes.plus(other.bytes));
  }

  /**
   * The times that people read, by the part's name; null if there are no parts. Those that the
   * target's clock splits are as sure as that clock, and are not known where it contradicts itself.
   *
   * @param clock the target's; null if no message asks for it
   */
  public Map<String, LatencySummary> summaries(TargetClock clock) {
    Map<String, LatencySummary> summaries = new LinkedHashMap<>();
    parts.forEach((name, times) -> summaries.put(name, summary(name, times, clock)));
    return summaries.isEmpty() ? null : summaries;
  }

  private static LatencySummary summary(String part, LatencyHistogram times, TargetClock clock) {
    if (!TargetClock.knows(part, clock)) {
      return times.summary().withoutTimes();
    }
    return TargetClock.PARTS.contains(part)
        ? LatencySummary.betweenClocks(times, clock.errorMillis(), null)
        : times.estimates();
  }
}
