package io.fleetload.simulator.coap;

import io.fleetload.hono.HonoFlows;
import io.fleetload.hono.HonoProfile;
import io.fleetload.profile.Arrivals;
import io.fleetload.profile.Closed;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.schedule.RateCourse;
import io.fleetload.simulator.device.FleetPlan;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.LoadModel;
import io.fleetload.simulator.device.OwnDevices;
import io.fleetload.simulator.payload.BinaryMessages;
import io.fleetload.simulator.payload.DittoMessages;
import io.fleetload.simulator.schedule.EvenTimes;
import io.fleetload.simulator.schedule.PoissonTimes;
import io.fleetload.stamp.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Hono profile as the plan of a fleet. */
public final class HonoFleetPlan {
  private HonoFleetPlan() {}

  /** The plan of a profile, for a run with that id. */
  public static FleetPlan of(HonoProfile profile, RunId runId) {
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
        profile.run().seed(),
        profile.carriers(),
        profile.devices().life(),
        profile.devices().reconnectAfter().nanos(),
        profile.devices().maxInFlight(),
        OwnDevices.all(profile.devices().count()),
        profile.tenantIntervalSeconds());
  }

  private static FlowPlan flow(
      HonoProfile profile, String name, LoadProfile.Flow flow, double shift) {
    boolean query = name.equals(HonoFlows.COMMAND_QUERY);
    long ttd = query ? profile.flows().commandQuery().ttd().nanos() : 0;
    return new FlowPlan(
        name,
        model(profile, name, flow, shift),
        profile.devices().timeout().nanos() + ttd,
        1,
        1,
        false,
        body((HonoFlows.WithBody) flow, profile.run().seed() + name.hashCode()));
  }

  private static FleetPlan.Body body(HonoFlows.WithBody flow, long seed) {
    int bytes = flow.size().bytes();
    return switch (flow.payload()) {
      case DITTO -> new DittoMessages(bytes, seed)::reading;
      case BINARY -> {
        BinaryMessages messages = new BinaryMessages(HonoFlows.COMPACT_STAMP, bytes, seed);
        yield (device, stamp) -> messages.reading(stamp);
      }
    };
  }

  private static LoadModel model(
      HonoProfile profile, String name, LoadProfile.Flow flow, double shift) {
    Closed closed = flow.closed();
    if (closed != null) {
      return new LoadModel.Closed(closed.users(), closed.iterations(), closed.think().nanos());
    }
    RateCourse course = FlowRates.of(flow, profile.phases());
    if (flow.arrivals() == Arrivals.EVEN) {
      return new LoadModel.Open(course, new EvenTimes(course, shift));
    }
    // Every flow has a process of its own, all from the one seed.
    long seed = profile.run().seed() ^ ((long) ("arrivals of " + name).hashCode() << Integer.SIZE);
    return new LoadModel.Open(course, new PoissonTimes(course, seed));
  }

  private static List<AnswerPlan> answers(HonoProfile profile) {
    HonoFlows.CommandQuery query = profile.flows().commandQuery();
    if (query == null) {
      return List.of();
    }
    DittoMessages messages = new DittoMessages(query.size().bytes(), profile.run().seed());
    int status = query.command().answer();
    return List.of(
        new AnswerPlan(
            HonoFlows.COMMAND_RESPONSE,
            HonoFlows.COMMAND_QUERY,
            false,
            profile.devices().timeout().nanos(),
            (device, stamp) -> messages.answer(device, status, stamp)));
  }
}
