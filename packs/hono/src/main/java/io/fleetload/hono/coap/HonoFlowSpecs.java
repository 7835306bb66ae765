// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.body.StampedBodies;
import io.fleetload.flow.FlowSpec;
import io.fleetload.hono.payload.BinaryMessages;
import io.fleetload.hono.payload.DittoMessages;
import io.fleetload.hono.profile.HonoFlows;
import io.fleetload.hono.profile.HonoProfile;
import java.util.ArrayList;
import java.util.List;

/** The flows of a Hono profile. */
public final class HonoFlowSpecs {
  private HonoFlowSpecs() {}

  /** The flows that a profile asks for, and the answers to their commands. */
  public static List<FlowSpec> of(HonoProfile profile, StampedBodies bodies) {
    long timeout = profile.devices().timeout().nanos();
    HonoFlows.CommandQuery query = profile.flows().commandQuery();
    List<FlowSpec> specs = new ArrayList<>();
    profile
        .flowsByName()
        .forEach(
            (name, flow) -> {
              long ttd = flow == query ? query.ttd().nanos() : 0;
              HonoFlows.Contents says = flow.contents();
              FlowSpec.Body body =
                  says.body() == null
                      ? body(says, profile.run().seed() + name.hashCode())
                      : bodies.of("flows." + name + ".body", name, says.body());
              specs.add(FlowSpec.of(name, timeout + ttd, body));
            });
    if (query != null) {
      DittoMessages messages =
          new DittoMessages(query.contents().answerBytes(), profile.run().seed());
      int status = query.command().answer();
      specs.add(
          FlowSpec.of(
                  HonoFlows.COMMAND_RESPONSE,
                  timeout,
                  (device, stamp) -> messages.answer(device, status, stamp))
              .answering(HonoFlows.COMMAND_QUERY));
    }
    return specs;
  }

  private static FlowSpec.Body body(HonoFlows.Contents says, long seed) {
    int bytes = says.size().bytes();
    return switch (says.payload()) {
      case DITTO -> new DittoMessages(bytes, seed)::reading;
      case BINARY -> {
        BinaryMessages messages = new BinaryMessages(HonoFlows.COMPACT_STAMP, bytes, seed);
        yield (device, stamp) -> messages.reading(stamp);
      }
    };
  }
}
