// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.NotSent;

/**
 * One iteration of a user, from the message that begins it to the outcome of the last step. Each
 * step is due when the outcome before it is there and the time to think is over. Steps that follow
 * a step come before the one after it. A failure ends an iteration: what is left of it is not sent.
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

  /** Place of a message among those that follow another one, with that one's own place. */
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

  /** The driver's last answer; null if it never handed one over. */
  Inbound handed() {
    return handed;
  }

  /** Cause of its early end; null if it did not end early. */
  Cause failure() {
    return failure;
  }

  /** Time at which the message that it is at is due. */
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

  /** Moves to the next message; false if there is no further one. */
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
