// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.ArionFlows;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.profile.ClosedUsers;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.schedule.UserNumbers;
import io.fleetload.stamp.Period;
import java.util.List;

/**
 * The rules that a message of the flow write is about, the client that sends it, and whether it
 * deletes them. The messages go round the data set. A rule is deleted in every other round at most,
 * so that the round between puts it back. It is deleted only in the measured phase: the phase's
 * first round finds every rule that was there.
 */
public final class WrittenRules {
  private final int keys;
  private final int places;
  private final double deleted;
  private final int measuredFrom;
  private final RoundRobin turns;

  /** The rules that a profile's flow writes. */
  public WrittenRules(ArionProfile profile) {
    ArionFlows.Write write = profile.flows().write();
    this.keys = write.keys();
    this.places = profile.rules().count() / keys;
    this.deleted = write.delete() == null ? 0 : 2 * write.delete().fraction();
    ClosedUsers users = write.timing().closed();
    boolean before =
        profile.phases().ramp().nanos() + profile.phases().warmUp().longest().nanos() > 0;
    this.measuredFrom = users == null ? 0 : new UserNumbers(users.users(), before).measuredFrom();
    List<String> due = List.copyOf(profile.flowsByName().keySet());
    String naming = profile.devices().id();
    this.turns =
        users == null
            ? RoundRobin.ofFlow(
                due.indexOf(ArionFlows.WRITE), due.size(), profile.devices().count(), naming)
            : new RoundRobin(users.users(), 0, naming);
  }

  /** The client that sends a message. */
  public int client(int n) {
    return turns.device(n);
  }

  /**
   * The index of a rule that a message writes.
   *
   * @param key which of the message's keys, from 0
   */
  public int index(int n, int key) {
    return n % places * keys + key;
  }

  /** Checks whether a message writes a rule. */
  public boolean writes(int n, int index) {
    return index >= 0 && index / keys == n % places;
  }

  /** Checks whether a message deletes its rules. */
  public boolean deletes(int n, Period period) {
    int place = n % places;
    int round = n / places;
    // Half of the places in each round, so that no place is deleted in two rounds in succession.
    int half = place / 2;
    return period == Period.MEASURED
        && (round + place) % 2 == 0
        && Math.floor((half + 1) * deleted) > Math.floor(half * deleted);
  }

  /**
   * Finds the message that deleted a rule, from the rule's content before.
   *
   * @param index the rule
   * @param before the message that had written it; -1 if provisioning had written it
   */
  public int deletion(int index, int before) {
    int place = index / keys;
    if (before >= measuredFrom && before >= 0) {
      return before + places;
    }
    return measuredFrom + Math.floorMod(place - measuredFrom, places);
  }
}
