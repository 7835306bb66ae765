// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/** A loop and a clock in one; only the test moves its time. */
public final class ManualLoop implements WireLoop, RunClock {
  /** The wall time when its time is 0, ns since the epoch. */
  public static final long EPOCH = 1_700_000_000_000_000_000L;

  private record Timer(long due, long order, Runnable task) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::order));
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private DueWork dueWork = now -> Long.MAX_VALUE;
  private long nextDue = Long.MAX_VALUE;
  private long now = 1_000;
  private long order;

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long epochNanos(long nanos) {
    return EPOCH + nanos;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void after(long delayNanos, Runnable task) {
    timers.add(new Timer(now + Math.max(0, delayNanos), order++, task));
  }

  @Override
  public void drive(DueWork work) {
    dueWork = work;
    nextDue = now;
  }

  @Override
  public long faults() {
    return 0;
  }

  /** Lets that much time pass; everything due in it happens at its time. */
  public void pass(long nanos) {
    long until = now + nanos;
    runTasks();
    while (true) {
      long next = Math.min(nextDue, timers.isEmpty() ? Long.MAX_VALUE : timers.peek().due());
      if (next > until) {
        break;
      }
      now = Math.max(now, next);
      happen();
    }
    now = until;
  }

  /** Time passes, and nothing happens in it: the generator was stopped. */
  public void freeze(long nanos) {
    now += nanos;
  }

  private void happen() {
    if (nextDue <= now) {
      nextDue = dueWork.run(now);
    }
    while (!timers.isEmpty() && timers.peek().due() <= now) {
      timers.poll().task().run();
      runTasks();
    }
    runTasks();
  }

  private void runTasks() {
    Runnable task;
    while ((task = tasks.poll()) != null) {
      task.run();
    }
  }
}
