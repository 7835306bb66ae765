// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.Course;
import io.fleetload.results.time.MeasureEnd;
import io.fleetload.simulator.device.FleetRun;
import java.util.Map;
import java.util.Optional;

/**
 * Ends a run before its time, once a threshold with {@code abort} is crossed or its response times
 * are known precisely enough.
 */
final class EarlyEnd {
  private final AbortWatch thresholds;
  private final PrecisionWatch precision;
  private final FleetRun fleet;
  private final PhaseClock phases;
  private final WireTurns wire;
  private final RunBook book;
  private final RunOutput output;

  EarlyEnd(
      AbortWatch thresholds,
      PrecisionWatch precision,
      FleetRun fleet,
      PhaseClock phases,
      WireTurns wire,
      RunBook book,
      RunOutput output) {
    this.thresholds = thresholds;
    this.precision = precision;
    this.fleet = fleet;
    this.phases = phases;
    this.wire = wire;
    this.book = book;
    this.output = output;
  }

  /** Judges on this thread what the wire's thread only copies. */
  void look() throws InterruptedException {
    // A course may know more than was over then, never less.
    long sinceStart = phases.sinceFlowsBegan();
    boolean preciseByNow = precision.isDue(sinceStart);
    if (book.isAborted() || !(thresholds.isNeeded() || preciseByNow)) {
      return;
    }
    Map<String, Course> courses = wire.takeEach(fleet.flows(), fleet::course);
    Optional<AbortReason> crossed = thresholds.look(courses, sinceStart);
    if (crossed.isPresent()) {
      book.aborted(crossed.get());
      endMeasuring();
      output.say(crossed.get().sentence());
      return;
    }
    MeasureEnd end = preciseByNow ? precision.look(courses, sinceStart) : null;
    if (end != null && end.reached()) {
      book.measureEnded(end);
      endMeasuring();
    }
  }

  /** The measured phase is over; notes how precisely it measured if it went to its longest time. */
  void measured() throws InterruptedException {
    if (!precision.isNeeded()) {
      return;
    }
    if (book.measureEnd() == null) {
      Map<String, Course> courses = wire.takeEach(fleet.flows(), fleet::course);
      book.measureEnded(precision.look(courses, phases.sinceFlowsBegan()));
    }
    output.say(book.measureEnd().sentence(phases.measuredSeconds()));
  }

  private void endMeasuring() throws InterruptedException {
    wire.take(
        () -> {
          fleet.abort();
          return null;
        });
  }
}
