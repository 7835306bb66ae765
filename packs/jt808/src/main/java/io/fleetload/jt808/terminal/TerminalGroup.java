// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.jt808.profile.Jt808Flow.Location;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Terminals;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Flow;
import io.fleetload.results.run.DeviceNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A group of terminals, with the keys and the flows that they have in common.
 *
 * @param keys what the profile says of them
 * @param locations the flows of locations that they send, by name
 */
record TerminalGroup(DeviceGroup range, Terminals keys, Map<String, Location> locations) {
  /** The groups of a profile's fleet. */
  static List<TerminalGroup> of(Jt808Profile profile) {
    return profile.devices().groups().stream().map(each -> of(profile, each)).toList();
  }

  private static TerminalGroup of(Jt808Profile profile, DeviceGroup range) {
    Map<String, Location> locations = new LinkedHashMap<>();
    Flow.of(Location.class, profile.flows())
        .forEach(
            (name, flow) -> {
              if (profile.group(name).has(range.first())) {
                locations.put(name, flow);
              }
            });
    return new TerminalGroup(range, (Terminals) range.devices(), locations);
  }

  /** The phone number of one of them, in the version that it speaks. */
  Phone phone(int terminal) {
    return Phone.of(keys.version(terminal), new DeviceNames(keys.phone()).of(terminal));
  }
}
