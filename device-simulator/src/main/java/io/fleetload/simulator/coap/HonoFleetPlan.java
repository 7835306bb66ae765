package io.fleetload.simulator.coap;

import io.fleetload.hono.HonoFlows;
import io.fleetload.hono.HonoProfile;
import io.fleetload.profile.LoadProfile;
import io.fleetload.simulator.device.FleetPlan;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.payload.DittoMessages;
import io.fleetload.simulator.schedule.RampedRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Hono profile as the plan of a fleet. */
public final class HonoFleetPlan {
  private HonoFleetPlan() {}

  /** The plan of a profile, for a run with that id. */
  public static FleetPlan of(HonoProfile profile, String runId) {
    Map<String, LoadProfile.Flow> flows = profile.flowsByName();
    List<FlowPlan> plans = new ArrayList<>();
    flows.forEach(
        (name, flow) -> plans.add(flow(profile, name, flow, (double) plans.size() / flows.size())));
    return new FleetPlan(
        runId,
        profile.devices().count(),
        profile.devices().id(),
        profile.phases(),
        plans,
        answers(profile),
        profile.run().seed());
  }

  private static FlowPlan flow(
      HonoProfile profile, String name, LoadProfile.Flow flow, double shift) {
    boolean query = name.equals(HonoFlows.COMMAND_QUERY);
    long ttd = query ? profile.flows().commandQuery().ttd().nanos() : 0;
    DittoMessages messages =
        new DittoMessages(
            ((HonoFlows.WithBody) flow).size().bytes(), profile.run().seed() + name.hashCode());
    return new FlowPlan(
        name,
        flow.rate().perSecond(),
        new RampedRate(flow.rate().perSecond(), profile.phases().ramp().nanos(), shift),
        profile.devices().timeout().nanos() + ttd,
        query,
        messages::reading);
  }

  private static AnswerPlan answers(HonoProfile profile) {
    HonoFlows.CommandQuery query = profile.flows().commandQuery();
    if (query == null) {
      return null;
    }
    DittoMessages messages = new DittoMessages(query.size().bytes(), profile.run().seed());
    int status = query.command().answer();
    return new AnswerPlan(
        HonoFlows.COMMAND_RESPONSE,
        profile.devices().timeout().nanos(),
        (device, stamp) -> messages.answer(device, status, stamp));
  }
}
