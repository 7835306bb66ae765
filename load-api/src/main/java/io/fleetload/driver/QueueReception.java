// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A reception of what other threads bring, such as those of a client library: they put it in a
 * queue, and the thread that receives takes it out and counts it.
 *
 * @param <T> what is in the queue
 */
public abstract class QueueReception<T> implements BackendDriver.Reception {
  private static final int LOOK_MILLIS = 10;
  private static final int MOST_AT_ONCE = 10_000;
  private static final long PULSE_NANOS = 1_000_000_000L;

  /** The book that counts what arrives. */
  protected final ArrivalBook book;

  protected final RunClock clock;
  private final BlockingQueue<T> queue;
  private final BackendWatch watch;
  private final List<T> taken = new ArrayList<>();
  private long pulsed;

  /**
   * A reception with an empty queue.
   *
   * @param most how much fits the queue
   * @param watch learns of each look at the queue
   */
  protected QueueReception(int most, ArrivalBook book, BackendWatch watch, RunClock clock) {
    this.queue = new LinkedBlockingQueue<>(most);
    this.book = book;
    this.watch = watch;
    this.clock = clock;
    this.pulsed = clock.nanos();
  }

  /** Puts in what arrived, and waits where the queue is full. */
  protected final void put(T each) {
    try {
      queue.put(each);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The queue into which other threads put what arrives. */
  protected final BlockingQueue<T> queue() {
    return queue;
  }

  /**
   * Takes what was in the queue.
   *
   * @throws TargetException if it says that the target failed for good
   */
  protected abstract void take(T each) throws TargetException;

  /**
   * Asks the target for any answer, as it may have nothing else to say; done every second.
   *
   * @throws TargetException if the target cannot be asked any more
   */
  protected abstract void pulse() throws TargetException;

  /** Waits for more after the first; where to be woken for each costs more than to take it. */
  protected void gather() {}

  @Override
  public void receive(BooleanSupplier stop, Runnable between)
      throws TargetException, InterruptedException {
    while (!stop.getAsBoolean()) {
      look(between);
    }
  }

  /**
   * Takes what is there, and waits for it up to 10 ms.
   *
   * @param between called afterwards
   * @throws TargetException if the target fails for good
   * @throws InterruptedException if the thread was interrupted
   */
  protected final void look(Runnable between) throws TargetException, InterruptedException {
    long now = clock.nanos();
    if (now - pulsed >= PULSE_NANOS) {
      pulsed = now;
      pulse();
    }
    watch.looks(clock.nanos(), LOOK_MILLIS * 1_000_000L);
    T first = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    long returned = clock.nanos();
    if (first != null) {
      take(first);
      gather();
      queue.drainTo(taken, MOST_AT_ONCE);
      for (T each : taken) {
        take(each);
      }
      taken.clear();
    }
    watch.turnedToAll(returned);
    between.run();
  }

  /**
   * Looks until a condition holds.
   *
   * @param until monotonic time in ns after which it is given up
   * @return whether it held in time
   * @throws TargetException if the target fails for good
   * @throws InterruptedException if the thread was interrupted
   */
  protected final boolean look(BooleanSupplier holds, long until, Runnable between)
      throws TargetException, InterruptedException {
    while (!holds.getAsBoolean()) {
      look(between);
      if (clock.nanos() > until) {
        return false;
      }
    }
    return true;
  }

  /**
   * Notes what the book said of a message, and how it differs from what its device sent.
   *
   * @param arrived when it was there, monotonic time in ns
   * @return whether it is the first copy; only that is answered with a command
   */
  protected final boolean noteArrival(
      Arrival arrival, Stamp stamp, Collection<Flaw> flaws, long arrived) {
    flaws.forEach(flaw -> book.flawed(stamp, flaw));
    boolean first = arrival == Arrival.FIRST;
    if (first && stamp.period() == Period.MEASURED) {
      watch.turnedTo(arrived, clock.nanos());
    }
    return first;
  }
}
