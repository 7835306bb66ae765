// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.quantity.Span;
import io.fleetload.schedule.EvenTimes;
import io.fleetload.schedule.FireTimes;
import io.fleetload.schedule.PoissonTimes;
import io.fleetload.schedule.RandomTimes;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.CoursePiece;
import io.fleetload.schedule.trace.TraceDevices;
import io.fleetload.schedule.trace.TraceLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The arrival rate of a flow over the whole run and its due times, as the profile asks for them.
 */
public final class FlowRates {
  private FlowRates() {}

  /**
   * The rate through ramp, warm-up and measured phase: it grows from 0 to the one that the measured
   * phase begins with, and stays there until then. The warm-up has its longest length; of one that
   * ends before, the rest is left out in the run.
   *
   * @param flow a flow with a rate or with stages
   */
  public static RateCourse of(Timing flow, Phases phases) {
    RateCourse measured = measured(flow, phases);
    double first = measured.rateAt(0);
    RateCourse before =
        new RateCourse(
            List.of(
                new CoursePiece(phases.ramp().nanos(), 0, first),
                CoursePiece.constant(phases.warmUp().longest().nanos(), first)));
    return before.then(measured);
  }

  /**
   * The rate in the measured phase alone.
   *
   * @param flow a flow with a rate or with stages
   */
  public static RateCourse measured(Timing flow, Phases phases) {
    if (flow.stages() != null) {
      return measured(flow.stages());
    }
    double rate = flow.rate().perSecond();
    return flow.day() == null
        ? new RateCourse(List.of(CoursePiece.constant(phases.measure().nanos(), rate)))
        : flow.day().course(rate, phases.measure());
  }

  /**
   * Times at which the messages of a flow are due, counted from the start of the flows.
   *
   * @param name the flow, one with a rate or with stages
   * @param course its arrival rate
   */
  public static FireTimes times(LoadProfile profile, String name, RateCourse course) {
    Map<String, Timing> flows = profile.timings();
    // What is random is drawn for every flow apart, all from the one seed.
    long seed = profile.run().seed() ^ ((long) ("arrivals of " + name).hashCode() << Integer.SIZE);
    return switch (flows.get(name).arrivals()) {
      case POISSON -> new PoissonTimes(course, seed);
      case RANDOM -> new RandomTimes(course, profile.group(name).count(), seed);
      // Flows of equal rates do not send at once.
      case EVEN ->
          new EvenTimes(course, (double) List.copyOf(flows.keySet()).indexOf(name) / flows.size());
    };
  }

  /**
   * Opens the trace that has the times of a flow.
   *
   * @throws UsageException with one line if it cannot be read or is no trace
   */
  public static TraceLines trace(LoadProfile profile, String name) throws UsageException {
    DeviceGroup group = profile.group(name);
    return new TraceLines(
        traceOf(profile, name),
        name,
        new TraceDevices(group.first(), group.count(), group.devices().id()));
  }

  /** The file with the times of a flow. */
  public static UserFile traceOf(LoadProfile profile, String name) {
    return new UserFile(
        "flows." + name + ".times", profile.flowsByName().get(name).timing().times().file().path());
  }

  /** Length of the measured phase by the stages of the first flow that has some; or null. */
  public static Span lengthOfStages(Collection<? extends Flow> flows) {
    return flows.stream()
        .map(each -> each.timing().stages())
        .filter(each -> each != null && !each.isEmpty())
        .findFirst()
        .map(FlowRates::length)
        .orElse(null);
  }

  /** The stages one after the other, from the beginning of the measured phase. */
  static RateCourse measured(List<Stage> stages) {
    List<CoursePiece> pieces = new ArrayList<>();
    long end = 0;
    double level = 0;
    for (Stage stage : stages) {
      long start = stage.at() == null ? end : stage.at().nanos();
      // Until a stage that begins later, the rate holds.
      pieces.add(CoursePiece.constant(start - end, level));
      pieces.addAll(stage.pieces(level));
      end = start + stage.length().nanos();
      level = stage.after(level);
    }
    return new RateCourse(pieces);
  }

  /** Length of the stages together. */
  public static Span length(List<Stage> stages) {
    long end = 0;
    for (Stage stage : stages) {
      end = (stage.at() == null ? end : stage.at().nanos()) + stage.length().nanos();
    }
    return new Span(end);
  }
}
