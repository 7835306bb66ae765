// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;

/** Checks of the users and their groups beyond those of their records. */
final class UserChecks {
  private final Users fleet;
  private final ProfileChecks checks;

  UserChecks(Users fleet, ProfileChecks checks) {
    this.fleet = fleet;
    this.checks = checks;
  }

  void check() {
    checks.when(
        fleet.connections() > fleet.count(),
        "devices.connections",
        "found %d, expected at most %d (devices.count): a connection without a user carries nothing"
            .formatted(fleet.connections(), fleet.count()));
    for (DeviceGroup each : fleet.groups()) {
      if (each.name() != null) {
        group(each.path(), (Users) each.devices());
      }
    }
  }

  private void group(String path, Users group) {
    boolean asTheFleet =
        group.connections().equals(fleet.connections()) || (fleet.areAlone() && group.areAlone());
    checks.when(
        !asTheFleet,
        path + ".connections",
        "write it at devices.connections: all users share the connections in turn");
    checks.when(
        !fleet.areAlone() && group.http() != fleet.http(),
        path + ".http",
        "write it at devices.http: connections carry requests of several groups here");
  }
}
