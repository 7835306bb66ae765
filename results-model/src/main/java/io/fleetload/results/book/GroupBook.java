// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;

/**
 * The device side's part of one group of devices; its counts of messages are with the flows.
 *
 * @param name the group
 * @param first index of its first device in the whole fleet
 * @param devices how many of the process's devices are its own; a shard may have none
 * @param sessions what became of its sessions, without the seconds of their handshakes, without
 *     outages and without answers that no device waits for; null if the devices of several groups
 *     share sessions, so that no session is of one group
 * @param full handshakes of it that negotiated a new session
 * @param resumed handshakes of it that resumed a session
 * @param tenant the tenant that its devices belong to; null if the fleet has one tenant, or the
 *     group is dealt to all of them by their weights
 */
public record GroupBook(
    @RequiredPart String name,
    int first,
    long devices,
    DeviceBook.FleetCounts sessions,
    long full,
    long resumed,
    String tenant) {

  /** A group of no tenant of its own. */
  public GroupBook(
      String name,
      int first,
      long devices,
      DeviceBook.FleetCounts sessions,
      long full,
      long resumed) {
    this(name, first, devices, sessions, full, resumed, null);
  }

  /** The group in this process and in another one. */
  public GroupBook plus(GroupBook other) {
    return new GroupBook(
        name,
        first,
        devices + other.devices,
        sessions == null || other.sessions == null ? null : sessions.plus(other.sessions),
        full + other.full,
        resumed + other.resumed,
        tenant);
  }
}
