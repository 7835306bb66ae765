package io.fleetload.profile;

/** Limits over which the generator calls itself the limit and gives no verdict on the target. */
public record Generator(
    @Doc(
            value = "99th percentile of the time from a message's due time until it is turned to",
            byDefault = "100ms")
        Span maxLag) {

  /** Fills in what the profile leaves open. */
  public Generator {
    maxLag = maxLag == null ? Span.parse("100ms") : maxLag;
  }
}
