// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.NotSent;

/**
 * What a user does once, from the message that begins it to the outcome of the last step. Each step
 * is due when the outcome before it is there and the time to think is over. Steps that follow a
 * step come before the one after it. A failure ends an iteration: what is left of it is not sent.
 */
final class Iteration {
  private final HeadFlow head;
  private final int device;
  private final int n;
  private Place place;
  private Inbound handed;
  private Cause failure;
  private long dueNanos;

  /** Before the first step of the message with a number. */
  Iteration(HeadFlow head, int device, int n) {
    this.head = head;
    this.device = device;
    this.n = n;
    this.place = new Place(null, head.followers(), n);
  }

  /** Which of the messages after a message is the next, and where that message is itself. */
  private static final class Place {
    private final Place outer;
    private final Followers steps;
    private final int after;
    private int step = -1;
    private int time;

    Place(Place outer, Followers steps, int after) {
      this.outer = outer;
      this.steps = steps;
      this.after = after;
    }

    boolean isAtMessage() {
      return step >= 0;
    }

    boolean next() {
      if (isAtMessage() && ++time < flow().times()) {
        return true;
      }
      time = 0;
      do {
        step++;
      } while (step < steps.count() && !steps.follows(step, after));
      return step < steps.count();
    }

    StepFlow flow() {
      return steps.at(step);
    }

    int n() {
      return after * flow().times() + time;
    }
  }

  int device() {
    return device;
  }

  /** Number of the message that began it. */
  int n() {
    return n;
  }

  /** Number of the message that it is at. */
  int stepNumber() {
    return place.n();
  }

  /** What the driver handed over last; null where it never did. */
  Inbound handed() {
    return handed;
  }

  /** Why it ended before its time; null where it did not. */
  Cause failure() {
    return failure;
  }

  /** When the message that it is at is due. */
  long dueNanos() {
    return dueNanos;
  }

  void due(long nanos) {
    dueNanos = nanos;
  }

  /**
   * The message that it is at, or that began it, has its outcome.
   *
   * @param inbound what the driver handed over with it, or null
   * @param cause why it failed, or null
   */
  void goOn(Inbound inbound, Cause cause) {
    failure = cause;
    if (inbound != null) {
      handed = inbound;
    }
    NotSent cut = cause != null ? NotSent.EARLIER_STEP_FAILED : head.cut(n);
    if (cut != null) {
      leaveOut(cut);
      head.over(this);
    } else if (next()) {
      place.flow().take(this);
    } else {
      head.over(this);
    }
  }

  /** The message that it is at is not sent, and is booked so; nor is what is left. */
  void endsFor(NotSent cause) {
    leaveOut(cause);
    head.over(this);
  }

  /** Books what comes after the message that it is at as not sent. */
  void leaveOut(NotSent cause) {
    while (next()) {
      place.flow().leaveOut(place.n(), cause);
    }
  }

  /** Moves to the next message; false where there is none. */
  private boolean next() {
    if (place != null && place.isAtMessage()) {
      place = new Place(place, place.flow().followers(), place.n());
    }
    while (place != null && !place.next()) {
      place = place.outer;
    }
    return place != null;
  }
}
