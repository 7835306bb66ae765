// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.RunClock;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.FlowFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The books of all flows, by the flows' names, and the end of their measured phase. */
final class FlowBooks {
  private final Map<String, FlowRun> flows = new LinkedHashMap<>();
  private final RunClock clock;
  private final RunTimes times;
  private long endedNanos = RunTimes.NEVER;

  /** The books of some flows. */
  FlowBooks(List<FlowRun> flows, RunClock clock, RunTimes times) {
    flows.forEach(flow -> this.flows.put(flow.name(), flow));
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
    flows.values().forEach(flow -> flow.book().measureEnds(nanos));
  }

  /** The run is over. */
  void close(long now) {
    flows.values().forEach(flow -> flow.inFlight().runEnds());
    flows.values().forEach(flow -> flow.inFlight().close(now));
  }

  /** All of them by name. */
  Map<String, FlowBook> all() {
    Map<String, FlowBook> all = new LinkedHashMap<>();
    flows.forEach((name, flow) -> all.put(name, flow.book()));
    return all;
  }

  /** The names. */
  Set<String> flows() {
    return flows.keySet();
  }

  /** Progress of a flow since the last call. */
  ToolEvent.FlowProgress progress(String name, double passedSeconds) {
    long now = clock.nanos();
    long before = now - Math.round(passedSeconds * 1e9);
    FlowRun flow = flows.get(name);
    return flow.book().progress(asked(flow, before, now), passedSeconds, now);
  }

  /** The figures so far of a flow, before its {@link #progress}. */
  FlowFigures figures(String name) {
    long now = clock.nanos();
    FlowRun flow = flows.get(name);
    return flow.book().figures(asked(flow, now, now), now);
  }

  /** The course of a flow so far. */
  Course course(String name) {
    return flows.get(name).book().course(clock.nanos());
  }

  /** The book of a flow so far. */
  DeviceBook.DeviceFlow book(String name) {
    return flows.get(name).snapshot();
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
