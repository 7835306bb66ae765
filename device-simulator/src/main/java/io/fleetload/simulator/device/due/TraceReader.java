// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import io.fleetload.driver.ShardDevices;
import io.fleetload.process.UsageException;
import io.fleetload.schedule.trace.TraceLines;
import io.fleetload.simulator.device.plan.LoadModel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the lines of a trace ahead of their times, in a thread of its own, and keeps those of own
 * devices until they are taken. Memory holds so many lines, however many the file has.
 *
 * <p>One thread puts lines in, and one takes them. {@code read} counts the lines that are complete
 * in the arrays, {@code taken} those of which the place is free again.
 */
final class TraceReader implements Runnable {
  /** At 100,000 lines a second that is more than a second ahead. */
  private static final int AHEAD = 1 << 17;

  private static final long PAUSE_NANOS = 1_000_000L;

  private final LoadModel.Replay model;
  private final ShardDevices own;
  private final long[] nanos = new long[AHEAD];
  private final int[] numbers = new int[AHEAD];
  private final int[] devices = new int[AHEAD];
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();

  /** Time of the last line that was read, of whatever device: no later line is due before. */
  private final AtomicLong reached = new AtomicLong();

  private volatile UsageException failure;
  private volatile boolean ended;
  private volatile boolean closed;

  TraceReader(LoadModel.Replay model, ShardDevices own) {
    this.model = model;
    this.own = own;
  }

  void start(String flow) {
    Thread thread = new Thread(this, "trace of " + flow);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try (TraceLines lines = model.source().open()) {
      while (!closed && lines.next()) {
        long due = model.trace().scaled(lines.nanos());
        if (due >= model.lengthNanos()) {
          return;
        }
        if (own.has(lines.device())) {
          put(due, lines);
        }
        reached.lazySet(due);
      }
    } catch (UsageException e) {
      failure = e;
    } finally {
      ended = true;
    }
  }

  private void put(long due, TraceLines lines) {
    long at = read.get();
    while (at - taken.get() == AHEAD) {
      if (closed) {
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    int place = (int) (at % AHEAD);
    nanos[place] = due;
    numbers[place] = lines.n();
    devices[place] = lines.device();
    read.lazySet(at + 1);
  }

  /** Returns whether the next line is there. */
  boolean hasNext() {
    return taken.get() < read.get();
  }

  /** Returns whether there is no next line, and none will come. */
  boolean isOver() {
    // In this order: a line may come before the end.
    return ended && !hasNext();
  }

  /**
   * Waits until it is known whether there is a next line that is due by a time.
   *
   * @param until from the begin of the trace in the run, ns
   */
  boolean awaitNext(long until) {
    while (!hasNext() && !isOver() && reached.get() <= until) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return hasNext();
  }

  /** Time of the next line, from the begin of the trace in the run, ns. */
  long nanos() {
    return nanos[place()];
  }

  int n() {
    return numbers[place()];
  }

  int device() {
    return devices[place()];
  }

  /** The next line is done with. */
  void take() {
    taken.lazySet(taken.get() + 1);
  }

  private int place() {
    return (int) (taken.get() % AHEAD);
  }

  /** The line that is wrong, once all before it are taken; null for none. */
  UsageException failure() {
    return isOver() ? failure : null;
  }

  void close() {
    closed = true;
  }
}
