// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.RunClock;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.outage.DisturbanceBook.DisturbedFlow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The book of the disturbances: the sessions that were gone after each, with the messages of all
 * flows. All calls come from one thread.
 */
public final class DisturbedSessions {
  private final DisturbanceTimes times;
  private final RunClock clock;
  private final OutageBook[] outages;

  /** A book in which nothing was disturbed yet. */
  public DisturbedSessions(DisturbanceTimes times, RunClock clock) {
    this.times = times;
    this.clock = clock;
    this.outages = new OutageBook[times.count()];
    Arrays.setAll(outages, place -> new OutageBook());
  }

  /** The times of the disturbances. */
  public DisturbanceTimes times() {
    return times;
  }

  /**
   * A session is gone.
   *
   * @param sinceNanos since when, on the run's clock
   */
  public void gone(int session, long sinceNanos) {
    int place = times.of(sinceNanos, clock.nanos());
    if (place != DisturbanceTimes.NONE) {
      // A silence that began before it is not of its making.
      long from = Math.max(sinceNanos, times.beginNanos(place));
      outages[place].gone(session, from, clock.epochNanos(from));
    }
  }

  /** A session is open again; one that was not gone is not booked. */
  public void back(int session) {
    long now = clock.nanos();
    for (OutageBook each : outages) {
      each.back(session, now, clock.epochNanos(now));
    }
  }

  /**
   * An independent copy of the book so far.
   *
   * @param flows the books of the flows by name
   * @return null of a target that is left alone
   */
  public List<DisturbanceBook> snapshot(Map<String, FlowBook> flows) {
    if (outages.length == 0) {
      return null;
    }
    List<DisturbanceBook> books = new ArrayList<>();
    for (int place = 0; place < outages.length; place++) {
      Map<String, DisturbedFlow> messages = new LinkedHashMap<>();
      for (Map.Entry<String, FlowBook> flow : flows.entrySet()) {
        messages.put(flow.getKey(), flow.getValue().disturbed(place));
      }
      long begin = times.beginNanos(place);
      books.add(
          new DisturbanceBook(
              times.name(place),
              begin == Long.MAX_VALUE ? 0 : clock.epochNanos(begin) / 1_000_000L,
              outages[place].snapshot(),
              messages,
              null));
    }
    return books;
  }
}
