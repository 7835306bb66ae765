// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import io.fleetload.calibration.book.TrialBounds;
import io.fleetload.results.time.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Percentiles of a latency, held against the two times between which it must lie.
 *
 * <p>A message's true latency L is known to the server by two instants on its own clock: {@code a},
 * when it handed the answer to its stack, and {@code b}, when the device's acknowledgement of that
 * answer had come back. So {@code a ≤ L ≤ b} for every message, and as order statistics are
 * monotone, {@code Q(a, p) ≤ Q(L, p) ≤ Q(b, p)} for every percentile p. Nothing is assumed of the
 * distributions, of independence or of a quiet machine; noise only widens the interval.
 *
 * <p>The lower end is strict. At the upper one the device's stack acknowledges the answer a few
 * instructions before the simulator notes the outcome, and the host may pause the process between
 * the two; such pauses strike the whole way that the interval spans, so over the upper end its own
 * width is allowed where that is more than the tolerance.
 *
 * <p>The reported percentile r is <em>right</em> where it is near the true one wherever that lies
 * in the interval: where {@code max(r − Q(a), Q(b) − r)} is within the tolerance. It is
 * <em>wrong</em> where it is near no value of the interval. Between the two this host was too noisy
 * to tell, and the check says that and nothing else.
 */
public final class PercentileChecks {
  /** The tolerance as a part of what was done. */
  public static final double SHARE = 0.01;

  /** The least tolerance, ns. */
  public static final double LEAST_NANOS = 200_000;

  private static final double[] PERCENTILES = {50, 90, 99};

  private PercentileChecks() {}

  /**
   * Checks the percentiles.
   *
   * @param what the latency's name
   * @param done the bounds that the server knows
   * @param reported what the simulator reported
   * @param dropped datagrams that the host dropped before the server saw them, acknowledgements
   *     among them
   * @param judge false where the generator says that it was itself the limit
   */
  public static List<Check> of(
      String what, TrialBounds done, LatencyHistogram reported, long dropped, boolean judge) {
    List<Check> checks = new ArrayList<>();
    // As many values on both sides, or percentiles of different things would be compared.
    checks.add(Check.onTheWire(what + " values", done.most().count(), reported.count(), dropped));
    for (double percentile : PERCENTILES) {
      checks.add(
          check(
              what + " p" + Math.round(percentile),
              done.least().percentile(percentile),
              done.most().percentile(percentile),
              reported.percentile(percentile),
              judge && done.most().count() == reported.count()));
    }
    return checks;
  }

  private static Check check(String what, long least, long most, long reported, boolean judge) {
    double tolerance = Math.max(SHARE * least, LEAST_NANOS);
    double farthest = Math.max(reported - least, most - reported);
    boolean wrong =
        reported < least - tolerance || reported > most + Math.max(tolerance, most - least);
    Outcome outcome =
        !judge
            ? Outcome.NOT_JUDGED
            : wrong ? Outcome.NOT_OK : farthest <= tolerance ? Outcome.OK : Outcome.NOT_JUDGED;
    return new Check(
        what,
        Check.millis(least) + " to " + Check.millis(most) + " ms",
        Check.millis(reported) + " ms",
        String.format(
            Locale.ROOT, "≤ %s of %s ms", Check.millis(farthest), Check.millis(tolerance)),
        outcome);
  }
}
