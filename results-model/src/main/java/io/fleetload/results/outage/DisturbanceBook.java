// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.outage;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.CountsByKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Events at the devices from the begin of a disturbance to the begin of the next one, or to the end
 * of the measured phase.
 *
 * @param name the disturbance's name in the profile
 * @param plannedEpochMs when it was to begin, ms since the epoch
 * @param outage the sessions that were gone since then
 * @param flows the messages since then, by flow name
 * @param note what was really done; null in the devices' own file, which does not know it
 */
public record DisturbanceBook(
    @RequiredPart String name,
    long plannedEpochMs,
    @RequiredPart Outage outage,
    @RequiredPart Map<String, DisturbedFlow> flows,
    DisturbanceNote note) {

  /**
   * Messages of a flow that were due since the begin of a disturbance, and those before it that
   * were under way then and went wrong.
   *
   * @param due numbers of all of them
   * @param ok those that went well
   * @param failed those that failed, by cause
   * @param notSent those that were never sent, by cause; not those that the profile keeps back
   * @param late those that went well, but later than twice the slowest before the first disturbance
   *     and by 0.1 s at least
   * @param bad when messages were due that did not go well in time, in tenths of a second from the
   *     planned begin
   * @param good when messages were due that did, likewise
   */
  public record DisturbedFlow(
      @RequiredPart MessageSet due,
      long ok,
      @RequiredPart Map<String, Long> failed,
      @RequiredPart Map<String, Long> notSent,
      long late,
      @RequiredPart MessageSet bad,
      @RequiredPart MessageSet good) {
    private static final int CALM_TENTHS = 50;

    /**
     * Time until its messages went well again, in tenths of a second from the planned begin: the
     * first 5 s begin then in which none was due that did not. Empty where that was not seen.
     */
    public OptionalInt recoveredTenths() {
      int from = 0;
      for (int next : bad.toArray()) {
        if (next >= from + CALM_TENTHS && isGoodBetween(from, next)) {
          return OptionalInt.of(from);
        }
        from = next + 1;
      }
      return bad.size() == 0 || isGoodBetween(from + CALM_TENTHS - 1, Integer.MAX_VALUE)
          ? OptionalInt.of(from)
          : OptionalInt.empty();
    }

    private boolean isGoodBetween(int from, int to) {
      return good.between(from, to).size() > 0;
    }

    private DisturbedFlow plus(DisturbedFlow other) {
      return new DisturbedFlow(
          due.or(other.due),
          ok + other.ok,
          CountsByKey.sum(failed, other.failed),
          CountsByKey.sum(notSent, other.notSent),
          late + other.late,
          bad.or(other.bad),
          good.or(other.good));
    }
  }

  /** The same with what was really done; null if that is not known. */
  public DisturbanceBook with(DisturbanceNote done) {
    return new DisturbanceBook(name, plannedEpochMs, outage, flows, done);
  }

  /** The disturbances of two processes of a run; null if both know of no disturbance. */
  public static List<DisturbanceBook> sum(List<DisturbanceBook> a, List<DisturbanceBook> b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    List<DisturbanceBook> sums = new ArrayList<>(a);
    for (DisturbanceBook more : b) {
      int place = 0;
      while (place < sums.size() && !sums.get(place).name.equals(more.name)) {
        place++;
      }
      if (place == sums.size()) {
        sums.add(more);
      } else {
        sums.set(place, sums.get(place).plus(more));
      }
    }
    return sums;
  }

  private DisturbanceBook plus(DisturbanceBook other) {
    Map<String, DisturbedFlow> sums = new LinkedHashMap<>(flows);
    other.flows.forEach((flow, more) -> sums.merge(flow, more, DisturbedFlow::plus));
    return new DisturbanceBook(
        name,
        Math.min(plannedEpochMs, other.plannedEpochMs),
        outage.plus(other.outage),
        sums,
        note);
  }
}
