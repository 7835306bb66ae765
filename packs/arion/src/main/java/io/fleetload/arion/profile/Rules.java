// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;

/** The data set: how many neighbor rules, and how they are written before a run. */
public record Rules(
    @Doc(
            value = "how many rules; a multiple of rules.groups",
            byDefault = "10000",
            least = 1,
            most = 16_000_000)
        Integer count,
    @Doc(
            value = "groups that the rules are dealt to in turn; a watcher watches one",
            byDefault = "1",
            least = 1,
            most = 100_000)
        Integer groups,
    @Doc(
            value = "networks that the rules are dealt to in turn; each has a tunnel id",
            byDefault = "1",
            least = 1,
            most = 100_000)
        Integer networks,
    @Doc(
            value =
                "how provisioning writes them: server, by write requests; hazelcast, by its map",
            byDefault = "server")
        Way way,
    @Doc(
            value = "rules that provisioning writes with one request",
            byDefault = "100",
            least = 1,
            most = 10_000)
        Integer batch) {
  static final Rules BY_DEFAULT = new Rules(null, null, null, null, null);

  /** The ways to write rules before a run. */
  public enum Way {
    /** By requests of GoalStateProvisioner. */
    @JsonProperty("server")
    SERVER,
    /** Into the map that the server reads. */
    @JsonProperty("hazelcast")
    HAZELCAST
  }

  /** Fills in what the profile leaves open. */
  public Rules {
    count = count == null ? 10_000 : count;
    groups = groups == null ? 1 : groups;
    networks = networks == null ? 1 : networks;
    way = way == null ? Way.SERVER : way;
    batch = batch == null ? 100 : batch;
  }

  /** Number of rules in each group. */
  public int ofGroup() {
    return count / groups;
  }

  void check(ProfileChecks checks) {
    if (count % groups != 0) {
      checks.problem(
          "rules.count",
          "found %d, expected a multiple of rules.groups, which is %d: each group has as many rules"
              .formatted(count, groups));
    }
    if (networks > count) {
      checks.problem(
          "rules.networks",
          "found %d, expected at most %d (rules.count)".formatted(networks, count));
    }
  }
}
