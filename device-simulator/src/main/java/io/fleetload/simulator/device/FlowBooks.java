package io.fleetload.simulator.device;

import io.fleetload.driver.RunClock;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Course;
import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.measure.FlowFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the books of all flows say, by the flows' names, and when their measured phase ends. */
final class FlowBooks {
  private final List<FlowRun> flows;
  private final RunClock clock;
  private final long startNanos;
  private long measureEndNanos;

  /**
   * The books of some flows.
   *
   * @param startNanos when the flows begin, on the run's clock
   * @param measureEndNanos when the measured phase ends by plan, on the run's clock
   */
  FlowBooks(List<FlowRun> flows, RunClock clock, long startNanos, long measureEndNanos) {
    this.flows = flows;
    this.clock = clock;
    this.startNanos = startNanos;
    this.measureEndNanos = measureEndNanos;
  }

  /** When the measured phase ends or ended, on the run's clock. */
  long measureEndNanos() {
    return measureEndNanos;
  }

  /** The measured phase ends then, if it has not ended before. */
  void measureEnds(long now) {
    measureEndNanos = Math.min(measureEndNanos, now);
    flows.forEach(flow -> flow.book().measureEnds(now));
  }

  /** The run is over. */
  void close(long now) {
    flows.forEach(flow -> flow.book().close(now));
  }

  /** What happened since the last call. */
  Map<String, ToolEvent.Flow> progress(double passedSeconds) {
    long now = clock.nanos();
    long offset = now - startNanos;
    long before = offset - Math.round(passedSeconds * 1e9);
    return byName(flow -> flow.book().progress(asked(flow, before, offset), passedSeconds, now));
  }

  /** The figures as they stand, before {@link #progress}. */
  Map<String, FlowFigures> figures() {
    long now = clock.nanos();
    long offset = now - startNanos;
    return byName(flow -> flow.book().figures(asked(flow, offset, offset), now));
  }

  /** What happened so far in the course of time. */
  Map<String, Course> courses() {
    long now = clock.nanos();
    return byName(flow -> flow.book().course(now));
  }

  /** The books as they stand. */
  Map<String, DeviceBook.Flow> snapshot() {
    return byName(FlowRun::snapshot);
  }

  private <T> Map<String, T> byName(Function<FlowRun, T> says) {
    Map<String, T> byName = new LinkedHashMap<>();
    flows.forEach(flow -> byName.put(flow.name(), says.apply(flow)));
    return byName;
  }

  /** Nothing is asked for any more once the measured phase is over, however it ended. */
  private Double asked(FlowRun flow, long fromNanos, long toNanos) {
    long end = Math.max(fromNanos, Math.min(toNanos, measureEndNanos - startNanos));
    Double asked = flow.asked(fromNanos, end);
    if (asked == null || fromNanos >= measureEndNanos - startNanos) {
      return asked == null ? null : Double.valueOf(0);
    }
    return toNanos > end
        ? Double.valueOf(asked * (end - fromNanos) / (toNanos - fromNanos))
        : asked;
  }
}
