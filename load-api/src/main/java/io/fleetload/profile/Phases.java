package io.fleetload.profile;

/** The phases of a run, in their order: connect, ramp, warm-up, measure, drain. */
public record Phases(
    @Doc("how the devices connect") Connect connect,
    @Doc(value = "rates grow from 0 to what is asked", byDefault = "0s") Span ramp,
    @Doc(value = "full rates, counted apart from what is measured", byDefault = "0s") Span warmUp,
    @Doc(value = "full rates, measured", required = true) Span measure,
    @Doc(value = "the longest wait for what is still in flight at the end", byDefault = "15s")
        Span drain) {

  /** How the devices connect. */
  public record Connect(
      @Doc(value = "connections begun a second", byDefault = "200/s") Rate rate,
      @Doc(value = "the longest wait for one attempt", byDefault = "10s") Span timeout,
      @Doc(value = "attempts a device", byDefault = "3", least = 1, most = 100) Integer attempts) {
    /** Fills in what the profile leaves open. */
    public Connect {
      rate = rate == null ? Rate.parse("200/s") : rate;
      timeout = timeout == null ? Span.parse("10s") : timeout;
      attempts = attempts == null ? 3 : attempts;
    }
  }

  /** Fills in what the profile leaves open. */
  public Phases {
    connect = connect == null ? new Connect(null, null, null) : connect;
    ramp = ramp == null ? new Span(0) : ramp;
    warmUp = warmUp == null ? new Span(0) : warmUp;
    drain = drain == null ? Span.parse("15s") : drain;
  }
}
