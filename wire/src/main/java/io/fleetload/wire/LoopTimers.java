// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Queue;

/** Timers of the loop, by due time. Touched on the loop's thread only. */
final class LoopTimers {
  /**
   * Timers that were added in the order in which they are due: nearly all, as thousands of
   * handshakes wait equally long for an answer.
   */
  private final Deque<Timer> inOrder = new ArrayDeque<>();

  private final PriorityQueue<Timer> others = new PriorityQueue<>();
  private long added;

  /** Due time of the first one, on {@link System#nanoTime()}; {@link Long#MAX_VALUE} for never. */
  long nextDue() {
    Timer first = firstQueue().peek();
    return first == null ? Long.MAX_VALUE : first.dueNanos;
  }

  /** Removes and returns the first task that is due; null if no task is due. */
  Runnable pollDue(long now) {
    return nextDue() <= now ? firstQueue().poll().task : null;
  }

  void add(long dueNanos, Runnable task) {
    Timer timer = new Timer(dueNanos, added++, task);
    if (inOrder.isEmpty() || inOrder.peekLast().dueNanos <= dueNanos) {
      inOrder.addLast(timer);
    } else {
      others.add(timer);
    }
  }

  /** Returns the queue that has the first timer; an empty one if there is no timer. */
  private Queue<Timer> firstQueue() {
    if (inOrder.isEmpty()) {
      return others;
    }
    boolean first = others.isEmpty() || inOrder.peek().compareTo(others.peek()) < 0;
    return first ? inOrder : others;
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
