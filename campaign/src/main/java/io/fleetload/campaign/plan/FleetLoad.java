// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.flow.FlowSet;
import io.fleetload.flow.FlowSpec;
import io.fleetload.flow.Step;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Timing;
import io.fleetload.scenario.Scenario;
import io.fleetload.schedule.RateCourse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The load that a profile asks for.
 *
 * @param devices how many there are
 * @param sessions how many connections they have
 * @param connectRate sessions opened a second
 * @param flows number of flows, with the answers and steps that a pack adds
 * @param rate messages a second at most, of all flows
 * @param messages messages of the whole run
 * @param arrivalRate messages a second at most that backends receive, counted at each receiver
 * @param arrivals the same of the whole run
 * @param seconds length of ramp, warm-up, measured phase and drain
 * @param interval length of the intervals of the response times, in s
 * @param unknown flows that have no rate before the run: of a closed model, or of a trace
 */
public record FleetLoad(
    int devices,
    int sessions,
    double connectRate,
    int flows,
    double rate,
    double messages,
    double arrivalRate,
    double arrivals,
    double seconds,
    @JsonIgnore int interval,
    List<String> unknown) {

  /** The load of a scenario. */
  public static FleetLoad of(Scenario scenario) {
    LoadProfile profile = scenario.profile();
    Phases phases = profile.phases();
    FlowSet flows = scenario.flows();
    List<String> unknown = new ArrayList<>();
    Map<String, RateCourse> courses = new HashMap<>();
    flows
        .timings()
        .forEach(
            (name, timing) -> {
              if (hasRate(timing)) {
                courses.put(name, FlowRates.of(timing, phases));
              } else {
                unknown.add(name);
              }
            });
    Map<String, FlowSpec> byName = new HashMap<>();
    flows.specs().forEach(each -> byName.put(each.name(), each));
    double rate = 0;
    double messages = 0;
    double arrivalRate = 0;
    double arrivals = 0;
    for (FlowSpec each : flows.specs()) {
      RateCourse course = courses.get(head(each, byName));
      if (course == null) {
        continue;
      }
      double times = times(each, byName);
      double received = each.deviceOnly() ? 0 : each.receivers() * times;
      rate += course.highest() * times * Math.max(1, each.responses());
      messages += course.total() * times;
      arrivalRate += course.highest() * received;
      arrivals += course.total() * received;
    }
    return new FleetLoad(
        profile.devices().count(),
        profile.sessions(),
        phases.connect().rate().perSecond(),
        flows.specs().size(),
        rate,
        messages,
        arrivalRate,
        arrivals,
        phases.runSeconds(),
        phases.intervalSeconds(),
        unknown);
  }

  private static boolean hasRate(Timing timing) {
    return timing.times() == null && timing.closed() == null;
  }

  /** The flow that is due by itself and that this one goes back to. */
  private static String head(FlowSpec flow, Map<String, FlowSpec> byName) {
    Step step = flow.step();
    FlowSpec before = byName.get(step == null ? flow.answers() : step.after());
    return before == null ? flow.name() : head(before, byName);
  }

  /** An upper bound: each alternative counts as if it were always taken. */
  private static double times(FlowSpec flow, Map<String, FlowSpec> byName) {
    Step step = flow.step();
    return step == null ? 1 : step.times() * times(byName.get(step.after()), byName);
  }
}
