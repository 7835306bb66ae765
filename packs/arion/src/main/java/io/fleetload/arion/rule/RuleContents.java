// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;

/**
 * The contents that a rule may have while a run goes on: the content that provisioning wrote, or
 * that a message about this rule wrote, of this run or of an earlier one, such as a probe of the
 * same search. No one knows which of them, as writes go on. If the profile does not have the rules
 * written before the run, a rule without a stamp of this run may have any content.
 */
public final class RuleContents {
  private final RuleSet rules;
  private final RuleWriters writers;
  private final boolean provisioned;

  /** The rules of a profile. */
  public RuleContents(ArionProfile profile) {
    this.rules = new RuleSet(profile.rules());
    this.writers = new RuleWriters(profile);
    this.provisioned = profile.target().provision();
  }

  /**
   * Checks whether a rule has a content that was written.
   *
   * @param index the rule
   * @param now when it was read, ns since the epoch
   */
  public boolean has(int index, NeighborRule rule, RunId run, long now) {
    long hostIp = Addresses.readIp(rule.hostIp());
    long mac = Addresses.readMac(rule.mac());
    long hostMac = Addresses.readMac(rule.hostMac());
    Optional<Stamp> stamp = writers.stamp(index, hostIp, mac, hostMac, now);
    return RuleSet.groupName(rules.group(index)).equals(rule.group())
        && has(index, stamp, run, hostIp, mac, hostMac);
  }

  /** Checks whether a watcher heard a content of a rule that was written. */
  public boolean has(int index, RuleNotice told, Optional<Stamp> stamp, RunId run) {
    return told.ofGroup() && has(index, stamp, run, told.hostIp(), told.mac(), told.hostMac());
  }

  private boolean has(
      int index, Optional<Stamp> stamp, RunId run, long hostIp, long mac, long hostMac) {
    if (!provisioned && !stamp.map(each -> each.run().equals(run)).orElse(false)) {
      return true;
    }
    if (stamp.isEmpty()) {
      return hostIp == Integer.toUnsignedLong(rules.hostIp(index))
          && mac == rules.mac(index)
          && hostMac == rules.hostMac(index);
    }
    int n = stamp.get().n();
    WrittenRules written = writers.of(stamp.get().flow());
    return written != null && written.writes(n, index) && written.sends(stamp.get());
  }
}
