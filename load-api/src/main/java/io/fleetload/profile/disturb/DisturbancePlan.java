// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.disturb;

import io.fleetload.profile.key.Doc;
import java.util.List;

/** The part of a profile that asks for disturbances of the target. */
public record DisturbancePlan(
    @Doc(
            value =
                "what is done to the target on purpose while it is measured, such as"
                    + " [{ at: 30s, part: adapter, do: restart }]",
            byDefault = "nothing")
        List<Disturbance> disturb,
    @Doc(
            value =
                "where the parts of an external target run, such as { compose: my-project } or"
                    + " { namespace: my-namespace }; an embedded one needs none")
        DisturbancePlace disturbIn) {
  /** Nothing is done. */
  public static final DisturbancePlan NONE = new DisturbancePlan(null, null);

  /** Fills in what the profile leaves open. */
  public DisturbancePlan {
    disturb = disturb == null ? List.of() : List.copyOf(disturb);
  }
}
