// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import java.util.List;
import java.util.Map;

/** The profile of a load test of an Arion master. */
public record ArionProfile(
    @Inline Common common,
    @Doc("the Arion master under test, and its Hazelcast") ArionTarget target,
    @Doc("the neighbor rules that provisioning writes, and that requests are about") Rules rules,
    @Doc("who watches each group while rules are written") Watchers watchers,
    @Doc(value = "the clients", required = true) Clients devices,
    @Doc(value = "the flows of requests, each by a name of your choice", required = true)
        Map<String, ArionFlow> flows)
    implements LoadProfile {

  /** Fills in what the profile leaves open. */
  public ArionProfile {
    target = target == null ? ArionTarget.embedded() : target;
    rules = rules == null ? Rules.BY_DEFAULT : rules;
    flows = Flow.inOrder(flows);
    boolean written = !Flow.of(ArionFlow.Write.class, flows).isEmpty();
    watchers = watchers == null ? Watchers.byDefault(written) : watchers;
    common = common.completed(flows.values(), devices.longestTimeout());
  }

  /** Checks whether watchers receive the rules that are written. */
  public boolean isWatched() {
    return watchers.each() > 0;
  }

  /** The first key that asks for the address of Hazelcast; null if no key does. */
  String asksForHazelcast() {
    Map<String, ?> loads = Flow.of(ArionFlow.HazelcastWatch.class, flows);
    if (!loads.isEmpty()) {
      return "flows." + loads.keySet().iterator().next();
    }
    if (watchers.hazelcast() > 0) {
      return "watchers.hazelcast";
    }
    return target.provision() && rules.way() == Rules.Way.HAZELCAST ? "rules.way" : null;
  }

  /** The flows of kind write, in their order, by name. */
  public Map<String, ArionFlow.Write> writes() {
    return Flow.of(ArionFlow.Write.class, flows);
  }

  /** The rules that a flow of kind write is about. */
  public RulePart part(String write) {
    List<String> writes = List.copyOf(writes().keySet());
    return RulePart.of(writes.indexOf(write), writes.size(), rules.count());
  }

  @Override
  @JsonIgnore
  public Map<String, ArionFlow> flowsByName() {
    return flows;
  }

  @Override
  public void check(ProfileChecks checks) {
    checks.when(
        !data().isEmpty(),
        "data",
        "leave it out: a rule has no field for it; its addresses are its key and the stamp");
    rules.check(checks);
    new ClientChecks(devices, checks).check();
    target.check(this, checks);
    new FlowChecks(this, checks).check();
    checks.when(
        isWatched() && writes().isEmpty(),
        "watchers",
        "need rules that are written; add a flow of kind write, or leave them out");
  }
}
