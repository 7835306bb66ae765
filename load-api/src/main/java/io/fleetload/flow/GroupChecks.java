// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ProfileChecks;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Checks whether the groups of a fleet fit it, and the flows the groups. */
final class GroupChecks {
  private final LoadProfile profile;
  private final ProfileChecks checks;
  private final List<DeviceGroup> groups;
  private final List<String> names;

  GroupChecks(LoadProfile profile, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
    this.groups = profile.devices().groups();
    this.names = groups.stream().map(DeviceGroup::name).toList();
  }

  void check() {
    Set<String> sending = new HashSet<>();
    profile
        .flowsByName()
        .forEach(
            (name, flow) -> {
              sending.add(flow.timing().of());
              flow("flows." + name + ".of", flow.timing().of());
            });
    if (names.get(0) == null) {
      return;
    }
    Set<String> ofTheFleet = new HashSet<>();
    profile.devices().check(profile.phases(), (path, message) -> ofTheFleet.add(path + message));
    for (DeviceGroup each : groups) {
      checks.when(
          !each.name().matches(Flow.NAME),
          each.path(),
          "is no name for a group, expected letters and digits, a letter first, 24 at most");
      checks.when(
          // A flow of a group that is not there may be meant for this one.
          names.containsAll(sending) && !sending.contains(each.name()),
          each.path(),
          "has no flow; write one with of: %s, or leave the group out".formatted(each.name()));
      asAWholeFleet(each, ofTheFleet);
      ofTheFleet(each);
    }
  }

  private void flow(String path, String of) {
    boolean grouped = names.get(0) != null;
    if (of != null && !names.contains(of)) {
      checks.problem(
          path,
          grouped
              ? "found \"%s\", expected one of devices.groups: %s"
                  .formatted(of, String.join(", ", names))
              : "found \"%s\", and the fleet has no groups; write devices.groups, or leave it out"
                  .formatted(of));
    } else if (of == null && differ(Devices::timeout)) {
      checks.problem(
          path,
          "is missing: write the group that sends these messages, as the groups have different timeouts: %s"
              .formatted(String.join(", ", names)));
    }
  }

  private boolean differ(Function<Devices, Object> key) {
    return groups.stream().map(each -> key.apply(each.devices())).distinct().count() > 1;
  }

  /** Notes what is wrong with a group's own keys, beyond what is wrong with the fleet's. */
  private void asAWholeFleet(DeviceGroup group, Set<String> ofTheFleet) {
    group
        .devices()
        .check(
            profile.phases(),
            (path, message) ->
                checks.when(
                    !ofTheFleet.contains(path + message),
                    path.replaceFirst("^devices", group.path()),
                    message));
  }

  /** Notes what only a whole fleet can have. */
  private void ofTheFleet(DeviceGroup group) {
    Devices fleet = profile.devices();
    Devices own = group.devices();
    checks.when(
        own.maxInFlight() != fleet.maxInFlight(),
        group.path() + ".maxInFlight",
        "write it at devices.maxInFlight: the limit is of all devices of a process");
    if (profile.sessions() == fleet.count()) {
      return;
    }
    String shared = "write it at devices: sessions carry messages of several groups here";
    checks.when(!own.life().equals(fleet.life()), group.path() + ".life", shared);
    checks.when(!own.bind().equals(fleet.bind()), group.path() + ".bind", shared);
    checks.when(
        !own.reconnectAfter().equals(fleet.reconnectAfter()),
        group.path() + ".reconnectAfter",
        shared);
  }
}
