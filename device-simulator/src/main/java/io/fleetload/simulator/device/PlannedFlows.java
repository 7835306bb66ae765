// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.flow.FlowSpec;
import io.fleetload.flow.Step;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Tenants;
import io.fleetload.simulator.device.due.DueTurns;
import io.fleetload.simulator.device.due.ScheduledTurns;
import io.fleetload.simulator.device.due.TraceTurns;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.FleetPlan.StepPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.TenantParts;
import io.fleetload.simulator.measure.TraceSenders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The flows of a plan, made ready to run: each with its book and its way to the wire. */
final class PlannedFlows {
  private final SharedByFlows shared;
  private final FleetPlan plan;
  private final FlowBook.FlowTimes times;
  private final byte[] tenantOf; // null if there is only one tenant
  private final DeviceRanges ranges; // null of a fleet without groups

  /** By flow; an answer has the number of its query. */
  private final Map<String, FlowNumbers> numbering = new HashMap<>();

  /** By flow, of those with the times of a trace. */
  private final Map<String, TraceSenders> traces = new HashMap<>();

  private final List<Answers> answers;

  PlannedFlows(SharedByFlows shared) {
    this.shared = shared;
    this.plan = shared.plan();
    this.times =
        new FlowBook.FlowTimes(
            shared.times().startNanos(),
            shared.times().measureEndNanos(),
            plan.firstMeasuredSecond(),
            plan.phases().intervalSeconds());
    Tenants tenants = plan.tenants();
    this.tenantOf = tenants.areSeveral() ? tenants.byDevice(plan.devices()) : null;
    this.ranges = plan.ranges();
    for (FlowPlan flow : plan.flows()) {
      LoadModel.NumberRange measured =
          flow.model().measured(plan.measureStartNanos(), plan.measureEndNanos());
      FlowNumbers own = new FlowNumbers(measured.from(), measured.to(), flow.turns());
      numbering.put(flow.name(), own);
      if (flow.model() instanceof LoadModel.Replay) {
        traces.put(flow.name(), new TraceSenders(new MessageSet(), this::perSecond));
      }
      numberSteps(flow.steps(), own);
    }
    this.answers = makeAnswers();
  }

  /**
   * Makes the flows that do not only answer, each before the steps that follow it.
   *
   * @param askAgain makes a flow be asked again when its next message is due
   */
  List<DueFlow> flows(Runnable askAgain) {
    List<DueFlow> flows = new ArrayList<>();
    for (FlowPlan each : plan.flows()) {
      HeadFlow head = flow(each, askAgain);
      List<DueFlow> after = new ArrayList<>();
      head.followedBy(
          new StepsOf(head, each.model(), askAgain, after)
              .after(each.name(), each.steps(), new StepFlow.StepPart(1, 1)));
      flows.add(head);
      flows.addAll(after);
    }
    return flows;
  }

  /** The flows that answer the commands. */
  List<Answers> answers() {
    return answers;
  }

  private void numberSteps(List<StepPlan> steps, FlowNumbers before) {
    for (StepPlan each : steps) {
      int times = each.spec().step().times();
      FlowNumbers own =
          new FlowNumbers(
              before.measuredFrom() * times,
              before.measuredTo() * times,
              before.turns().ofStep(times));
      numbering.put(each.spec().name(), own);
      numberSteps(each.steps(), own);
    }
  }

  private HeadFlow flow(FlowPlan flow, Runnable askAgain) {
    FlowBook book = book(flow.name(), asked(flow.model()));
    Answers itsAnswers = answersTo(flow.name());
    if (!(flow.model() instanceof LoadModel.UserLoop)) {
      return new OpenFlow(shared, flow, due(flow), book, itsAnswers);
    }
    LoadModel.UserLoop closed = (LoadModel.UserLoop) flow.model();
    return new ClosedFlow(shared, flow, closed, book, itsAnswers, askAgain);
  }

  private DueTurns due(FlowPlan flow) {
    if (flow.model() instanceof LoadModel.Replay trace) {
      return new TraceTurns(
          flow.name(),
          trace,
          flow.turns(),
          plan.own(),
          shared.times(),
          shared.clock(),
          traces.get(flow.name()).firsts());
    }
    FlowNumbers its = numbering.get(flow.name());
    return new ScheduledTurns(
        (LoadModel.Open) flow.model(),
        its.turns(),
        plan.own(),
        shared.times(),
        new LoadModel.NumberRange(its.measuredFrom(), its.measuredTo()));
  }

  /** The rate of the lines of a trace that were due in the measured phase so far, msg/s. */
  private double perSecond(long messages) {
    long begin = shared.times().measureStartNanos();
    long end = Math.min(shared.clock().nanos(), shared.times().measureEndNanos());
    return messages == 0 || end <= begin ? 0 : messages / ((end - begin) / 1e9);
  }

  private Double asked(LoadModel model) {
    return model.asked(plan.measureStartNanos(), plan.measureEndNanos());
  }

  /** Makes the steps of a flow. */
  private final class StepsOf {
    private final HeadFlow head;
    private final LoadModel model;
    private final Runnable askAgain;
    private final List<DueFlow> flows;

    StepsOf(HeadFlow head, LoadModel model, Runnable askAgain, List<DueFlow> flows) {
      this.head = head;
      this.model = model;
      this.askAgain = askAgain;
      this.flows = flows;
    }

    Followers after(String flow, List<StepPlan> steps, StepFlow.StepPart part) {
      int weights = steps.stream().mapToInt(each -> each.spec().step().weight()).sum();
      List<StepFlow> made = new ArrayList<>();
      for (StepPlan each : steps) {
        Step step = each.spec().step();
        double share = step.weight() == 0 ? 1 : (double) step.weight() / weights;
        made.add(flow(each, part.of(step.times(), share)));
      }
      return new Followers(plan.seed(), flow, made);
    }

    private StepFlow flow(StepPlan step, StepFlow.StepPart part) {
      String name = step.spec().name();
      int place = flows.size();
      Followers followers = after(name, step.steps(), part);
      FlowBook book = book(name, part.rate(asked(model)));
      StepFlow flow =
          new StepFlow(shared, step.spec(), book, answersTo(name), head, followers, part, askAgain);
      flows.add(place, flow);
      return flow;
    }
  }

  private Answers answersTo(String flow) {
    return answers.stream().filter(each -> each.answer(flow)).findFirst().orElse(null);
  }

  private List<Answers> makeAnswers() {
    List<Answers> made = new ArrayList<>();
    for (FlowSpec answer : plan.answers()) {
      if (numbering.containsKey(answer.answers())) {
        made.add(new Answers(shared, answer, book(answer.answers(), null)));
      }
    }
    return made;
  }

  /**
   * An empty book.
   *
   * @param numbered the flow that numbers its messages
   * @param asked the rate over the whole fleet, msg/s; null for none
   */
  private FlowBook book(String numbered, Double asked) {
    FlowNumbers its = numbering.get(numbered);
    return new FlowBook(
        asked == null ? null : (Double) plan.own().part(asked, its.turns()),
        its.measuredFrom(),
        its.measuredTo(),
        its.turns(),
        times,
        tenantOf == null
            ? null
            : new TenantParts(
                plan.tenants(),
                tenantOf,
                its.turns(),
                plan.tenantIntervalSeconds(),
                plan.firstMeasuredSecond()),
        areOfSeveralGroups(numbered) ? ranges : null,
        traces.get(numbered));
  }

  /** Of a trace it is not known from the numbers which device sends which message. */
  private boolean areOfSeveralGroups(String numbered) {
    return ranges != null
        && !traces.containsKey(numbered)
        && ranges.of(numbering.get(numbered).turns()) == DeviceRanges.SEVERAL;
  }
}
