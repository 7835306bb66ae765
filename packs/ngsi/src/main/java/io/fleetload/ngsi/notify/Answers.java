// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.ngsi.profile.ReceiverAnswers;
import io.fleetload.quantity.Share;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides how each notification is answered. What a subscription's first, second, third …
 * notification gets is the same in every run with the seed.
 */
final class Answers {
  private final long seed;
  private final double refused;
  private final double hung;
  private final AtomicIntegerArray notified;
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong hangs = new AtomicLong();

  /** Answer to a notification. */
  enum Answer {
    /** 204. */
    YES,
    /** 503. */
    NO,
    /** Nothing, ever. */
    NONE
  }

  Answers(ReceiverAnswers wanted, long seed, int subscriptions) {
    this.seed = seed;
    this.refused = fraction(wanted.refuse());
    this.hung = fraction(wanted.hang());
    this.notified = new AtomicIntegerArray(subscriptions);
  }

  private static double fraction(Share share) {
    return share == null ? 0 : share.fraction();
  }

  /**
   * The answer to a subscription's next notification.
   *
   * @param subscription its number among all
   */
  Answer next(int subscription) {
    double drawn = draw(subscription, notified.getAndIncrement(subscription));
    if (drawn < refused) {
      refusals.incrementAndGet();
      return Answer.NO;
    }
    if (drawn < refused + hung) {
      hangs.incrementAndGet();
      return Answer.NONE;
    }
    return Answer.YES;
  }

  private double draw(int subscription, int nth) {
    long mixed = mix(seed + mix(((long) subscription << Integer.SIZE) + nth));
    return (mixed >>> 11) * 0x1p-53;
  }

  /** Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, figure 17. */
  static long mix(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Number of those refused so far. */
  long refusals() {
    return refusals.get();
  }

  /** Number of those not answered so far. */
  long hangs() {
    return hangs.get();
  }
}
