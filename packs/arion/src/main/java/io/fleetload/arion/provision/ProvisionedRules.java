// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.profile.Rules;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The rules of a data set as provisioning writes them. */
public final class ProvisionedRules {
  private final RuleSet rules;

  public ProvisionedRules(Rules wanted) {
    this.rules = new RuleSet(wanted);
  }

  int count() {
    return rules.count();
  }

  /** A rule. Its version counts where it goes past the server, which would give it one. */
  public NeighborRule rule(int index) {
    return new NeighborRule(
        0,
        Addresses.ip(rules.ip(index)),
        Addresses.ip(rules.hostIp(index)),
        Addresses.mac(rules.mac(index)),
        rules.tunnelId(index),
        Addresses.mac(rules.hostMac(index)),
        RuleSet.groupName(rules.group(index)),
        1 + index / rules.groups());
  }

  /** The rules from one index to before another. */
  public List<NeighborRule> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(this::rule).toList();
  }

  /** The wanted rules that were not found as they are wanted. */
  public static List<NeighborRule> differing(List<NeighborRule> wanted, List<NeighborRule> found) {
    List<NeighborRule> differing = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      if (!same(wanted.get(i), found.get(i))) {
        differing.add(wanted.get(i));
      }
    }
    return differing;
  }

  /** Number of rules that neither provisioning nor a run wrote. */
  static int foreign(List<NeighborRule> wanted, List<NeighborRule> found) {
    int foreign = 0;
    for (int i = 0; i < wanted.size(); i++) {
      NeighborRule each = found.get(i);
      foreign += same(wanted.get(i), each) || RuleStamp.isOn(each) ? 0 : 1;
    }
    return foreign;
  }

  private static boolean same(NeighborRule one, NeighborRule other) {
    return one.tunnelId() == other.tunnelId()
        && one.ip().equals(other.ip())
        && one.hostIp().equals(other.hostIp())
        && one.mac().equals(other.mac())
        && one.hostMac().equals(other.hostMac())
        && one.group().equals(other.group());
  }
}
