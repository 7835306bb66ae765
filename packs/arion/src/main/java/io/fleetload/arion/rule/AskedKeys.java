// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.quantity.Share;

/**
 * The keys that reads ask for: the rules in turn, and between them, evenly spread, keys of no rule.
 * Message n of a flow asks for the keys n·k to n·k + k − 1 of k keys a message.
 */
public final class AskedKeys {
  private final RuleSet rules;
  private final double unknown;

  /**
   * Keys of a data set.
   *
   * @param unknown share of them that are not there; null for none
   */
  public AskedKeys(RuleSet rules, Share unknown) {
    this.rules = rules;
    this.unknown = unknown == null ? 0 : unknown.fraction();
  }

  /** Checks whether a key is of no rule. */
  public boolean isUnknown(long number) {
    return Math.floor((number + 1) * unknown) > Math.floor(number * unknown);
  }

  /** The tunnel id of a key. */
  public int tunnelId(long number) {
    return rules.tunnelId(index(number));
  }

  /** The address of a key. */
  public int ip(long number) {
    return isUnknown(number) ? rules.unknownIp(number) : rules.ip(index(number));
  }

  /**
   * Place of a rule's key in a row of keys.
   *
   * @param first number of the first key
   * @param many how many follow each other; of more than there are rules, the first with that key
   * @return from 0 on; -1 if the rule has none of the keys
   */
  public int position(int tunnelId, int ip, long first, long many) {
    int index = rules.index(tunnelId, ip);
    int position = index < 0 ? -1 : Math.floorMod(index - index(first), rules.count());
    // In a row that goes round, the same rule may be asked for where it is the turn of no unknown.
    boolean instead = many <= rules.count() && isUnknown(first + position);
    return position < many && !instead ? position : -1;
  }

  /** Number of different keys of rules. */
  public int rules() {
    return rules.count();
  }

  private int index(long number) {
    return (int) (number % rules.count());
  }
}
