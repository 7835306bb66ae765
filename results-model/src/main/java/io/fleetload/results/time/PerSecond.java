// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.format.RequiredWithGaps;
import java.util.List;
import java.util.Map;

/**
 * Messages that were asked for and that were reached, second by second, counted from the first due
 * time of the flows. Each list has one place a second.
 *
 * @param scheduled messages due in that second
 * @param sent messages handed to the wire in that second
 * @param ok messages confirmed in that second
 * @param failed messages that failed in that second
 * @param retransmitted repetitions of the transport in that second
 * @param failedBy the failures by cause
 * @param responseMs response times of the messages confirmed in that second; in a long run, in the
 *     interval of seconds in which it lies
 */
public record PerSecond(
    @RequiredPart List<Long> scheduled,
    @RequiredPart List<Long> sent,
    @RequiredPart List<Long> ok,
    @RequiredPart List<Long> failed,
    List<Long> retransmitted,
    Map<String, List<Long>> failedBy,
    ResponseMs responseMs) {

  /**
   * Percentiles of the response time, in ms; null if nothing was measured in that second.
   *
   * @param p50 the median
   * @param p90 the 90th percentile
   * @param p99 the 99th percentile
   * @param max the largest
   */
  public record ResponseMs(
      @RequiredWithGaps List<Double> p50,
      @RequiredWithGaps List<Double> p90,
      @RequiredWithGaps List<Double> p99,
      @RequiredWithGaps List<Double> max) {}

  /** The same course with response times. */
  public PerSecond with(ResponseMs response) {
    return new PerSecond(scheduled, sent, ok, failed, retransmitted, failedBy, response);
  }
}
