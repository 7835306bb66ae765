package io.fleetload.simulator.schedule;

import io.fleetload.schedule.FireTimes;

/**
 * Messages at a constant arrival rate after a linear ramp.
 *
 * <p>With the rate R (msg/s) and a ramp of T seconds, the rate at time t is {@code r(t) = R·t/T}
 * until T and R after it. The number of messages due until t is its integral: {@code N(t) =
 * R·t²/(2T)} until T, and {@code R·(t − T/2)} after it. Message n is due when {@code N(t) = n + s},
 * where the shift s (0 to 1) keeps flows of equal rates from being due at the same instants. Solved
 * for t: {@code √(2T·(n+s)/R)} in the ramp, {@code (n+s)/R + T/2} after it.
 */
public final class RampedRate implements FireTimes {
  private static final double NANOS = 1e9;

  private final double rate;
  private final double ramp;
  private final double shift;

  /**
   * A schedule.
   *
   * @param perSecond the rate after the ramp, msg/s
   * @param rampNanos length of the ramp, ns; 0 for none
   * @param shift part of a message, 0 (inclusive) to 1 (exclusive), by which all are moved
   */
  public RampedRate(double perSecond, long rampNanos, double shift) {
    this.rate = perSecond;
    this.ramp = rampNanos / NANOS;
    this.shift = shift;
  }

  @Override
  public long dueNanos(long n) {
    double position = n + shift;
    double inRamp = rate * ramp / 2;
    double seconds =
        position < inRamp ? Math.sqrt(2 * ramp * position / rate) : position / rate + ramp / 2;
    return Math.round(seconds * NANOS);
  }

  @Override
  public long countBefore(long offsetNanos) {
    double t = offsetNanos / NANOS;
    double position = t < ramp ? rate * t * t / (2 * ramp) : rate * (t - ramp / 2);
    long count = Math.max(0, (long) Math.ceil(position - shift));
    // Rounding may put the estimate one off; the due times decide.
    while (count > 0 && dueNanos(count - 1) >= offsetNanos) {
      count--;
    }
    while (dueNanos(count) < offsetNanos) {
      count++;
    }
    return count;
  }
}
