package io.fleetload.simulator.coap;

import java.util.concurrent.locks.LockSupport;

/**
 * Wakes a selector at a time finer than the millisecond that a selector's own timeout knows: a
 * thread that parks until then. One alarm at a time; a new one replaces it.
 */
final class AlarmClock implements AutoCloseable {
  private static final long NEVER = Long.MAX_VALUE;

  private final Runnable wake;
  private final Thread thread;
  private volatile long alarmNanos = NEVER;
  private volatile boolean open = true;

  AlarmClock(String name, Runnable wake) {
    this.wake = wake;
    this.thread = new Thread(this::keep, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Sets the alarm, on {@link System#nanoTime()}. */
  void at(long nanos) {
    long before = alarmNanos;
    alarmNanos = nanos;
    // Only an earlier alarm needs the thread woken; it sees a later one when it wakes by itself.
    if (before == NEVER || nanos < before) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void close() {
    open = false;
    LockSupport.unpark(thread);
  }

  private void keep() {
    while (open) {
      long alarm = alarmNanos;
      if (alarm == NEVER) {
        LockSupport.park(this);
        continue;
      }
      long wait = alarm - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      } else {
        ring(alarm);
      }
    }
  }

  private void ring(long alarm) {
    if (alarmNanos == alarm) {
      alarmNanos = NEVER;
    }
    wake.run();
  }
}
