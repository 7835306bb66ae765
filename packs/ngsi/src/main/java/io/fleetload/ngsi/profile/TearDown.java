// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.Doc;

/** Entities that are removed after a run. */
public record TearDown(
    @Doc(value = "the type of the entities", required = true) String type,
    @Doc(
            value =
                "what the ids of the entities begin with; the others of the type stay as they are",
            required = true)
        String ids) {}
