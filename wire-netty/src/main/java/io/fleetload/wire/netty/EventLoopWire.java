// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.netty;

import io.fleetload.driver.WireLoop;
import io.netty.channel.EventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a driver on an event loop of Netty. A driver hands to {@link #run} all that its
 * library calls it for: a fault is counted there, and what is due by then goes out at once.
 */
public final class EventLoopWire implements WireLoop {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoopWire.class);
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * Messages that are due closer together share one wake-up, which costs more than sending one of
   * them; half of the error in time that the fleet may have, 0.5 ms.
   */
  private static final long LEAST_BETWEEN_ALARMS_NANOS = 250_000L;

  private final EventLoop loop;
  private DueWork dueWork = now -> NEVER;
  private long nextDue = NEVER;
  private ScheduledFuture<?> alarm;
  private long alarmNanos = NEVER;
  private long earliestAlarmNanos = System.nanoTime();
  private boolean running;
  private long faults;

  /** A wire on an event loop, which stays its maker's. */
  public EventLoopWire(EventLoop loop) {
    this.loop = loop;
  }

  /** Returns whether the caller is on its thread. */
  public boolean onLoop() {
    return loop.inEventLoop();
  }

  /** Runs what it is given on the thread: at once where the caller is on it. */
  public Executor executor() {
    return task -> {
      if (onLoop()) {
        run(task);
      } else {
        execute(task);
      }
    };
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(() -> run(task));
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // what a task throws is counted where it runs
  public void after(long delayNanos, Runnable task) {
    loop.schedule(() -> run(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
  }

  @Override
  public void drive(DueWork work) {
    dueWork = work;
    nextDue = Long.MIN_VALUE;
    if (!running) {
      execute(() -> {});
    }
  }

  @Override
  public long faults() {
    return faults;
  }

  /**
   * Runs a task now, and then what is due, so that a burst of input delays nothing. To be called on
   * the thread.
   */
  public void run(Runnable task) {
    if (running) {
      guarded(task);
      return;
    }
    running = true;
    try {
      guarded(task);
      guarded(this::runDueWork);
    } finally {
      running = false;
    }
    setAlarm();
  }

  private void runDueWork() {
    long now = System.nanoTime();
    if (nextDue <= now) {
      // Where the work fails it is asked again with the next alarm and not at once, for ever.
      nextDue = now + LEAST_BETWEEN_ALARMS_NANOS;
      nextDue = dueWork.run(now);
    }
  }

  private void setAlarm() {
    if (nextDue >= alarmNanos) {
      // It rings early, finds nothing to do, and is set again.
      return;
    }
    if (alarm != null) {
      alarm.cancel(false);
    }
    long now = System.nanoTime();
    // What is due already waits for nothing but a look at the connections.
    alarmNanos = nextDue <= now ? now : Math.max(nextDue, earliestAlarmNanos);
    alarm = loop.schedule(this::ring, alarmNanos - now, TimeUnit.NANOSECONDS);
  }

  private void ring() {
    alarm = null;
    alarmNanos = NEVER;
    earliestAlarmNanos = System.nanoTime() + LEAST_BETWEEN_ALARMS_NANOS;
    run(() -> {});
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      faults++;
      LOG.error("a task on the fleet's thread failed", e);
    } catch (Error e) {
      // Netty would log it and go on with a fleet that is half dead.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      throw e;
    }
  }
}
