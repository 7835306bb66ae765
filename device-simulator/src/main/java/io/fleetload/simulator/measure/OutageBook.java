// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.outage.Outage;
import io.fleetload.results.time.LatencyHistogram;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The book of the sessions that were gone although the profile did not ask for it. It grows with
 * their number and with the seconds in which one left or came back. All calls come from one thread.
 */
public final class OutageBook {
  private static final long NANOS = 1_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final BitSet everGone = new BitSet();
  private final Map<Integer, Long> goneSince = new HashMap<>();
  private final Map<Integer, Long> backSince = new HashMap<>();
  private final LatencyHistogram goneFor = new LatencyHistogram();
  private final Map<Long, Long> left = new TreeMap<>();
  private final Map<Long, Long> back = new TreeMap<>();
  private Long firstGoneEpochMs;
  private Long lastBackEpochMs;
  private long messagesFailed;
  private long messagesLate;

  /**
   * A session is gone.
   *
   * @param nanos since when, on the run's clock
   * @param epochNanos the same, ns since the epoch
   */
  public void gone(int session, long nanos, long epochNanos) {
    everGone.set(session);
    goneSince.put(session, nanos);
    left.merge(epochNanos / NANOS, 1L, Long::sum);
    long ms = epochNanos / NANOS_PER_MILLI;
    firstGoneEpochMs = firstGoneEpochMs == null ? ms : Math.min(firstGoneEpochMs, ms);
  }

  /**
   * A session is open again; one that was not gone is not booked.
   *
   * @param nanos since when, on the run's clock
   * @param epochNanos the same, ns since the epoch
   */
  public void back(int session, long nanos, long epochNanos) {
    Long since = goneSince.remove(session);
    if (since != null) {
      goneFor.record(nanos - since);
      backSince.put(session, nanos);
      back.merge(epochNanos / NANOS, 1L, Long::sum);
      lastBackEpochMs = epochNanos / NANOS_PER_MILLI;
    }
  }

  /** Messages of a session failed; they count if it is gone. */
  public void failed(int session, long messages) {
    if (goneSince.containsKey(session)) {
      messagesFailed += messages;
    }
  }

  /** A message that was due then is sent; it counts if it waited for its session to come back. */
  public void sent(int session, long dueNanos) {
    if (!backSince.isEmpty() && dueNanos < backSince.getOrDefault(session, Long.MIN_VALUE)) {
      messagesLate++;
    }
  }

  /** An independent copy of the book so far. */
  Outage snapshot() {
    return new Outage(
        everGone.cardinality(),
        goneFor.copy(),
        new TreeMap<>(left),
        new TreeMap<>(back),
        firstGoneEpochMs,
        lastBackEpochMs,
        messagesFailed,
        messagesLate);
  }
}
