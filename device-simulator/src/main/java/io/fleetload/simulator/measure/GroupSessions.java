// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.ShardDevices;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.Tenants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers of devices of this process that each group of the fleet has, and what became of its
 * sessions. A session has the index of its device, unless devices share sessions; then no session
 * is of one group, and only the devices are counted.
 */
public final class GroupSessions {
  private final List<DeviceGroup> groups;
  private final Tenants tenants;
  private final DeviceRanges ranges;
  private final long[] devices;
  private final SessionTally[] tallies;

  /**
   * The groups of a fleet, none connected yet.
   *
   * @param groups in the order of their devices
   * @param tenants the tenants that share the fleet
   * @param own this process's devices
   * @param shared whether the devices share sessions
   */
  public GroupSessions(
      List<DeviceGroup> groups, Tenants tenants, ShardDevices own, boolean shared) {
    this.groups = groups;
    this.tenants = tenants;
    this.ranges = new DeviceRanges(groups.stream().map(DeviceGroup::first).toList());
    this.devices =
        groups.stream()
            .mapToLong(each -> own.below(each.first() + each.count()) - own.below(each.first()))
            .toArray();
    this.tallies = new SessionTally[shared ? 0 : groups.size()];
    Arrays.setAll(tallies, group -> new SessionTally());
  }

  /** The tally of the group that has a session; null if no session is of one group. */
  SessionTally of(int session) {
    return tallies.length == 0 ? null : tallies[ranges.of(session)];
  }

  /**
   * A group's sessions while the run goes on.
   *
   * @param group the group
   * @param asked sessions that the profile asks for by now
   * @param connected sessions opened for the first time
   * @param outstanding sessions that were ended and are not back yet
   */
  public record GroupCounts(String group, long asked, long connected, long outstanding) {}

  /** The counts so far; empty where no session is of one group. */
  List<GroupCounts> counts() {
    List<GroupCounts> counts = new ArrayList<>();
    for (int i = 0; i < tallies.length; i++) {
      counts.add(
          new GroupCounts(
              groups.get(i).name(),
              tallies[i].asked(devices[i]),
              tallies[i].connected(),
              tallies[i].outstanding()));
    }
    return counts;
  }

  /** The groups so far. */
  List<GroupBook> snapshot() {
    List<GroupBook> books = new ArrayList<>();
    for (int i = 0; i < devices.length; i++) {
      SessionTally tally = tallies.length == 0 ? null : tallies[i];
      books.add(
          new GroupBook(
              groups.get(i).name(),
              groups.get(i).first(),
              devices[i],
              tally == null ? null : tally.snapshot(devices[i], null, null, null, null),
              tally == null ? 0 : tally.full(),
              tally == null ? 0 : tally.resumed(),
              tenants.ownerOf(groups.get(i).first())));
    }
    return books;
  }
}
