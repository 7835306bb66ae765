// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The cap on messages under way that the target has not even acknowledged, over all flows: a burst
 * of more than the target's socket takes is lost there, and its repetitions come on top. Who comes
 * later waits, the earliest due first, and is late. A request that the target acknowledged and
 * answers later is no load on that socket any more, so a query that waits for its command keeps
 * nobody out.
 */
final class Admission {
  /**
   * After that long without a sign of life a message is not in the target's socket any more: it was
   * lost, and CoAP repeats it from here on (RFC 7252, section 4.8, ACK_TIMEOUT). Silent devices
   * must not keep out those that are well.
   */
  private static final long LONGEST_PLACE_NANOS = 2_000_000_000L;

  private final int most;
  private final RunClock clock;
  private final GeneratorWatch watch;
  private final PriorityQueue<Held> held =
      new PriorityQueue<>(
          Comparator.<Held>comparingLong(each -> each.due).thenComparingLong(each -> each.order));
  private final Deque<Attempt> places = new ArrayDeque<>();
  private int unacknowledged;
  private long order;
  private boolean admitting;

  /** A message that waits for its admission; its flow keeps only so many that can wait. */
  abstract static class Held {
    final int n;
    final long due;
    private final FlowBook book;
    private long order;
    private long since;

    /**
     * A message.
     *
     * @param book its flow's, which tells the flows apart
     * @param due when it was due, on the run's clock
     */
    Held(FlowBook book, int n, long due) {
      this.book = book;
      this.n = n;
      this.due = due;
    }

    /** It waits no longer, whether it goes or not. */
    abstract void leave();

    /** Sends it. */
    abstract void send();

    /** It will not be sent, which is booked. */
    abstract void dropped();
  }

  /**
   * A cap.
   *
   * @param most how many; 0 for no cap
   * @param watch told how long messages waited
   */
  Admission(int most, RunClock clock, GeneratorWatch watch) {
    this.most = most;
    this.clock = clock;
    this.watch = watch;
  }

  /** Whether a message can go now. */
  boolean isOpen() {
    return most == 0 || (unacknowledged < most && held.isEmpty());
  }

  /** A message goes; to be called in the order of their times to send. */
  void enter(Attempt attempt) {
    if (most > 0) {
      unacknowledged++;
      dropThoseThatLeft();
      places.addLast(attempt);
      attempt.takePlace(this);
    }
  }

  /** The target knows of it, or it was given up; {@link #admit()} is to follow. */
  void leave() {
    unacknowledged--;
  }

  /** Takes their places from those that wait too long for a sign of life. */
  void takePlaces(long now) {
    dropThoseThatLeft();
    while (!places.isEmpty() && now - places.peekFirst().sentNanos >= LONGEST_PLACE_NANOS) {
      places.pollFirst().giveUpPlace();
      dropThoseThatLeft();
    }
  }

  private void dropThoseThatLeft() {
    while (!places.isEmpty() && !places.peekFirst().hasPlace()) {
      places.pollFirst();
    }
  }

  /** Lets a message wait. */
  void hold(Held message) {
    message.order = order++;
    message.since = clock.nanos();
    held.add(message);
  }

  /** Sends of those that wait what there is room for. */
  void admit() {
    // A message that fails at once makes room while it is sent; that must not nest.
    if (admitting) {
      return;
    }
    admitting = true;
    try {
      while (unacknowledged < most && !held.isEmpty()) {
        Held first = held.poll();
        if (first.book.period(first.n) == Period.MEASURED) {
          watch.capped(clock.nanos() - first.since);
        }
        first.leave();
        first.send();
      }
    } finally {
      admitting = false;
    }
  }

  /** Sends nothing of a flow that waits now. */
  void drop(FlowBook flow, NotSent cause) {
    List<Held> dropped = held.stream().filter(each -> each.book == flow).toList();
    held.removeAll(dropped);
    dropped.forEach(
        each -> {
          each.leave();
          flow.notSent(each.n, cause);
          each.dropped();
        });
  }
}
