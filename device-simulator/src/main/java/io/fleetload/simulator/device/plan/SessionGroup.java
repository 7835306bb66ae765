// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Life;
import io.fleetload.profile.LoadProfile;
import io.fleetload.results.run.DeviceRanges;
import java.util.List;

/**
 * Sessions that are alike, with indexes one after the other: those of a group of devices.
 *
 * @param name of the group; null for all sessions of a fleet without groups
 * @param first index of its first session
 * @param count number of its sessions
 * @param life what they go through
 * @param reconnectAfterNanos one on which nothing came back for that long is given up; 0 for never
 */
public record SessionGroup(String name, int first, int count, Life life, long reconnectAfterNanos) {

  /**
   * The groups of a profile's sessions, in their order. Where the devices share sessions, all of
   * these are alike.
   */
  public static List<SessionGroup> of(LoadProfile profile) {
    if (profile.sessions() != profile.devices().count()) {
      return List.of(of(new DeviceGroup(null, 0, profile.sessions(), profile.devices())));
    }
    return profile.devices().groups().stream().map(SessionGroup::of).toList();
  }

  private static SessionGroup of(DeviceGroup group) {
    return new SessionGroup(
        group.name(),
        group.first(),
        group.count(),
        group.devices().life(),
        group.devices().reconnectAfter().nanos());
  }

  /** The ranges of the groups' sessions; the place of a range is that of its group. */
  public static DeviceRanges ranges(List<SessionGroup> groups) {
    return new DeviceRanges(groups.stream().map(SessionGroup::first).toList());
  }
}
