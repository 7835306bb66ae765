// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import java.util.Map;

/** The profile of a load test of an Arion master. */
public record ArionProfile(
    @Inline Common common,
    @Doc("the Arion master under test, and its Hazelcast") ArionTarget target,
    @Doc("the neighbor rules that provisioning writes, and that requests are about") Rules rules,
    @Doc("who watches each group while rules are written") Watchers watchers,
    @Doc(value = "the clients", required = true) Clients devices,
    @Doc(value = "the flows of requests", required = true) ArionFlows flows)
    implements LoadProfile {

  /** Fills in what the profile leaves open. */
  public ArionProfile {
    target = target == null ? ArionTarget.embedded() : target;
    rules = rules == null ? Rules.BY_DEFAULT : rules;
    watchers = watchers == null ? Watchers.byDefault(flows.write() != null) : watchers;
    common = common.completed(flows.byName().values(), devices.timeout());
  }

  /** Checks whether watchers receive the rules that are written. */
  public boolean isWatched() {
    return watchers.each() > 0;
  }

  /** The first key that asks for the address of Hazelcast; null if no key does. */
  String asksForHazelcast() {
    if (flows.hazelcastWatch() != null) {
      return "flows.hazelcastWatch";
    }
    if (watchers.hazelcast() > 0) {
      return "watchers.hazelcast";
    }
    return target.provision() && rules.way() == Rules.Way.HAZELCAST ? "rules.way" : null;
  }

  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    return flows.byName();
  }

  @Override
  public void check(ProfileChecks checks) {
    rules.check(checks);
    devices.checkConnections(checks);
    target.check(this, checks);
    flows.check(this, checks);
    if (isWatched() && flows.write() == null) {
      checks.problem("watchers", "need rules that are written; add flows.write, or leave them out");
    } else if (isWatched() && flows.write().keys() > 1) {
      checks.problem(
          "flows.write.keys",
          "found %d, expected 1: watchers hear of each rule by itself; or watchers: { grpc: 0 }"
              .formatted(flows.write().keys()));
    }
  }
}
