// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.RunClock;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The books of all flows, by the flows' names, and the end of their measured phase. */
final class FlowBooks {
  private final List<FlowRun> flows;
  private final RunClock clock;
  private final RunTimes times;
  private long endedNanos = RunTimes.NEVER;

  /** The books of some flows. */
  FlowBooks(List<FlowRun> flows, RunClock clock, RunTimes times) {
    this.flows = flows;
    this.clock = clock;
    this.times = times;
  }

  /**
   * Time at which the measured phase ends or ended, on the run's clock; a time to come if it is not
   * known.
   */
  long measureEndNanos() {
    return Math.min(endedNanos, times.measureEndNanos());
  }

  /** The measured phase ends then, if it has not ended before. */
  void measureEnds(long nanos) {
    endedNanos = Math.min(endedNanos, nanos);
    flows.forEach(flow -> flow.book().measureEnds(nanos));
  }

  /** The run is over. */
  void close(long now) {
    flows.forEach(flow -> flow.inFlight().runEnds());
    flows.forEach(flow -> flow.inFlight().close(now));
  }

  /** Progress since the last call. */
  Map<String, ToolEvent.FlowProgress> progress(double passedSeconds) {
    long now = clock.nanos();
    long before = now - Math.round(passedSeconds * 1e9);
    return byName(flow -> flow.book().progress(asked(flow, before, now), passedSeconds, now));
  }

  /** The figures so far, before {@link #progress}. */
  Map<String, FlowFigures> figures() {
    long now = clock.nanos();
    return byName(flow -> flow.book().figures(asked(flow, now, now), now));
  }

  /** The courses of the flows so far. */
  Map<String, Course> courses() {
    long now = clock.nanos();
    return byName(flow -> flow.book().course(now));
  }

  /** The books so far. */
  Map<String, DeviceBook.DeviceFlow> snapshot() {
    return byName(FlowRun::snapshot);
  }

  private <T> Map<String, T> byName(Function<FlowRun, T> says) {
    Map<String, T> byName = new LinkedHashMap<>();
    flows.forEach(flow -> byName.put(flow.name(), says.apply(flow)));
    return byName;
  }

  /**
   * Nothing is asked for between warm-up and measured phase, nor once the latter is over, however
   * it ended.
   */
  private Double asked(FlowRun flow, long fromNanos, long toNanos) {
    long measureEnd = measureEndNanos();
    long end = Math.max(fromNanos, Math.min(toNanos, measureEnd));
    Double asked = flow.asked(times.scheduledNanos(fromNanos), times.scheduledNanos(end));
    if (asked == null || fromNanos >= measureEnd || times.isBetween(toNanos)) {
      return asked == null ? null : Double.valueOf(0);
    }
    return toNanos > end
        ? Double.valueOf(asked * (end - fromNanos) / (toNanos - fromNanos))
        : asked;
  }
}
