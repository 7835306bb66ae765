// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

/** Messages that were due in each of the last seconds. */
final class SecondCounts {
  private static final long SECOND = 1_000_000_000L;
  private static final int KEPT = 64;

  private final long[] counts = new long[KEPT];
  private long newest;

  /** A message was due then, from the start of the flows, ns; not before the one before. */
  void add(long nanos) {
    long second = nanos / SECOND;
    for (long each = Math.max(newest + 1, second - KEPT + 1); each <= second; each++) {
      counts[(int) (each % KEPT)] = 0;
    }
    newest = Math.max(newest, second);
    counts[(int) (second % KEPT)]++;
  }

  /** The rate between two times from the start of the flows, msg/s; of one time, its second's. */
  double perSecond(long fromNanos, long toNanos) {
    long to = Math.max(toNanos, fromNanos / SECOND * SECOND + SECOND);
    long from = toNanos > fromNanos ? fromNanos : to - SECOND;
    double messages = 0;
    for (long each = Math.max(0, from / SECOND); each * SECOND < to; each++) {
      double begin = Math.max(from, each * SECOND);
      double end = Math.min(to, (each + 1) * SECOND);
      messages += of(each) * (end - begin) / SECOND;
    }
    return messages / ((to - from) / (double) SECOND);
  }

  private long of(long second) {
    return second > newest || second <= newest - KEPT ? 0 : counts[(int) (second % KEPT)];
  }
}
