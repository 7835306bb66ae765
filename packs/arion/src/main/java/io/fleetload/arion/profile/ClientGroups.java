// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import io.fleetload.profile.DeviceGroup;
import java.util.Arrays;
import java.util.List;

/** The keys that hold for each client: those of its group. */
public final class ClientGroups {
  private final int[] first;
  private final Clients[] clients;

  /** The groups of a fleet; a fleet without groups is one. */
  public ClientGroups(Clients fleet) {
    List<DeviceGroup> groups = fleet.groups();
    this.first = groups.stream().mapToInt(DeviceGroup::first).toArray();
    this.clients = groups.stream().map(each -> (Clients) each.devices()).toArray(Clients[]::new);
  }

  /** The keys that hold for a client, by its index in the fleet. */
  public Clients of(int client) {
    int place = Arrays.binarySearch(first, client);
    return clients[place < 0 ? -place - 2 : place];
  }
}
