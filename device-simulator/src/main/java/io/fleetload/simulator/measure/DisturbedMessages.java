// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.outage.DisturbanceBook.DisturbedFlow;
import io.fleetload.results.run.MessageSet;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Messages of one flow after each disturbance of the target. A message is late that took more than
 * twice as long as the slowest before the first disturbance, and 0.1 s longer at least. All calls
 * come from one thread.
 */
final class DisturbedMessages {
  private static final long TENTH_NANOS = 100_000_000L;

  /** The profile, or the end of a phase, keeps such messages back, and not the target. */
  private static final Set<NotSent> KEPT_BACK =
      Set.of(NotSent.ASLEEP, NotSent.AWAY, NotSent.WARM_UP_OVER, NotSent.RUN_ENDED);

  private final DisturbanceTimes times;
  private final Tally[] tallies;
  private long slowestBefore;
  private long latestDue;

  DisturbedMessages(DisturbanceTimes times) {
    this.times = times;
    this.tallies = new Tally[times.count()];
    Arrays.setAll(tallies, Tally::new);
  }

  /** Counts after one disturbance. */
  private final class Tally {
    private final int place;
    private final MessageSet due = new MessageSet();
    private final Map<String, Long> failed = new TreeMap<>();
    private final Map<String, Long> notSent = new TreeMap<>();
    private final MessageSet bad = new MessageSet();
    private final MessageSet good = new MessageSet();
    private long ok;
    private long late;

    Tally(int place) {
      this.place = place;
    }

    void bad(int n, long dueNanos) {
      due.add(n);
      bad.add(tenth(dueNanos));
    }

    /** The tenth of a second of a message; the first one of what was under way at the begin. */
    int tenth(long dueNanos) {
      return (int) (Math.max(0, dueNanos - times.beginNanos(place)) / TENTH_NANOS);
    }

    DisturbedFlow snapshot() {
      return new DisturbedFlow(
          due.copy(),
          ok,
          new TreeMap<>(failed),
          new TreeMap<>(notSent),
          late,
          bad.copy(),
          good.copy());
    }
  }

  void scheduled(int n, long dueNanos) {
    latestDue = Math.max(latestDue, dueNanos);
    int place = times.at(dueNanos);
    if (place != DisturbanceTimes.NONE) {
      tallies[place].due.add(n);
    }
  }

  void notSent(int n, NotSent cause) {
    Tally tally = of(n);
    if (tally == null) {
      return;
    }
    if (KEPT_BACK.contains(cause)) {
      tally.due.remove(n);
      return;
    }
    tally.notSent.merge(cause.key(), 1L, Long::sum);
    // Its own due time is not known here; it was due by then.
    tally.bad(n, latestDue);
  }

  void ok(int n, long dueNanos, long nowNanos) {
    long took = nowNanos - dueNanos;
    if (times.isBefore(nowNanos)) {
      slowestBefore = Math.max(slowestBefore, took);
      return;
    }
    boolean late =
        slowestBefore > 0 && took > Math.max(2 * slowestBefore, slowestBefore + TENTH_NANOS);
    Tally tally = late ? spoiled(n, dueNanos, nowNanos) : of(n);
    if (tally == null) {
      return;
    }
    tally.ok++;
    if (late) {
      tally.late++;
      tally.bad(n, dueNanos);
    } else {
      tally.good.add(tally.tenth(dueNanos));
    }
  }

  void failed(int n, Cause cause, long dueNanos, long nowNanos) {
    Tally tally = spoiled(n, dueNanos, nowNanos);
    if (tally != null) {
      tally.failed.merge(cause.key(), 1L, Long::sum);
      tally.bad(n, dueNanos);
    }
  }

  void unsettled(int n, long dueNanos, long nowNanos) {
    Tally tally = spoiled(n, dueNanos, nowNanos);
    if (tally != null) {
      tally.bad(n, dueNanos);
    }
  }

  /** Counts after the disturbance that spoiled a message, which may have been due before it. */
  private Tally spoiled(int n, long dueNanos, long nowNanos) {
    Tally before = of(n);
    int place = times.of(dueNanos, nowNanos);
    Tally spoiling = place == DisturbanceTimes.NONE ? null : tallies[place];
    if (before != null && before != spoiling) {
      before.due.remove(n);
    }
    return spoiling;
  }

  /** Counts that a message was due in; null of one that was due before all disturbances. */
  private Tally of(int n) {
    for (int place = tallies.length - 1; place >= 0; place--) {
      if (tallies[place].due.contains(n)) {
        return tallies[place];
      }
    }
    return null;
  }

  /** An independent copy of the counts after a disturbance. */
  DisturbedFlow snapshot(int place) {
    return tallies[place].snapshot();
  }
}
