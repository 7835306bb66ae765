// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.rule.RuleContents;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import io.fleetload.driver.Cause;
import io.fleetload.stamp.RunId;
import java.util.BitSet;

/** A full load: the rules of a group as they come, in any order. */
public final class GroupLoad {
  private final RuleSet rules;
  private final RuleContents contents;
  private final int group;
  private final RunId run;
  private final BitSet came = new BitSet();

  /**
   * A load of which nothing came yet.
   *
   * @param group the group, by its number
   * @param run the run that writes meanwhile
   */
  public GroupLoad(RuleSet rules, RuleContents contents, int group, RunId run) {
    this.rules = rules;
    this.contents = contents;
    this.group = group;
    this.run = run;
  }

  /**
   * The flaw of a rule that comes; null if it is a further one of the group. A rule that the data
   * set does not have, that came before or that is gone is {@link GrpcCause#NOT_COUNTED}: a change
   * may come beside what it changed.
   *
   * @param now when it came, ns since the epoch
   */
  public Cause flaw(NeighborRule rule, long now) {
    if (!RuleSet.groupName(group).equals(rule.group())) {
      return GrpcCause.OTHER_RULE;
    }
    int index = rules.index(rule.tunnelId(), (int) Addresses.readIp(rule.ip()));
    if (index < 0) {
      return GrpcCause.NOT_COUNTED;
    }
    if (rules.group(index) != group) {
      return GrpcCause.OTHER_RULE;
    }
    if (!contents.has(index, rule, run, now)) {
      return GrpcCause.ALTERED;
    }
    if (rule.operation() == Operation.DELETE.number() || came.get(index)) {
      return GrpcCause.NOT_COUNTED;
    }
    came.set(index);
    return null;
  }
}
