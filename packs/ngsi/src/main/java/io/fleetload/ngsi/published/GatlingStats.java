// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.time.LatencyHistogram;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a request, or of all of them, as Gatling has them in {@code stats.json}.
 *
 * @param name of the request
 * @param numberOfRequests those with an outcome
 * @param times in whole ms
 * @param groups how many took how long
 * @param meanNumberOfRequestsPerSecond over the run's length
 */
record GatlingStats(
    String name,
    Numbers numberOfRequests,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Groups groups,
    Numbers meanNumberOfRequestsPerSecond) {
  private static final long FAST_NANOS = 800_000_000;
  private static final long SLOW_NANOS = 1_200_000_000;

  /**
   * A figure.
   *
   * @param total of all requests
   * @param ok of those that went well
   * @param ko of those that failed; null if none failed, and of times, which a run keeps of
   *     requests that went well alone
   */
  record Numbers(Number total, Number ok, Number ko) {}

  /**
   * Times.
   *
   * @param percentiles1 the 50th percentile
   * @param percentiles2 the 75th
   * @param percentiles3 the 95th
   * @param percentiles4 the 99th
   */
  record Times(
      Numbers minResponseTime,
      Numbers maxResponseTime,
      Numbers meanResponseTime,
      Numbers standardDeviation,
      Numbers percentiles1,
      Numbers percentiles2,
      Numbers percentiles3,
      Numbers percentiles4) {}

  /**
   * Numbers of requests by their response time.
   *
   * @param group1 less than 800 ms
   * @param group2 800 ms to less than 1200 ms
   * @param group3 1200 ms and more
   * @param group4 those that failed
   */
  record Groups(Group group1, Group group2, Group group3, Group group4) {}

  /**
   * One of these groups.
   *
   * @param percentage of all, a whole number
   */
  record Group(String name, long count, long percentage) {
    private static Group of(String name, long count, long all) {
      return new Group(name, count, all == 0 ? 0 : Math.round(100.0 * count / all));
    }
  }

  /**
   * The statistics of some requests.
   *
   * @param service from when each was sent to its outcome
   * @param seconds the run's length
   */
  static GatlingStats of(String name, FlowCounts counts, LatencyHistogram service, double seconds) {
    long ok = counts.ok();
    long ko = counts.failedTotal();
    return new GatlingStats(
        name,
        new Numbers(ok + ko, ok, ko),
        new Times(
            time(service, LatencyHistogram::min),
            time(service, LatencyHistogram::max),
            time(service, LatencyHistogram::mean),
            time(service, LatencyHistogram::deviation),
            time(service, each -> each.percentile(50)),
            time(service, each -> each.percentile(75)),
            time(service, each -> each.percentile(95)),
            time(service, each -> each.percentile(99))),
        groups(service, ko),
        new Numbers(rate(ok + ko, seconds), rate(ok, seconds), rate(ko, seconds)));
  }

  private static Numbers time(LatencyHistogram service, ToDoubleFunction<LatencyHistogram> nanos) {
    Long millis =
        service.count() == 0 ? null : (Long) Math.round(nanos.applyAsDouble(service) / 1e6);
    return new Numbers(millis, millis, null);
  }

  private static Groups groups(LatencyHistogram service, long ko) {
    long fast = service.countUpTo(FAST_NANOS - 1);
    long notSlow = service.countUpTo(SLOW_NANOS - 1);
    long all = service.count() + ko;
    return new Groups(
        Group.of("t < 800 ms", fast, all),
        Group.of("800 ms <= t < 1200 ms", notSlow - fast, all),
        Group.of("t >= 1200 ms", service.count() - notSlow, all),
        Group.of("failed", ko, all));
  }

  private static Number rate(long count, double seconds) {
    return count == 0 || seconds <= 0 ? null : (Double) (Math.round(1e3 * count / seconds) / 1e3);
  }
}
