// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.schema.NeighborRule;

/**
 * A change of a rule that a watcher heard.
 *
 * @param watcher the watcher's number
 * @param deleted whether the rule is gone; its addresses are those that it had
 * @param ofGroup whether the rule says that it is of the group that the watcher watches
 * @param ip the address that the rule is about; this and the next three as {@link Addresses} reads
 *     them
 * @param nanos when it came, monotonic time in ns
 */
public record RuleNotice(
    int watcher,
    boolean deleted,
    boolean ofGroup,
    int tunnelId,
    long ip,
    long hostIp,
    long mac,
    long hostMac,
    long nanos) {

  /**
   * A rule as a watcher heard of it.
   *
   * @param group the name of the group that the watcher watches
   */
  public static RuleNotice of(
      int watcher, String group, NeighborRule rule, boolean deleted, long nanos) {
    return new RuleNotice(
        watcher,
        deleted,
        group.equals(rule.group()),
        rule.tunnelId(),
        Addresses.readIp(rule.ip()),
        Addresses.readIp(rule.hostIp()),
        Addresses.readMac(rule.mac()),
        Addresses.readMac(rule.hostMac()),
        nanos);
  }
}
