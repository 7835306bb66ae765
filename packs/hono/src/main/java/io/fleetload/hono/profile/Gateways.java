// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.Devices;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;

/**
 * Gateways that send on behalf of the devices ({@code via} in Hono's registry). The devices have no
 * session and no credentials of their own then; {@link io.fleetload.profile.Carriers} says which
 * gateway has which devices.
 */
public record Gateways(
    @Doc(value = "how many gateways", required = true, least = 1, most = 10_000_000) Integer count,
    @Doc(
            value = "a gateway's name; {index} counts from 0",
            byDefault = "gateway-{index}",
            form = NameRules.FORM,
            expected = "a name with {index} in it, such as gateway-{index}")
        String id) {

  /** Fills in what the profile leaves open. */
  public Gateways {
    id = id == null ? "gateway-{index}" : id;
  }

  /** The name of a gateway. */
  public String name(int index) {
    return id.replace("{index}", Integer.toString(index));
  }

  void check(Devices devices, ProfileChecks checks) {
    if (count > devices.count()) {
      checks.problem(
          "gateways.count",
          "found \"%d\", expected at most devices.count, which is %d"
              .formatted(count, devices.count()));
    }
    if (devices.groups().stream().anyMatch(each -> id.equals(each.devices().id()))) {
      checks.problem(
          "gateways.id", "found \"%s\", which is devices.id; expected another".formatted(id));
    }
  }
}
