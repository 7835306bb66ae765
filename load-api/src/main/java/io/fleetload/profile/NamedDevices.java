// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;

/** A fleet that has names, and no keys of its pack's own. */
public record NamedDevices(
    @Inline Fleet fleet,
    @Doc(
            value = "a device's name; {index} counts from 0",
            byDefault = "device-{index}",
            form = "[A-Za-z0-9._-]*\\{index\\}[A-Za-z0-9._-]*",
            expected = "a name with {index} in it, such as device-{index}")
        String id)
    implements Devices {
  /** Fills in what the profile leaves open. */
  public NamedDevices {
    fleet = fleet.orPlain();
    id = id == null ? "device-{index}" : id;
  }
}
