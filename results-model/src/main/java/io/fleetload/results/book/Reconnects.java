// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.Map;

/**
 * The sessions that ended and began again while messages flowed. It balances: {@code churned +
 * stormed + rebindLost + targetEnded + silent = succeeded + outstanding}.
 *
 * @param ends the sessions that ended, by what ended them
 * @param attempts attempts to begin again
 * @param succeeded the ones that went well
 * @param failed the ones that failed, by cause
 * @param outstanding sessions that were not back when the books were closed
 * @param connectTime how long a successful attempt took, in ns
 * @param outage the sessions that were gone although the profile did not ask for it; null in a book
 *     of an earlier version
 */
public record Reconnects(
    @JsonUnwrapped @RequiredPart Ends ends,
    long attempts,
    long succeeded,
    @RequiredPart Map<String, Long> failed,
    long outstanding,
    @RequiredPart LatencyHistogram connectTime,
    Outage outage) {

  /** Sessions that do not add up, as an absolute number; 0 when the counts balance. */
  public long remainder() {
    return Math.abs(ends.sum() - succeeded - outstanding);
  }

  /**
   * Sessions that ended and had to begin again, by what ended them.
   *
   * @param churned sessions that churn ended
   * @param stormed sessions that a storm ended
   * @param rebound times that a source port changed in mid-session
   * @param rebindLost sessions given up because nothing came back after that
   * @param targetEnded sessions that the target or the network ended
   * @param silent sessions given up because nothing came back on them any more
   */
  public record Ends(
      long churned, long stormed, long rebound, long rebindLost, long targetEnded, long silent) {

    /** Number of all these sessions. */
    public long sum() {
      return churned + stormed + rebindLost + targetEnded + silent;
    }

    private Ends plus(Ends other) {
      return new Ends(
          churned + other.churned,
          stormed + other.stormed,
          rebound + other.rebound,
          rebindLost + other.rebindLost,
          targetEnded + other.targetEnded,
          silent + other.silent);
    }
  }

  /**
   * The figures that people read.
   *
   * @param ends the sessions that ended, by what ended them
   * @param attempts attempts to begin again
   * @param succeeded the ones that went well
   * @param failed the ones that failed
   * @param failedBy the same by cause
   * @param outstanding sessions that were not back at the end
   * @param connectTime how long a successful attempt took
   * @param outage the sessions that were gone although the profile did not ask for it; absent in a
   *     result of an earlier version
   */
  public record ReconnectFigures(
      @JsonUnwrapped Ends ends,
      long attempts,
      long succeeded,
      long failed,
      Map<String, Long> failedBy,
      long outstanding,
      LatencySummary connectTime,
      @JsonInclude(JsonInclude.Include.NON_NULL) Outage.OutageFigures outage) {}

  /** These and those of another process. A part of the outages is not the whole of them. */
  public Reconnects plus(Reconnects other) {
    return new Reconnects(
        ends.plus(other.ends),
        attempts + other.attempts,
        succeeded + other.succeeded,
        CountsByKey.sum(failed, other.failed),
        outstanding + other.outstanding,
        connectTime.plus(other.connectTime),
        outage == null || other.outage == null ? null : outage.plus(other.outage));
  }

  public ReconnectFigures figures() {
    return new ReconnectFigures(
        ends,
        attempts,
        succeeded,
        failed.values().stream().mapToLong(Long::longValue).sum(),
        failed,
        outstanding,
        connectTime.estimates(),
        outage == null ? null : outage.figures());
  }
}
