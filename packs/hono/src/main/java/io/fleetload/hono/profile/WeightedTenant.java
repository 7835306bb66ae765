// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.results.run.Tenants;

/**
 * One of several tenants that share the fleet.
 *
 * @param id its identifier
 * @param weight its share, beside the weights of the others
 * @param shared whether we may write devices into it though another made it
 */
public record WeightedTenant(
    @Doc(
            value = "the tenant's identifier",
            required = true,
            form = HonoProfile.Tenant.FORM,
            expected = HonoProfile.Tenant.EXPECTED)
        String id,
    @Doc(
            value =
                "its share of the devices, and so of every flow's messages, beside the others'"
                    + " weights",
            byDefault = "1",
            least = 1,
            most = Tenants.MOST_WEIGHT)
        Integer weight,
    @Doc(
            value =
                "whether provisioning may write devices into a tenant that someone else made;"
                    + " the tenant itself stays as it is",
            byDefault = "false")
        Boolean shared) {

  /** Fills in what the profile leaves open. */
  public WeightedTenant {
    weight = weight == null ? 1 : weight;
    shared = shared != null && shared;
  }
}
