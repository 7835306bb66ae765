// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.util.PriorityQueue;

/** Timers of the loop, by due time. Touched on the loop's thread only. */
final class LoopTimers {
  private final PriorityQueue<Timer> queue = new PriorityQueue<>();
  private long added;

  /** When the first one is due, on {@link System#nanoTime()}; {@link Long#MAX_VALUE} for never. */
  long nextDue() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().dueNanos;
  }

  /** The first task that is due; null where none is. */
  Runnable pollDue(long now) {
    return nextDue() <= now ? queue.poll().task : null;
  }

  void add(long dueNanos, Runnable task) {
    queue.add(new Timer(dueNanos, added++, task));
  }

  /** A task with a due time; of two with the same time, the first added is the first. */
  private record Timer(long dueNanos, long number, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(dueNanos, other.dueNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }
}
