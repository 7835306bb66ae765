// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;

/**
 * Limits over which the run gives no verdict on the target. The generator is the device simulator
 * and the backend simulator, and both are held to them; the last one is of the host.
 */
public record Generator(
    @Doc(
            value =
                "99th percentile of the time until a message is handled; counted from when it is"
                    + " due, or has arrived at the backend simulator",
            byDefault = "100ms")
        Span maxLag,
    @Doc(
            value =
                "99th percentile of how late the one thread of a simulator looks at its connections",
            byDefault = "100ms")
        Span maxLoopDelay,
    @Doc(
            value =
                "the longest time that anything, such as a garbage collection, may stop the one"
                    + " thread of a simulator; also the longest that a signal may stop the embedded"
                    + " target",
            byDefault = "1s")
        Span maxPause,
    @Doc(
            value = "part of the measured phase in which the one thread of a simulator is busy",
            byDefault = "95%")
        Share maxCpu,
    @Doc(
            "part of the measured phase in which a simulator's thread waits for a processor that"
                + " another thread or process has; without it that is only reported")
        Share maxStolen,
    @Doc(
            value =
                "part of the host's processors that programs outside the run may take in the"
                    + " measured phase; not held to where an external target is on the same host",
            byDefault = "15%")
        Share maxOthers,
    @Doc(
            value =
                "how late the device simulator may look for due messages and answers where these"
                    + " come densely; it sleeps meanwhile, so more of it costs less processor time",
            byDefault = "a 400th of maxLag, but 0.15ms to 0.22ms")
        Span precision) {

  private static final Span FINEST = Span.parse("0.05ms");
  private static final Span COARSEST = Span.parse("10ms");
  private static final int PRECISIONS_OF_A_LAG = 400;
  private static final long LEAST_BY_DEFAULT_NANOS = 150_000;

  /** Linux adds 50 us to a sleep; so the 99th percentile of pacing stays below 0.3 ms. */
  private static final long MOST_BY_DEFAULT_NANOS = 220_000;

  /** Fills in what the profile leaves open. */
  public Generator {
    maxLag = maxLag == null ? Span.parse("100ms") : maxLag;
    maxLoopDelay = maxLoopDelay == null ? Span.parse("100ms") : maxLoopDelay;
    maxPause = maxPause == null ? Span.parse("1s") : maxPause;
    maxCpu = maxCpu == null ? Share.parse("95%") : maxCpu;
    maxOthers = maxOthers == null ? Share.parse("15%") : maxOthers;
    precision = precision == null ? precisionFor(maxLag) : precision;
  }

  private static Span precisionFor(Span maxLag) {
    long part = maxLag.nanos() / PRECISIONS_OF_A_LAG;
    return new Span(Math.max(LEAST_BY_DEFAULT_NANOS, Math.min(part, MOST_BY_DEFAULT_NANOS)));
  }

  /** With that limit of the lag, and the others as they are by default. */
  public Generator(Span maxLag) {
    this(maxLag, null, null, null, null, null, null);
  }

  /** Says which shares are more than the whole, and a precision that is out of its range. */
  public void check(ProfileChecks checks) {
    check("maxCpu", maxCpu, checks);
    check("maxStolen", maxStolen, checks);
    check("maxOthers", maxOthers, checks);
    if (precision.nanos() < FINEST.nanos() || precision.nanos() > COARSEST.nanos()) {
      checks.problem(
          "generator.precision",
          "found %s, expected %s to %s".formatted(precision, FINEST, COARSEST));
    }
  }

  private static void check(String key, Share share, ProfileChecks checks) {
    if (share != null && share.fraction() > 1) {
      checks.problem("generator." + key, "found \"%s\", expected at most 100%%".formatted(share));
    }
  }
}
