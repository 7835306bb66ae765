// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.pack.FlowSpec;
import io.fleetload.results.RoundRobin;
import io.fleetload.results.Tenants;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.TenantParts;
import java.util.ArrayList;
import java.util.List;

/** The flows of a plan, made ready to run: each with its book and its way to the wire. */
final class PlannedFlows {
  private final SharedByFlows shared;
  private final FleetPlan plan;
  private final FlowBook.Times times;
  private final byte[] tenantOf; // null where there is only one tenant
  private final List<Answers> answers;

  PlannedFlows(SharedByFlows shared) {
    this.shared = shared;
    this.plan = shared.plan();
    this.times =
        new FlowBook.Times(
            shared.times().startNanos(),
            shared.times().measureEndNanos(),
            plan.firstMeasuredSecond(),
            plan.phases().intervalSeconds());
    Tenants tenants = plan.tenants();
    this.tenantOf = tenants.areSeveral() ? tenants.byDevice(plan.devices()) : null;
    this.answers = makeAnswers();
  }

  /**
   * Makes the flows that do not only answer.
   *
   * @param askAgain makes a flow be asked anew when its next message is due
   */
  List<DueFlow> flows(Runnable askAgain) {
    List<DueFlow> flows = new ArrayList<>();
    for (int i = 0; i < plan.flows().size(); i++) {
      flows.add(flow(i, askAgain));
    }
    return flows;
  }

  /** What answers the commands. */
  List<Answers> answers() {
    return answers;
  }

  private DueFlow flow(int index, Runnable askAgain) {
    FlowPlan flow = plan.flows().get(index);
    RoundRobin turns = plan.turns(index);
    Double asked = flow.model().asked(plan.measureStartNanos(), plan.measureEndNanos());
    FlowBook book = book(flow, asked == null ? null : plan.own().part(asked), turns);
    Answers itsAnswers =
        answers.stream().filter(each -> each.answer(flow.name())).findFirst().orElse(null);
    if (flow.model() instanceof LoadModel.Open open) {
      return new OpenFlow(shared, flow, open, book, itsAnswers, turns);
    }
    LoadModel.Closed closed = (LoadModel.Closed) flow.model();
    return new ClosedFlow(shared, flow, closed, book, itsAnswers, askAgain);
  }

  /** An answer has its query's number, so its book is cut like that of the queries. */
  private List<Answers> makeAnswers() {
    List<Answers> made = new ArrayList<>();
    for (FlowSpec answer : plan.answers()) {
      for (int i = 0; i < plan.flows().size(); i++) {
        FlowPlan flow = plan.flows().get(i);
        if (flow.name().equals(answer.answers())) {
          made.add(new Answers(shared, answer, book(flow, null, plan.turns(i))));
        }
      }
    }
    return made;
  }

  private FlowBook book(FlowPlan flow, Double asked, RoundRobin turns) {
    LoadModel.Measured measured =
        flow.model().measured(plan.measureStartNanos(), plan.measureEndNanos());
    return new FlowBook(
        asked,
        measured.from(),
        measured.to(),
        turns,
        times,
        tenantOf == null
            ? null
            : new TenantParts(
                plan.tenants(),
                tenantOf,
                turns,
                plan.tenantIntervalSeconds(),
                plan.firstMeasuredSecond()));
  }
}
