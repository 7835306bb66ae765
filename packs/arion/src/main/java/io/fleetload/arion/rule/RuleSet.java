// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.Rules;

/**
 * The neighbor rules of a data set. Each follows from its index, so none is kept, and every process
 * of a run knows the same ones.
 */
public final class RuleSet {
  /** 10.0.0.0/8 has the rules. */
  private static final int FIRST_IP = 0x0a00_0001;

  /** 240.0.0.0/8, which no host may use: addresses of no rule. */
  private static final int FIRST_UNKNOWN_IP = 0xf000_0000;

  /** 241.0.0.0/8 has the rules that mark the end of what was written, one a group. */
  private static final int FIRST_MARKER_IP = 0xf100_0000;

  private static final int MOST_OF_A_NETWORK = 1 << 24;

  /** 172.16.0.0/12 has the hosts. */
  private static final int FIRST_HOST_IP = 0xac10_0001;

  private static final int HOSTS = 4_096;

  /** Addresses of this maker are universally administered, so that no stamp looks like them. */
  private static final long FIRST_MAC = 0x00_16_3e_00_00_00L;

  private static final long FIRST_HOST_MAC = 0x00_16_3f_00_00_00L;

  private final Rules rules;

  public RuleSet(Rules rules) {
    this.rules = rules;
  }

  /** Number of rules; their indexes count from 0. */
  public int count() {
    return rules.count();
  }

  /** Number of groups. */
  public int groups() {
    return rules.groups();
  }

  /** The tunnel id of a rule's network. */
  public int tunnelId(int index) {
    return 1 + index % rules.networks();
  }

  /** The address that a rule is about. */
  public int ip(int index) {
    return FIRST_IP + index / rules.networks();
  }

  /** The group of a rule, by its number from 0. */
  public int group(int index) {
    return index % rules.groups();
  }

  /** The name of a group. */
  public static String groupName(int group) {
    return "group" + group;
  }

  /** Address of the host that provisioning gives a rule. */
  public int hostIp(int index) {
    return FIRST_HOST_IP + index % HOSTS;
  }

  /** The MAC address that provisioning gives a rule. */
  public long mac(int index) {
    return FIRST_MAC + index;
  }

  /** The MAC address of that host. */
  public long hostMac(int index) {
    return FIRST_HOST_MAC + index % HOSTS;
  }

  /** An address of no rule, whatever was provisioned here before. */
  public int unknownIp(long number) {
    return FIRST_UNKNOWN_IP + (int) (number % MOST_OF_A_NETWORK);
  }

  /** The address of the rule that marks the end of what was written to a group. */
  public int markerIp(int group) {
    return FIRST_MARKER_IP + group;
  }

  /**
   * The index of the rule with that key.
   *
   * @return -1 if no rule has the key
   */
  public int index(int tunnelId, int ip) {
    long index = ((long) ip - FIRST_IP) * rules.networks() + tunnelId - 1;
    boolean has = ip >= FIRST_IP && tunnelId >= 1 && tunnelId <= rules.networks();
    return has && index < count() ? (int) index : -1;
  }
}
