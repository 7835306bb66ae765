// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.body.StampedBodies;
import io.fleetload.flow.FlowSpec;
import io.fleetload.hono.payload.BinaryMessages;
import io.fleetload.hono.payload.DittoMessages;
import io.fleetload.hono.profile.Contents;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.hono.profile.HonoFlows;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.key.Kinds;
import java.util.ArrayList;
import java.util.List;

/** The flows of a Hono profile. */
public final class HonoFlowSpecs {
  private HonoFlowSpecs() {}

  /** The flows that a profile asks for, and the answers to their commands. */
  public static List<FlowSpec> of(HonoProfile profile, StampedBodies bodies) {
    List<FlowSpec> specs = new ArrayList<>();
    HonoFlows flows = new HonoFlows(profile.flows());
    boolean timed = profile.devices().protocols().contains(HonoDevices.Protocol.COAP);
    profile
        .flows()
        .forEach(
            (name, flow) -> {
              HonoFlow.CommandQuery query = flow instanceof HonoFlow.CommandQuery its ? its : null;
              long ttd = query == null ? 0 : query.ttd().nanos();
              Contents says = flow.contents();
              FlowSpec.Body body =
                  says.body() == null
                      ? body(flows, says, profile.run().seed() + name.hashCode())
                      : bodies.of("flows." + name + ".body", name, says.body());
              specs.add(
                  FlowSpec.of(name, profile.timeout(name).nanos() + ttd, body)
                      .ofKind(Kinds.name(flow.getClass())));
              if (query != null) {
                specs.add(answers(name, query, profile));
              }
            });
    return timed ? specs.stream().map(FlowSpec::withAnswerTimes).toList() : specs;
  }

  private static FlowSpec answers(String name, HonoFlow.CommandQuery query, HonoProfile profile) {
    DittoMessages messages =
        new DittoMessages(query.contents().answerBytes(), profile.run().seed());
    int status = query.command().answer();
    return FlowSpec.of(
            HonoFlows.answers(name),
            profile.timeout(name).nanos(),
            (device, stamp) -> messages.answer(device, status, stamp))
        .answering(name)
        .ofKind(HonoFlows.COMMAND_RESPONSE);
  }

  private static FlowSpec.Body body(HonoFlows flows, Contents says, long seed) {
    int bytes = says.size().bytes();
    return switch (says.payload()) {
      case DITTO -> new DittoMessages(bytes, seed)::reading;
      case BINARY -> {
        BinaryMessages messages = new BinaryMessages(flows.compactStamp(), bytes, seed);
        yield (device, stamp) -> messages.reading(stamp);
      }
    };
  }
}
