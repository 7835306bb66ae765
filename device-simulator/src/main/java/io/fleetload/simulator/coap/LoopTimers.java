package io.fleetload.simulator.coap;

import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Timers of the loop, by due time. Touched on the loop's thread only. */
final class LoopTimers {
  private static final int SWEEP_AT = 4_096;

  private final PriorityQueue<Timer<?>> queue = new PriorityQueue<>();
  private int sizeAfterSweep;

  /** When the first one is due, on {@link System#nanoTime()}; {@link Long#MAX_VALUE} for never. */
  long nextDue() {
    while (!queue.isEmpty() && queue.peek().isCancelled()) {
      queue.poll();
    }
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().dueNanos;
  }

  void runDue(long now) {
    while (nextDue() <= now) {
      Timer<?> timer = queue.poll();
      if (timer.isPeriodic()) {
        if (timer.runOnce()) {
          timer.dueNanos = now + timer.periodNanos;
          queue.add(timer);
        }
      } else {
        timer.run();
      }
    }
  }

  void add(Timer<?> timer) {
    queue.add(timer);
    // Most retransmission timers are cancelled long before they are due.
    if (queue.size() > Math.max(SWEEP_AT, 2 * sizeAfterSweep)) {
      queue.removeIf(Timer::isCancelled);
      sizeAfterSweep = queue.size();
    }
  }

  /** A task with a due time. */
  static final class Timer<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final long periodNanos;
    private long dueNanos;

    Timer(Callable<V> task, long dueNanos) {
      super(task);
      this.dueNanos = dueNanos;
      this.periodNanos = 0;
    }

    Timer(Runnable task, long dueNanos, long periodNanos) {
      super(task, null);
      this.dueNanos = dueNanos;
      this.periodNanos = periodNanos;
    }

    private boolean runOnce() {
      return runAndReset();
    }

    @Override
    public boolean isPeriodic() {
      return periodNanos > 0;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(dueNanos, ((Timer<?>) other).dueNanos);
    }
  }
}
