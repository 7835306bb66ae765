// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.wire.NioLoop;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The loop as the executor that Californium asks for: all its tasks and timers run on the fleet's
 * thread. Nearly all timers are cancelled long before they are due, so the loop is asked to wake
 * only for the first of those that are left.
 */
final class LoopExecutor extends AbstractExecutorService implements ScheduledExecutorService {
  private static final int LEAST_SWEEP = 4_096;

  private final NioLoop loop;
  private final PriorityQueue<Timer<?>> timers = new PriorityQueue<>();
  private int sizeAfterSweep;
  private long wakesAt = Long.MAX_VALUE;
  private volatile boolean shutdown;

  LoopExecutor(NioLoop loop) {
    this.loop = loop;
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return add(new Timer<>(Executors.callable(task), due(delay, unit), 0));
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    return add(new Timer<>(task, due(delay, unit), 0));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return scheduleWithFixedDelay(task, initialDelay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    return add(new Timer<>(Executors.callable(task), due(initialDelay, unit), unit.toNanos(delay)));
  }

  private static long due(long delay, TimeUnit unit) {
    return System.nanoTime() + unit.toNanos(Math.max(0, delay));
  }

  private <T extends Timer<?>> T add(T timer) {
    if (loop.onLoop()) {
      put(timer);
    } else {
      loop.execute(() -> put(timer));
    }
    return timer;
  }

  private void put(Timer<?> timer) {
    timers.add(timer);
    if (timers.size() > Math.max(LEAST_SWEEP, 2 * sizeAfterSweep)) {
      timers.removeIf(Timer::isCancelled);
      sizeAfterSweep = timers.size();
    }
    wakeForTheFirst();
  }

  private void wakeForTheFirst() {
    while (!timers.isEmpty() && timers.peek().isCancelled()) {
      timers.poll();
    }
    if (!timers.isEmpty() && timers.peek().dueNanos < wakesAt) {
      wakesAt = timers.peek().dueNanos;
      loop.after(wakesAt - System.nanoTime(), this::runDue);
    }
  }

  private void runDue() {
    long now = System.nanoTime();
    wakesAt = Long.MAX_VALUE;
    while (!timers.isEmpty() && timers.peek().dueNanos <= now) {
      Timer<?> timer = timers.poll();
      if (!timer.isPeriodic()) {
        timer.run();
      } else if (timer.runOnce()) {
        timer.dueNanos = now + timer.periodNanos;
        timers.add(timer);
      }
    }
    wakeForTheFirst();
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return shutdown;
  }

  @Override
  protected <V> RunnableFuture<V> newTaskFor(Runnable task, V value) {
    return new LoopTask<>(Executors.callable(task, value));
  }

  @Override
  protected <V> RunnableFuture<V> newTaskFor(Callable<V> task) {
    return new LoopTask<>(task);
  }

  /** A task that keeps its failure, but not an error: the fleet's thread ends of that in sight. */
  private static class LoopTask<V> extends FutureTask<V> {
    LoopTask(Callable<V> task) {
      super(task);
    }

    @Override
    protected void setException(Throwable why) {
      super.setException(why);
      if (why instanceof Error error) {
        throw error;
      }
    }
  }

  /** A task with a due time. */
  private static final class Timer<V> extends LoopTask<V> implements RunnableScheduledFuture<V> {
    private final long periodNanos;
    private long dueNanos;

    Timer(Callable<V> task, long dueNanos, long periodNanos) {
      super(task);
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
