package io.fleetload.profile;

/** Limits over which the generator calls itself the limit and gives no verdict on the target. */
public record Generator(
    @Doc(
            value = "99th percentile of the time from a message's due time until it is turned to",
            byDefault = "100ms")
        Span maxLag,
    @Doc(
            value = "99th percentile of how late the fleet's thread looks at the wire",
            byDefault = "100ms")
        Span maxLoopDelay,
    @Doc(
            value =
                "the longest time that a garbage collection, or anything else, may stop the fleet's"
                    + " thread",
            byDefault = "1s")
        Span maxPause,
    @Doc(
            value = "part of the measured phase in which the fleet's one thread is busy",
            byDefault = "95%")
        Share maxCpu,
    @Doc(
            "part of the measured phase in which another thread or process has the processor while"
                + " the fleet's thread is ready to run; without it that is only reported")
        Share maxStolen) {

  /** Fills in what the profile leaves open. */
  public Generator {
    maxLag = maxLag == null ? Span.parse("100ms") : maxLag;
    maxLoopDelay = maxLoopDelay == null ? Span.parse("100ms") : maxLoopDelay;
    maxPause = maxPause == null ? Span.parse("1s") : maxPause;
    maxCpu = maxCpu == null ? Share.parse("95%") : maxCpu;
  }

  /** With that limit of the lag, and the others as they are by default. */
  public Generator(Span maxLag) {
    this(maxLag, null, null, null, null);
  }

  /** Says which shares are more than the whole. */
  public void check(ProfileChecks checks) {
    check("maxCpu", maxCpu, checks);
    check("maxStolen", maxStolen, checks);
  }

  private static void check(String key, Share share, ProfileChecks checks) {
    if (share != null && share.fraction() > 1) {
      checks.problem("generator." + key, "found \"%s\", expected at most 100%%".formatted(share));
    }
  }
}
