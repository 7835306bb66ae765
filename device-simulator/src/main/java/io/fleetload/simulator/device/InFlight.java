// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.flow.FlowSpec;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.results.run.TargetClock;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.limit.LimitMeter;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntFunction;

/**
 * The messages under way, each from {@link FlowInFlight#send} to its outcome. A message keeps a
 * place until the target has acknowledged it, so a query that waits for its command keeps no other
 * message out. If all places are taken a message waits for one, the earliest due first; the wait
 * counts into its response time.
 *
 * <p>Between any two calls:
 *
 * <ul>
 *   <li>A flow's counts of its devices add up to its {@link FlowBook#inFlight()} and its messages
 *       that wait for a place. No device's count is over the flow's window, as {@link OpenFlow}
 *       asks before it sends.
 *   <li>The counts of the sessions add up to the {@link FlowBook#inFlight()} of all flows and the
 *       messages that wait for a place.
 *   <li>There are no more places taken than the limit has, nor than messages without an outcome.
 *   <li>A message waits only while all places are taken, and a place is free again when its message
 *       has its outcome or was silent for the limit's time. So none waits for ever.
 *   <li>When all messages have their outcomes or were dropped, every count is 0.
 * </ul>
 */
final class InFlight {
  private final FleetPlan.InFlightLimit limit;
  private final IntFunction<DeviceLink> links;
  private final RunClock clock;
  private final GeneratorWatch watch;
  private final Reconnector reconnecting;
  private final AnswerTimes answerTimes;
  private final LimitMeter limits;
  private final int[] ofSession;

  /** In the order of their sending; those that left their place are removed when they are first. */
  private final Deque<Attempt> placed = new ArrayDeque<>();

  private final PriorityQueue<Attempt> waiting =
      new PriorityQueue<>(
          Comparator.<Attempt>comparingLong(each -> each.dueNanos)
              .thenComparingLong(each -> each.order));
  private int places;
  private long order;
  private boolean filling;

  InFlight(
      FleetPlan plan,
      IntFunction<DeviceLink> links,
      RunClock clock,
      GeneratorWatch watch,
      Reconnector reconnecting,
      LimitMeter limits) {
    this.limits = limits;
    this.limit = plan.inFlightLimit();
    this.links = links;
    this.clock = clock;
    this.watch = watch;
    this.reconnecting = reconnecting;
    this.answerTimes = new AnswerTimes(clock);
    this.ofSession = new int[plan.sessions()];
  }

  /** A flow of which nothing is under way yet. */
  FlowInFlight ofFlow(FlowBook book, FlowSpec spec) {
    return new FlowInFlight(book, spec);
  }

  /** The target's clock against this one; null if no message asked for it. */
  TargetClock targetClock() {
    return answerTimes.clock();
  }

  /** Messages on a session that wait for a place or have no outcome. */
  int ofSession(int session) {
    return ofSession[session];
  }

  /** Messages of all flows that wait for a place. */
  int waiting() {
    return waiting.size();
  }

  /** Places that are taken. */
  int places() {
    return places;
  }

  /** Takes their places from the messages that waited too long for a sign of life. */
  void freeSilentPlaces(long now) {
    Attempt oldest;
    while ((oldest = oldestPlaced()) != null
        && now - oldest.sentNanos >= limit.longestSilenceNanos()) {
      freePlace(oldest);
      fill();
    }
  }

  private Attempt oldestPlaced() {
    while (!placed.isEmpty() && !placed.peekFirst().hasPlace) {
      placed.pollFirst();
    }
    return placed.peekFirst();
  }

  private void takePlace(Attempt message) {
    if (limit.messages() > 0) {
      places++;
      message.hasPlace = true;
      oldestPlaced();
      placed.addLast(message);
    }
  }

  private boolean freePlace(Attempt message) {
    boolean had = message.hasPlace;
    if (had) {
      message.hasPlace = false;
      places--;
    }
    return had;
  }

  /** Sends what waits for the places that are free. */
  private void fill() {
    // A message that fails at once frees its place while it is sent; that must not nest.
    if (filling) {
      return;
    }
    filling = true;
    try {
      while (places < limit.messages() && !waiting.isEmpty()) {
        Attempt first = waiting.poll();
        if (first.flow.book.period(first.n) == Period.MEASURED) {
          watch.capped(clock.nanos() - first.waitingSinceNanos);
        }
        first.flow.go(first);
      }
    } finally {
      filling = false;
    }
  }

  /** The messages under way of one flow. */
  final class FlowInFlight {
    private final FlowBook book;
    private final FlowSpec spec;

    /** By place of the device among those that take turns. */
    private final int[] ofDevice;

    private final int firstDevice;

    /** In the order of their sending; all have the same timeout, so the first is late first. */
    private final Deque<Attempt> sent = new ArrayDeque<>();

    private FlowInFlight(FlowBook book, FlowSpec spec) {
      this.book = book;
      this.spec = spec;
      this.ofDevice = new int[book.turns().devices()];
      this.firstDevice = book.turns().from();
    }

    FlowBook book() {
      return book;
    }

    /** Returns whether a limit that the profile expects keeps a device out. */
    boolean keepsOut(int device) {
      return limits.keepsOut(device);
    }

    /** Messages of a device that wait for a place or have no outcome. */
    int ofDevice(int device) {
      return ofDevice[device - firstDevice];
    }

    /**
     * Sends a message now, or as soon as there is a place for it.
     *
     * @return whether it went now
     */
    boolean send(Attempt message) {
      ofDevice[message.device - firstDevice]++;
      ofSession[message.session]++;
      if (limit.messages() == 0 || (places < limit.messages() && waiting.isEmpty())) {
        go(message);
        return true;
      }
      message.order = order++;
      message.waitingSinceNanos = clock.nanos();
      waiting.add(message);
      return false;
    }

    private void go(Attempt message) {
      message.sentNanos = clock.nanos();
      book.sent(message.n, message.sentNanos);
      oldest();
      sent.addLast(message);
      takePlace(message);
      reconnecting.sent(message);
      message.write(links.apply(message.session));
      limits.sent(message.device, message.payloadBytes, message.sentNanos);
    }

    /** The target has the message, and will answer later. */
    void accepted(Attempt message) {
      reconnecting.heard(message);
      if (freePlace(message)) {
        fill();
      }
    }

    /** The message has its outcome; {@code cause} is why it failed, or null. */
    void outcome(Attempt message, Inbound inbound, Cause cause) {
      boolean placeIsFree = freePlace(message);
      if (!(cause instanceof Cause.Transport) || cause == Cause.Transport.RESET) {
        reconnecting.heard(message);
      }
      long now = clock.nanos();
      Cause failure = cause == null ? message.flaw(inbound) : cause;
      if (failure == null) {
        book.ok(message.n, message.dueNanos, message.sentNanos, now);
        limits.ok(message.device, message.payloadBytes, message.sentNanos, now);
        if (message.answerStep > 0) {
          message.parts =
              answerTimes.split(
                  message.sentNanos,
                  now,
                  message.answeredAt,
                  message.answerStep,
                  book.period(message.n) == Period.MEASURED);
        }
        if (message.parts != null) {
          book.parts(message.n, spec.parts(), message.parts);
        }
      } else {
        Cause booked = limits.failed(spec.name(), message.n, message.device, failure, now);
        book.failed(message.n, booked, message.dueNanos, now);
      }
      ofSession[message.session]--;
      reconnecting.ended(message.session, failure);
      ofDevice[message.device - firstDevice]--;
      message.goOn(inbound, failure);
      // After what waited for its device, which goes before the device leaves.
      idle(message.session);
      // Last, so that the next message of the device waits in its turn with the others.
      if (placeIsFree) {
        fill();
      }
    }

    /** The transport sent the message once more. */
    void retransmitted(Attempt message) {
      book.retransmitted(message.n, clock.nanos());
    }

    /** Gives up what waited too long for its outcome. */
    void giveUpLate(long now) {
      Attempt oldest;
      while ((oldest = oldest()) != null && now - oldest.sentNanos >= spec.timeoutNanos()) {
        try {
          links.apply(oldest.session).abandon(oldest);
        } finally {
          oldest.failed(Cause.Transport.TIMEOUT);
        }
      }
    }

    /** Drops the messages that wait for a place; they are not sent. */
    void drop(NotSent cause) {
      List<Attempt> dropped = waiting.stream().filter(each -> each.flow == this).toList();
      waiting.removeIf(each -> each.flow == this);
      for (Attempt each : dropped) {
        ofDevice[each.device - firstDevice]--;
        ofSession[each.session]--;
        book.notSent(each.n, cause);
        each.dropped(cause);
        idle(each.session);
      }
    }

    private void idle(int session) {
      if (ofSession[session] == 0) {
        reconnecting.idle(session);
      }
    }

    /** The run is over: what waits for an outcome that is not there is not sent. */
    void runEnds() {
      List.copyOf(sent).stream().filter(each -> !each.done()).forEach(Attempt::runEnds);
    }

    /** The run is over: what has no outcome stays without, and the book is closed. */
    void close(long now) {
      for (Attempt each : sent) {
        if (!each.done()) {
          book.unsettled(each.n, each.dueNanos, each.sentNanos, now);
        }
      }
      book.close(now);
    }

    private Attempt oldest() {
      while (!sent.isEmpty() && sent.peekFirst().done()) {
        sent.pollFirst();
      }
      return sent.peekFirst();
    }
  }
}
