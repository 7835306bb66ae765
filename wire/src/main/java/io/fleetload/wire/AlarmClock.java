// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * An alarm for any host: a thread that parks until then.
 *
 * <p>Waking a thread costs more than sending a message. So after a ring in quick succession the
 * thread parks until it might ring again, and an alarm that is set meanwhile does not wake it.
 */
final class AlarmClock implements Alarm {
  private static final long NEVER = Long.MAX_VALUE;

  /** More least distances than this after the ring before, a ring is not in quick succession. */
  private static final int QUICK = 8;

  private final Runnable wake;
  private final long leastNanos;
  private final Thread thread;
  private final AtomicLong alarmNanos = new AtomicLong(NEVER);
  private volatile long earliestNanos = System.nanoTime();
  private volatile long parkedUntil = NEVER;
  private volatile boolean open = true;

  /**
   * A clock that keeps time once it is started.
   *
   * @param leastNanos between two rings
   */
  AlarmClock(String name, long leastNanos, Runnable wake) {
    this.wake = wake;
    this.leastNanos = leastNanos;
    this.thread = new Thread(this::keep, name);
    thread.setDaemon(true);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void at(long nanos) {
    alarmNanos.set(nanos);
    // The thread says until when it parks and then looks at the alarm once more; here the alarm is
    // set first and then the thread's time looked at. So one of the two sees the other's.
    if (Math.max(nanos, earliestNanos) < parkedUntil) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void close() {
    open = false;
    LockSupport.unpark(thread);
  }

  private void keep() {
    boolean quick = false;
    while (open) {
      long alarm = alarmNanos.get();
      long next = Math.max(alarm, earliestNanos);
      long now = System.nanoTime();
      if (alarm == NEVER) {
        park(alarm, quick ? earliestNanos : NEVER, now);
        quick = false;
      } else if (next > now) {
        park(alarm, next, now);
      } else {
        quick = now - earliestNanos < QUICK * leastNanos;
        ring(alarm, now);
      }
    }
  }

  private void ring(long alarm, long now) {
    // In one step, and an alarm that was set meanwhile stays: nothing else would wake for it.
    alarmNanos.compareAndSet(alarm, NEVER);
    earliestNanos = now + leastNanos;
    wake.run();
  }

  private void park(long alarm, long until, long now) {
    parkedUntil = until;
    if (alarmNanos.get() != alarm) {
      return;
    }
    if (until == NEVER) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, until - now);
    }
  }
}
