// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import io.fleetload.arion.profile.ArionFlow;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RulePart;
import io.fleetload.profile.ClosedUsers;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.schedule.UserNumbers;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;

/**
 * The rules that a message of a flow of kind write is about, the client that sends it, and whether
 * it deletes them. The messages go round the flow's part of the data set. A rule is deleted in
 * every other round at most, so that the round between puts it back. It is deleted only in the
 * measured phase: the phase's first round finds every rule that was there.
 */
public final class WrittenRules {
  private final String flow;
  private final int first;
  private final int keys;
  private final int places;
  private final double deleted;
  private final int measuredFrom;
  private final RoundRobin turns;

  /** The rules that a flow of kind write writes. */
  public WrittenRules(ArionProfile profile, String flow) {
    ArionFlow.Write write = profile.writes().get(flow);
    RulePart part = profile.part(flow);
    this.flow = flow;
    this.first = part.first();
    this.keys = write.keys();
    this.places = part.count() / keys;
    this.deleted = write.delete() == null ? 0 : 2 * write.delete().fraction();
    ClosedUsers users = write.timing().closed();
    boolean before =
        profile.phases().ramp().nanos() + profile.phases().warmUp().longest().nanos() > 0;
    this.measuredFrom = users == null ? 0 : new UserNumbers(users.users(), before).measuredFrom();
    this.turns = profile.turns(flow);
  }

  /** Name of the flow. */
  public String flow() {
    return flow;
  }

  /** The client that sends a message. */
  public int client(int n) {
    return turns.device(n);
  }

  /** Checks whether the client of a stamp is the one that sends its message. */
  boolean sends(Stamp stamp) {
    return client(stamp.n()) == stamp.device();
  }

  /**
   * The index of a rule that a message writes.
   *
   * @param key which of the message's keys, from 0
   */
  public int index(int n, int key) {
    return first + n % places * keys + key;
  }

  /** Checks whether a message writes a rule. */
  public boolean writes(int n, int index) {
    return index >= first && (index - first) / keys == n % places;
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
    int place = (index - first) / keys;
    if (before >= measuredFrom && before >= 0) {
      return before + places;
    }
    return measuredFrom + Math.floorMod(place - measuredFrom, places);
  }
}
