// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Timers in real time, run by the test's own thread. */
final class WaitingLoop implements WireLoop {
  private record Timer(long due, Runnable task) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::due));
  private final RunClock clock = RunClock.system();

  RunClock clock() {
    return clock;
  }

  /** Runs what is due and says how long nothing will be, in ns. */
  long runDue(long longest) {
    while (!timers.isEmpty() && timers.peek().due() <= clock.nanos()) {
      timers.poll().task().run();
    }
    return timers.isEmpty() ? longest : Math.min(longest, timers.peek().due() - clock.nanos());
  }

  @Override
  public void execute(Runnable task) {
    after(0, task);
  }

  @Override
  public void after(long delayNanos, Runnable task) {
    timers.add(new Timer(clock.nanos() + delayNanos, task));
  }

  @Override
  public void drive(DueWork dueWork) {
    throw new UnsupportedOperationException("a session has no due times");
  }

  @Override
  public long faults() {
    return 0;
  }
}
