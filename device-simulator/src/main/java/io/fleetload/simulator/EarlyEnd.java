// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.Course;
import io.fleetload.simulator.device.FleetRun;
import java.util.Map;
import java.util.Optional;

/** Ends a run before its time once a threshold with {@code abort} is crossed. */
final class EarlyEnd {
  private final AbortWatch thresholds;
  private final FleetRun fleet;
  private final PhaseClock phases;
  private final WireTurns wire;
  private final RunBook book;
  private final RunOutput output;

  EarlyEnd(
      AbortWatch thresholds,
      FleetRun fleet,
      PhaseClock phases,
      WireTurns wire,
      RunBook book,
      RunOutput output) {
    this.thresholds = thresholds;
    this.fleet = fleet;
    this.phases = phases;
    this.wire = wire;
    this.book = book;
    this.output = output;
  }

  /** Judges on this thread what the wire's thread only copies. */
  void look() throws InterruptedException {
    if (!thresholds.isNeeded() || book.isAborted()) {
      return;
    }
    // A course may know more than was over then, never less.
    long sinceStart = phases.sinceFlowsBegan();
    Map<String, Course> courses = wire.takeEach(fleet.flows(), fleet::course);
    Optional<AbortReason> crossed = thresholds.look(courses, sinceStart);
    if (crossed.isPresent()) {
      book.aborted(crossed.get());
      wire.take(
          () -> {
            fleet.abort();
            return null;
          });
      output.say(crossed.get().sentence());
    }
  }
}
