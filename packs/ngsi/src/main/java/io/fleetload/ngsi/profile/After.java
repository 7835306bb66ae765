// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.flow.Step;
import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Span;

/** Place of a flow behind another one: its requests are steps of that flow's users. */
public record After(
    @Doc(value = "the flow that these requests follow, each user's after its own", required = true)
        String flow,
    @Doc(
            value = "how many follow each of them, one after the other",
            byDefault = "1",
            least = 1,
            most = 1_000_000)
        Integer times,
    @Doc(value = "time that a user waits before each", byDefault = "0s") Span think,
    @Doc(
            value =
                "with it the flow is one of the alternatives that follow the same flow: one of them"
                    + " is drawn each time, by its weight",
            least = 1,
            most = 1_000_000)
        Integer weight) {

  /** Fills in what the profile leaves open. */
  public After {
    times = times == null ? 1 : times;
    think = think == null ? new Span(0) : think;
  }

  /** The same as the engine knows it. */
  public Step step() {
    return new Step(flow, times, think, weight == null ? 0 : weight);
  }
}
