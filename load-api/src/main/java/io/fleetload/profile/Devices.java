// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.process.TargetException;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import io.fleetload.results.run.DeviceNames;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fleet, as far as the engine has to know it: how many devices, and what they go through. */
public interface Devices {
  /** Settings that every fleet has. */
  Fleet fleet();

  /**
   * A device's name, as {@link DeviceNames} has it; of a fleet of groups, where a group has none.
   */
  String id();

  /**
   * The groups that the fleet is made of, in the order of their devices; of a profile without
   * groups the whole fleet is one.
   */
  default List<DeviceGroup> groups() {
    List<DeviceGroup> groups = new ArrayList<>();
    int first = 0;
    for (Map.Entry<String, Devices> each : fleet().groups().entrySet()) {
      groups.add(new DeviceGroup(each.getKey(), first, each.getValue().count(), each.getValue()));
      first += each.getValue().count();
    }
    return groups.isEmpty() ? List.of(whole()) : groups;
  }

  /** Names of the groups, in the order of their devices; empty for a fleet without groups. */
  default List<String> groupNames() {
    return List.copyOf(fleet().groups().keySet());
  }

  /**
   * The group of that name; the whole fleet for null, and for a name that no group has.
   *
   * @param name as a flow's key {@code of} has it
   */
  default DeviceGroup group(String name) {
    return groups().stream()
        .filter(each -> name != null && name.equals(each.name()))
        .findFirst()
        .orElseGet(this::whole);
  }

  /** The group that a device is in. */
  default DeviceGroup groupOf(int device) {
    return groups().stream().filter(each -> each.has(device)).findFirst().orElseGet(this::whole);
  }

  private DeviceGroup whole() {
    return new DeviceGroup(null, 0, count(), this);
  }

  /** The names of all devices, as {@link DeviceNames} has them. */
  default String naming() {
    List<DeviceGroup> groups = groups();
    return DeviceNames.ofRanges(
        groups.stream().map(DeviceGroup::first).toList(),
        groups.stream().map(each -> each.devices().id()).toList());
  }

  /** Number of devices. */
  default int count() {
    return fleet().count();
  }

  /** Number of connections of the devices: one each, unless they share them. */
  default Integer connections() {
    return count();
  }

  /** Local addresses that the devices send from; empty for any. */
  default List<String> bind() {
    return fleet().bind();
  }

  /**
   * The same, looked up.
   *
   * @throws TargetException if a name among them has no address any more
   */
  default List<InetAddress> addresses() throws TargetException {
    return fleet().addresses();
  }

  /** The longest wait for an outcome. */
  default Span timeout() {
    return fleet().timeout();
  }

  /** The group that waits longest for an outcome. */
  default DeviceGroup slowest() {
    return groups().stream()
        .max(Comparator.comparingLong(each -> each.devices().timeout().nanos()))
        .orElseThrow();
  }

  /** The longest wait of any group for an outcome. */
  default Span longestTimeout() {
    return slowest().devices().timeout();
  }

  /**
   * A session is given up when for that long nothing came back to what it sent; no length for
   * never.
   */
  default Span reconnectAfter() {
    return fleet().reconnectAfter();
  }

  /** Events that the sessions go through while messages flow. */
  default Life life() {
    return fleet().life();
  }

  /**
   * Most messages of a process under way that the target has not even acknowledged; 0 for any
   * number.
   */
  default int maxInFlight() {
    return fleet().maxInFlight();
  }

  /** The name of a device. */
  default String name(int index) {
    return new DeviceNames(fleet().groups().isEmpty() ? id() : naming()).of(index);
  }

  /** Abilities that the fleet needs beyond those of every fleet, by the key that asks for each. */
  default Map<String, Ability> needs() {
    return life().rebind() == null ? Map.of() : Map.of("devices.life.rebind", Ability.REBIND);
  }

  /**
   * Numbers of devices of the groups in a fleet of another size, by name: in the proportion of
   * their weights, or of their own numbers, and at least one of each.
   *
   * @param count how many devices the fleet has then; at least as many as there are groups
   */
  default Map<String, Integer> countsOfGroups(int count) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    fleet()
        .groups()
        .forEach(
            (name, group) -> {
              Integer weight = group.fleet().weight();
              weights.put(name, weight == null ? group.count() : weight);
            });
    return DeviceGroup.sharesOfEach(weights, count);
  }

  /**
   * Overrides that make the fleet as large as that: {@code key.path=value} each.
   *
   * @param count how many devices it has then; at least as many as there are groups
   */
  default List<String> overridesOfCount(int count) {
    List<String> overrides = new ArrayList<>(List.of("devices.count=" + count));
    countsOfGroups(count)
        .forEach(
            (name, own) -> {
              String group = "devices.groups." + name;
              if (fleet().groups().get(name).fleet().weight() != null) {
                // The count takes its place.
                overrides.add(group + ".weight=null");
              }
              overrides.add(group + ".count=" + own);
            });
    return overrides;
  }

  /**
   * Returns whether the target knows a device by the same in whichever group it is, so that it
   * knows those of a smaller fleet as well. A device of a larger fleet may be in another group.
   */
  default boolean alikeInEveryGroup() {
    return groups().stream().map(each -> each.devices().id()).distinct().count() == 1;
  }

  /** Says what is wrong with the fleet in a run of those phases. */
  default void check(Phases phases, ProfileChecks checks) {
    fleet().check(phases, checks);
    checks.when(
        life().sleepy() != null && life().sleepy().offline() && connections() != count(),
        "devices.life.sleepy.offline",
        "leave it out: %s devices share %s sessions, and none of them can end one"
            .formatted(count(), connections()));
  }
}
