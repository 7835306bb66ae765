// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import java.util.Objects;

/** Checks of the clients and their groups beyond those of their records. */
final class ClientChecks {
  private final Clients fleet;
  private final ProfileChecks checks;

  ClientChecks(Clients fleet, ProfileChecks checks) {
    this.fleet = fleet;
    this.checks = checks;
  }

  void check() {
    checks.when(
        fleet.connections() > fleet.count(),
        "devices.connections",
        "found %d, expected at most %d (devices.count): a connection without a client carries nothing"
            .formatted(fleet.connections(), fleet.count()));
    deadline("devices", fleet);
    for (DeviceGroup each : fleet.groups()) {
      if (each.name() != null) {
        group(each.path(), (Clients) each.devices());
      }
    }
  }

  private void group(String path, Clients group) {
    if (!Objects.equals(group.deadline(), fleet.deadline())) {
      deadline(path, group);
    }
    checks.when(
        !group.connections().equals(fleet.connections()),
        path + ".connections",
        "write it at devices.connections: all clients share the connections in turn");
    checks.when(
        fleet.connections() != fleet.count()
            && !Objects.equals(group.streamsPerConnection(), fleet.streamsPerConnection()),
        path + ".streamsPerConnection",
        "write it at devices: connections carry requests of several groups here");
  }

  private void deadline(String path, Clients clients) {
    checks.when(
        clients.deadline() != null && clients.deadline().nanos() == 0,
        path + ".deadline",
        "found \"0s\", expected a length of time above 0");
  }
}
