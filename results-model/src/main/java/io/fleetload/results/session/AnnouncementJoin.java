// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.time.LatencyHistogram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the sessions of the devices with the announcements at the backend, session by session.
 * An announcement with a mark is of the session that the mark names. One without is of the last
 * session of its device with an event that came before it and is not announced yet. Not
 * thread-safe.
 */
final class AnnouncementJoin {
  /** Devices named in a result, for each event. */
  static final int MOST_NAMED = 10_000;

  private static final int NO_ROW = -1;

  /** Step of the times in both books. */
  private static final long STEP_MICROS = 1;

  private final SessionLog log;
  private final DeviceClocks clocks;
  private final boolean ends;

  /** Time at which the devices' books were closed, µs since the epoch. */
  private final long closed;

  private final long slack;
  private final BitSet announced = new BitSet();
  private final LatencyHistogram late = new LatencyHistogram();
  private long duplicate;
  private long invented;
  private long ofFailedAttempts;
  private long afterRun;

  /**
   * Prepares it.
   *
   * @param closed when the devices' books were closed, ms since the epoch; a session that was open
   *     then ends with the devices
   * @param ends whether the events are the ends of the sessions, or their begins
   */
  AnnouncementJoin(SessionLog log, DeviceClocks clocks, long closed, boolean ends) {
    this.log = log;
    this.clocks = clocks;
    this.closed = closed * 1_000;
    this.ends = ends;
    Double error = clocks.errorMillis();
    this.slack = STEP_MICROS + (error == null ? 0 : (long) (error * 1_000));
  }

  /** The figures of one event; null if it is not known what was announced. */
  AnnouncedSessions of(AnnouncedEvents events) {
    if (events.notFollowed() > 0) {
      return null;
    }
    Map<Integer, List<Integer>> bySession = new HashMap<>();
    for (int row = 0; row < log.rows(); row++) {
      bySession.computeIfAbsent((int) log.session().get(row), key -> new ArrayList<>(1)).add(row);
    }
    long foreign = events.foreign();
    for (int i = 0; i < events.session().count(); i++) {
      List<Integer> rows = bySession.getOrDefault((int) events.session().get(i), List.of());
      long received = byDevices(events, i);
      int attempt = (int) events.attempt().get(i);
      int row = attempt == AnnouncedEvents.UNMARKED ? before(rows, received) : of(rows, attempt);
      if (row != NO_ROW) {
        count(row, received, attempt != AnnouncedEvents.UNMARKED);
      } else if (attempt == AnnouncedEvents.UNMARKED) {
        countUnmatched(rows, received);
      } else if (log.notFollowed() > 0) {
        foreign++;
      } else {
        invented++;
      }
    }
    List<String> missed = new ArrayList<>();
    long sessions = 0;
    for (int row = 0; row < log.rows(); row++) {
      if (isExpected(row)) {
        sessions++;
        if (!announced.get(row) && missed.size() < MOST_NAMED) {
          missed.add(log.name((int) log.session().get(row)));
        }
      }
    }
    return new AnnouncedSessions(
        sessions,
        announced.cardinality(),
        sessions - announced.cardinality(),
        events.count(),
        duplicate,
        events.misdelivered(),
        invented + events.unknown(),
        foreign,
        ofFailedAttempts,
        afterRun,
        late.estimates().within(clocks.errorMillis()),
        List.copyOf(missed));
  }

  /** The time of an announcement by the clock of its device, µs since the epoch. */
  private long byDevices(AnnouncedEvents events, int place) {
    List<ClockOffset> shards = clocks.shards();
    ClockOffset its =
        shards.isEmpty() ? null : shards.get((int) events.session().get(place) % shards.size());
    long ahead = its == null ? 0 : its.correctionNanos() / 1_000;
    return events.received().get(place) - ahead;
  }

  private boolean isExpected(int row) {
    return ends ? log.hasEnded(row) : log.wasOpen(row);
  }

  private long time(int row) {
    return ends ? log.ended().get(row) : log.began().get(row);
  }

  private int of(List<Integer> rows, int attempt) {
    for (int row : rows) {
      if (log.attempt().get(row) == attempt) {
        return row;
      }
    }
    return NO_ROW;
  }

  /** The last row with an event before a time that is not announced yet. */
  private int before(List<Integer> rows, long received) {
    for (int i = rows.size() - 1; i >= 0; i--) {
      int row = rows.get(i);
      if (isExpected(row) && !announced.get(row) && time(row) <= received + slack) {
        return row;
      }
    }
    return NO_ROW;
  }

  private void count(int row, long received, boolean marked) {
    if (!log.wasOpen(row)) {
      ofFailedAttempts++;
    } else if (!isExpected(row)) {
      countOpen(received);
    } else if (marked && announced.get(row)) {
      duplicate++;
    } else {
      announced.set(row);
      late.record((received - time(row)) * 1_000);
    }
  }

  /** The end of a session that the devices had open when they ended. */
  private void countOpen(long received) {
    if (received + slack >= closed) {
      afterRun++;
    } else {
      invented++;
    }
  }

  private void countUnmatched(List<Integer> rows, long received) {
    boolean open = rows.stream().anyMatch(row -> log.wasOpen(row) && !log.hasEnded(row));
    if (ends && open && received + slack >= closed) {
      afterRun++;
    } else if (rows.stream().anyMatch(row -> isExpected(row) && time(row) <= received + slack)) {
      duplicate++;
    } else if (rows.stream().anyMatch(row -> !log.wasOpen(row))) {
      ofFailedAttempts++;
    } else {
      invented++;
    }
  }
}
