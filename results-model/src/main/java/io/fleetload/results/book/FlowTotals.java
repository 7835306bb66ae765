// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.TimeBlocks;

/**
 * Totals of a flow from its begin to its end.
 *
 * @param warmUp counts of the messages due before the measured phase
 * @param measured counts of the messages due in it
 * @param response from the intended send time to the outcome of messages that went well, and as far
 *     as an unsettled one waited
 * @param service the same from the actual send time
 * @param cold the first contact of each device; null if it was not booked
 * @param responses how many responses came to measured messages that have several; 0 where each has
 *     one
 * @param dueLater of the measured messages, those that were due after the phase had ended: steps of
 *     an iteration that went on in the drain
 * @param exchanges what the driver reported of the measured messages; null if it reported nothing
 * @param serviceBlocks the service times by blocks of time; null if they were not kept
 */
public record FlowTotals(
    @RequiredPart FlowCounts warmUp,
    @RequiredPart FlowCounts measured,
    @RequiredPart LatencyHistogram response,
    @RequiredPart LatencyHistogram service,
    Cold cold,
    long responses,
    long dueLater,
    Exchanges exchanges,
    TimeBlocks serviceBlocks) {

  /** The totals without blocks of time. */
  public FlowTotals(
      FlowCounts warmUp,
      FlowCounts measured,
      LatencyHistogram response,
      LatencyHistogram service,
      Cold cold,
      long responses,
      long dueLater,
      Exchanges exchanges) {
    this(warmUp, measured, response, service, cold, responses, dueLater, exchanges, null);
  }

  /**
   * The totals of messages that were all due before the measured phase ended; the driver reported
   * nothing more.
   */
  public FlowTotals(
      FlowCounts warmUp,
      FlowCounts measured,
      LatencyHistogram response,
      LatencyHistogram service,
      Cold cold,
      long responses) {
    this(warmUp, measured, response, service, cold, responses, 0, null);
  }

  /** The totals of a flow that sent nothing. */
  public static FlowTotals none() {
    return new FlowTotals(
        FlowCounts.NONE, FlowCounts.NONE, new LatencyHistogram(), new LatencyHistogram(), null, 0);
  }

  /** These and those of the same flow in another process. */
  public FlowTotals plus(FlowTotals other) {
    return new FlowTotals(
        warmUp.plus(other.warmUp),
        measured.plus(other.measured),
        response.plus(other.response),
        service.plus(other.service),
        cold == null ? other.cold : cold.plus(other.cold),
        responses + other.responses,
        dueLater + other.dueLater,
        exchanges == null ? other.exchanges : exchanges.plus(other.exchanges),
        TimeBlocks.sum(serviceBlocks, other.serviceBlocks));
  }
}
