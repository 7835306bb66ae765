// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of devices in a profile: each is laid over the fleet that it is a part of, so that it says
 * by itself all that holds for its devices. Counts that follow from others are filled in.
 */
final class GroupSections {
  private static final String DEVICES = "devices";
  private static final String GROUPS = "groups";
  private static final String COUNT = "count";
  private static final String WEIGHT = "weight";
  private static final String PATH = DEVICES + "." + GROUPS;
  private static final long MOST_DEVICES = 10_000_000;

  private final ObjectNode fleet;
  private final ObjectNode groups;
  private final ProfileChecks checks;

  private GroupSections(ObjectNode fleet, ObjectNode groups, ProfileChecks checks) {
    this.fleet = fleet;
    this.groups = groups;
    this.checks = checks;
  }

  /**
   * Completes the groups of a profile, if it has any.
   *
   * @param profile one of the right shape; it is changed
   * @param checks takes what is wrong with the counts
   */
  static void complete(ObjectNode profile, ProfileChecks checks) {
    if (profile.path(DEVICES) instanceof ObjectNode fleet
        && fleet.path(GROUPS) instanceof ObjectNode groups) {
      new GroupSections(fleet, groups, checks).complete();
    }
  }

  private void complete() {
    if (groups.isEmpty()) {
      checks.problem(PATH, "is empty; write at least one group, or leave it out");
      return;
    }
    String by = by();
    if (by == null) {
      return;
    }
    Map<String, Integer> counts = by.equals(COUNT) ? counts() : shares();
    ObjectNode base = fleet.deepCopy();
    base.remove(List.of(GROUPS, COUNT));
    counts.forEach(
        (name, count) -> {
          ObjectNode own = (ObjectNode) groups.path(name);
          ObjectNode whole = base.deepCopy();
          lay(whole, own);
          groups.set(name, whole.put(COUNT, count));
        });
  }

  /** The key by which all groups say how many devices they have; null if they do not agree. */
  private String by() {
    JsonNode first = groups.iterator().next();
    String by = first.has(WEIGHT) && !first.has(COUNT) ? WEIGHT : COUNT;
    boolean agree = true;
    for (Map.Entry<String, JsonNode> each : groups.properties()) {
      String other = by.equals(COUNT) ? WEIGHT : COUNT;
      String path = PATH + "." + each.getKey();
      if (each.getValue().has(other)) {
        checks.problem(
            path + "." + other, "write %s, as in the first group, not %s".formatted(by, other));
        agree = false;
      } else if (!each.getValue().has(by)) {
        checks.problem(path + "." + by, "is missing: write how many devices the group has");
        agree = false;
      }
    }
    return agree ? by : null;
  }

  private Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    groups
        .properties()
        .forEach(each -> counts.put(each.getKey(), each.getValue().path(COUNT).asInt()));
    long sum = counts.values().stream().mapToLong(Integer::longValue).sum();
    if (sum > MOST_DEVICES) {
      checks.problem(
          PATH, "have %s devices together, expected at most %s".formatted(sum, MOST_DEVICES));
    } else if (fleet.has(COUNT) && fleet.path(COUNT).asLong() != sum) {
      checks.problem(
          DEVICES + "." + COUNT,
          "leave it out, or write %s: that many devices the groups have together; found %s"
              .formatted(sum, fleet.path(COUNT).asText()));
    }
    fleet.put(COUNT, sum);
    return counts;
  }

  /** The counts that the weights make of the fleet's. */
  private Map<String, Integer> shares() {
    boolean isGiven = fleet.has(COUNT);
    if (!isGiven) {
      checks.problem(
          DEVICES + "." + COUNT, "is missing: write how many devices the groups share by weight");
      fleet.put(COUNT, 1);
    }
    int devices = fleet.path(COUNT).asInt();
    Map<String, Integer> weights = new LinkedHashMap<>();
    groups
        .properties()
        .forEach(each -> weights.put(each.getKey(), each.getValue().path(WEIGHT).asInt()));
    Map<String, Integer> counts = DeviceGroup.shares(weights, devices);
    counts.forEach(
        (name, count) ->
            checks.when(
                isGiven && count == 0,
                PATH + "." + name + "." + WEIGHT,
                "write a larger one, or a larger devices.count: of %s devices it makes none"
                    .formatted(devices)));
    return counts;
  }

  private static void lay(ObjectNode under, ObjectNode over) {
    over.properties()
        .forEach(
            each -> {
              if (under.get(each.getKey()) instanceof ObjectNode section
                  && each.getValue() instanceof ObjectNode other) {
                lay(section, other);
              } else {
                under.set(each.getKey(), each.getValue());
              }
            });
  }
}
