// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.WireLoop;
import java.io.IOError;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of the fleet: it waits for datagrams and due times, and everything that follows
 * from either runs on it, the protocol stack's tasks and timers included. So no message changes
 * threads between its due time and its outcome, and nothing in the engine needs a lock.
 */
public final class NioLoop implements WireLoop {
  private static final Logger LOG = LoggerFactory.getLogger(NioLoop.class);
  private static final long LONGEST_SLEEP_NANOS = 100_000_000L;

  /**
   * Messages that are due closer together share one wake-up, which costs more than sending one of
   * them; half of the error in time that the fleet may have, 0.5 ms.
   */
  private static final long LEAST_BETWEEN_RINGS_NANOS = 250_000L;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Selector selector;
  private final Consumer<SelectionKey> onReadable;
  private final Thread thread;
  private final Alarm alarm;
  private final LoopTimers timers = new LoopTimers();
  private final Deque<Runnable> own = new ArrayDeque<>();
  private final Queue<Runnable> foreign = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean waking = new AtomicBoolean();
  private final long napNanos;
  private final EventRate events;
  private volatile boolean open = true;
  private DueWork dueWork = now -> Long.MAX_VALUE;
  private long nextDue = Long.MAX_VALUE;
  private long faults;
  private boolean napped;

  /**
   * A loop that is not running yet.
   *
   * <p>Where events come densely, those of a nap share a turn, and nothing has to wake the thread
   * for them. Linux adds 50 us to each nap.
   *
   * @param name the thread's name
   * @param napNanos how late it may look at due times and channels then, ns
   * @param onReadable called for each channel with something to read
   * @throws IOException if this host cannot open a selector
   */
  public NioLoop(String name, long napNanos, Consumer<SelectionKey> onReadable) throws IOException {
    Optional<SelectorAlarm.WithSelector> opened = SelectorAlarm.open(LEAST_BETWEEN_RINGS_NANOS);
    this.selector = opened.isPresent() ? opened.get().selector() : Selector.open();
    this.alarm =
        opened.isPresent()
            ? opened.get().alarm()
            : new AlarmClock(name + "-alarm", LEAST_BETWEEN_RINGS_NANOS, this::wake);
    this.onReadable = onReadable;
    this.napNanos = napNanos;
    this.events = new EventRate(System.nanoTime(), napNanos);
    this.thread = new Thread(this::turn, name);
    this.thread.setDaemon(true);
  }

  /** Starts its thread. */
  public void start() {
    alarm.start();
    thread.start();
  }

  /** The selector that its channels are registered with. */
  public Selector selector() {
    return selector;
  }

  /** Returns whether the caller is on its thread. */
  public boolean onLoop() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void execute(Runnable task) {
    if (onLoop()) {
      own.addLast(task);
    } else {
      foreign.add(task);
      wake();
    }
  }

  @Override
  public void after(long delayNanos, Runnable task) {
    long due = System.nanoTime() + Math.max(0, delayNanos);
    if (onLoop()) {
      timers.add(due, task);
    } else {
      execute(() -> timers.add(due, task));
    }
  }

  @Override
  public void drive(DueWork work) {
    dueWork = work;
    nextDue = Long.MIN_VALUE;
  }

  @Override
  public long faults() {
    return faults;
  }

  @Override
  public long napNanos() {
    return napped ? napNanos : 0;
  }

  /** Ends the thread; tasks that wait are not run. */
  public void close() {
    open = false;
    wake();
  }

  /** Does what is due now, in the middle of other work, so that a burst of input delays nothing. */
  public void runDueWork() {
    long now = System.nanoTime();
    if (nextDue <= now) {
      nextDue = dueWork.run(now);
      events.add(1);
    }
  }

  private void wake() {
    // Many tasks between two turns need one wake-up only.
    if (waking.compareAndSet(false, true)) {
      selector.wakeup();
    }
  }

  private void turn() {
    try {
      while (open) {
        guarded(this::runDueWork);
        runTimers();
        runTasks();
        await();
      }
    } catch (IOException e) {
      // An error, as nothing else moves the fleet.
      throw new IOError(e);
    } catch (RuntimeException e) {
      // As above: a caller that waits for a task on this thread would wait for ever.
      throw new AssertionError("the fleet's thread failed: " + e, e);
    } finally {
      alarm.close();
      closeChannels();
    }
  }

  private void await() throws IOException {
    Consumer<SelectionKey> read = key -> guarded(() -> onReadable.accept(key));
    long next = Math.min(nextDue, timers.nextDue());
    long now = System.nanoTime();
    long wait = next == Long.MAX_VALUE ? LONGEST_SLEEP_NANOS : next - now;
    if (!own.isEmpty() || !foreign.isEmpty() || wait <= 0) {
      events.add(selector.selectNow(read));
    } else if (events.isDense(now)) {
      napped = true;
      LockSupport.parkNanos(this, napNanos);
      events.add(selector.selectNow(read));
    } else {
      long sleep = Math.min(wait, LONGEST_SLEEP_NANOS);
      if (next != Long.MAX_VALUE && wait < LONGEST_SLEEP_NANOS) {
        alarm.at(next);
      }
      // The selector's own timeout is a net under the alarm; it rounds up to whole milliseconds.
      events.add(selector.select(read, sleep / NANOS_PER_MILLI + 2));
    }
    waking.set(false);
  }

  private void runTimers() {
    long now = System.nanoTime();
    Runnable task;
    while ((task = timers.pollDue(now)) != null) {
      guarded(task);
    }
  }

  private void runTasks() {
    Runnable task;
    while ((task = foreign.poll()) != null) {
      own.addLast(task);
    }
    while ((task = own.pollFirst()) != null) {
      guarded(task);
    }
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      faults++;
      LOG.error("a task on the fleet's thread failed", e);
    }
  }

  private void closeChannels() {
    if (!selector.isOpen()) {
      return;
    }
    for (SelectionKey key : selector.keys()) {
      closeQuietly(key);
    }
    try {
      selector.close();
    } catch (IOException e) {
      LOG.debug("closing the selector", e);
    }
  }

  private static void closeQuietly(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException e) {
      LOG.debug("closing a channel", e);
    }
  }
}
