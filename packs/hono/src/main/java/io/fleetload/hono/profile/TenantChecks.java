// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.results.run.Tenants;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Checks whether the tenants of a profile can share its fleet. */
final class TenantChecks {
  private final HonoProfile profile;
  private final ProfileChecks checks;
  private boolean good = true;

  TenantChecks(HonoProfile profile, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
  }

  /** Says whether they can. */
  boolean check() {
    List<WeightedTenant> several = profile.tenants();
    int devices = profile.devices().count();
    if (several == null) {
      if (profile.tenant() == null) {
        problem(
            "tenant",
            "is missing: the tenant that all devices belong to; expected it, or a list tenants");
      }
    } else if (profile.tenant() != null) {
      problem("tenants", "is given together with tenant, expected one of them");
    } else if (several.isEmpty()) {
      problem("tenants", "is empty, expected tenants such as { id: a, weight: 3 }");
    } else if (several.size() > Tenants.MOST) {
      problem("tenants", "found %d, expected at most %d".formatted(several.size(), Tenants.MOST));
    } else if (several.size() > devices) {
      problem(
          "tenants",
          "found %d, expected at most devices.count, which is %d"
              .formatted(several.size(), devices));
    } else {
      distinct(several);
      if (ofGroups()) {
        eachHasAPart("devices.count", "device", profile.sharedBy(), devices);
      }
      if (profile.gateways() != null) {
        eachHasAPart(
            "gateways.count", "gateway", profile.tenantsOfSessions(), profile.gateways().count());
      }
    }
    if (several == null && profile.tenant() != null) {
      ofGroups();
    }
    return good;
  }

  /** Says whether groups of devices name tenants that they can be of. */
  private boolean ofGroups() {
    boolean all = isTenant("devices", profile.devices());
    for (DeviceGroup each : profile.devices().groups()) {
      HonoDevices own = (HonoDevices) each.devices();
      all &= Objects.equals(own.tenant(), profile.devices().tenant()) || isTenant(each.path(), own);
    }
    return all;
  }

  private boolean isTenant(String path, HonoDevices devices) {
    String tenant = devices.tenant();
    if (tenant == null) {
      return true;
    }
    if (!profile.tenantIds().contains(tenant)) {
      problem(
          path + ".tenant",
          "found \"%s\", expected a tenant of the profile: %s"
              .formatted(tenant, String.join(", ", profile.tenantIds())));
      return false;
    }
    return true;
  }

  private void problem(String path, String message) {
    good = false;
    checks.problem(path, message);
  }

  private void distinct(List<WeightedTenant> several) {
    Set<String> seen = new HashSet<>();
    Map<String, String> alike = new HashMap<>();
    for (int i = 0; i < several.size(); i++) {
      String id = several.get(i).id();
      String other = alike.putIfAbsent(id.replace('.', '_'), id);
      if (!seen.add(id)) {
        problem("tenants[" + i + "].id", "found \"%s\" a second time".formatted(id));
      } else if (other != null) {
        problem(
            "tenants[" + i + "].id",
            "change more than a dot to an underscore: Kafka refuses topics as alike as those of %s and %s"
                .formatted(other, id));
      }
    }
  }

  private void eachHasAPart(String path, String what, Tenants tenants, int count) {
    for (int i = 0; i < tenants.count(); i++) {
      if (tenants.share(i, count) == 0 && tenants.areGivenParts()) {
        problem(
            "tenants[%d]".formatted(i),
            "leave %s out, or name it as the tenant of a group: no device is of it"
                .formatted(tenants.id(i)));
        return;
      }
      if (tenants.share(i, count) == 0) {
        problem(
            path,
            "found \"%d\", which leaves tenant %s without a %s, as the weights are %s; expected"
                    .formatted(count, tenants.id(i), what, tenants)
                + " more, or weights closer to each other");
        return;
      }
    }
  }
}
