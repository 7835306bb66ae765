// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import java.util.ArrayList;
import java.util.List;

/** The probes of one load, as votes on whether it holds. Those of scouts count alone, or not. */
final class LoadVotes {
  private final List<LoadEvidence> full = new ArrayList<>();
  private final List<LoadEvidence> scouts = new ArrayList<>();
  private int firstFull;
  private int last;

  /**
   * Adds a vote.
   *
   * @param number number of the probe in the search, from 1
   */
  void add(LoadEvidence sight, int number) {
    if (sight.full() && full.isEmpty()) {
      firstFull = number;
    }
    (sight.full() ? full : scouts).add(sight);
    last = number;
  }

  private List<LoadEvidence> counted() {
    return full.isEmpty() ? scouts : full;
  }

  private long held(List<LoadEvidence> of) {
    return of.stream().filter(LoadEvidence::held).count();
  }

  /** Returns whether it holds; in a tie it does not, until another probe decides. */
  boolean holds() {
    return 2 * held(counted()) > counted().size();
  }

  boolean tie() {
    return 2 * held(counted()) == counted().size();
  }

  /** Returns whether the last probe said something else than most of them. */
  boolean turned() {
    return latest().held() != holds();
  }

  /** Returns whether all of them say the same, those of scouts as well. */
  boolean agreed() {
    long held = held(full) + held(scouts);
    return held == 0 || held == full.size() + scouts.size();
  }

  LoadEvidence latest() {
    return counted().get(counted().size() - 1);
  }

  /** Number of probes of full length. */
  int count() {
    return full.size();
  }

  /** Number of the first probe of full length in the search; 0 without one. */
  int firstFull() {
    return firstFull;
  }

  /** Number of the last probe in the search. */
  int last() {
    return last;
  }
}
