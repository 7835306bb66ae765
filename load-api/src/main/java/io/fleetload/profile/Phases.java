// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import io.fleetload.results.time.ResponseIntervals;
import java.time.Duration;
import java.util.stream.Collectors;

/** The phases of a run, in their order: connect, ramp, warm-up, measure, drain. */
public record Phases(
    @Doc("how the devices connect") Connect connect,
    @Doc(value = "rates grow from 0 to those that measuring begins with", byDefault = "0s")
        Span ramp,
    @Doc(
            value =
                "these rates, counted apart from what is measured: so long, or until response times"
                    + " and backlog are steady, within 3m unless it says otherwise",
            byDefault = "0s")
        WarmUp warmUp,
    @Doc(
            value =
                "measured: so long, or until a figure of the response times of every flow is known so"
                    + " precisely; required without stages",
            byDefault = "as long as the stages")
        @JsonProperty("measure")
        Measure measuring,
    @Doc(
            value =
                "the longest wait for outcomes at the end; at least devices.timeout and the ttd of a"
                    + " command query, so that every message has its time",
            byDefault = "that, or 15s where it is shorter")
        Span drain) {

  private static final Span DEFAULT_DRAIN = Span.parse("15s");

  /** Longest wait for the interval with which measuring begins, s. */
  private static final int MOST_SECONDS_TO_BEGIN = 60;

  /** Settings by which the devices connect. */
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

    /** Time that it takes to begin so many connections. */
    public Duration of(int sessions) {
      return Duration.ofMillis(Math.round(sessions * 1e3 / rate.perSecond()));
    }
  }

  /** Fills in what the profile leaves open, but for what follows from its other parts. */
  public Phases {
    connect = connect == null ? new Connect(null, null, null) : connect;
    ramp = ramp == null ? new Span(0) : ramp;
    warmUp = warmUp == null ? WarmUp.NONE : warmUp;
  }

  /** The length of the measured phase, of one until a precision the longest; null if it is open. */
  public Span measure() {
    return measuring == null ? null : measuring.longest();
  }

  /** The same with the measured phase's length, where the profile leaves it open. */
  public Phases orMeasure(Span length) {
    return measuring != null
        ? this
        : new Phases(connect, ramp, warmUp, length == null ? null : Measure.of(length), drain);
  }

  /** The same with a drain that lasts so long, where the profile leaves it open. */
  public Phases orDrain(Span shortest) {
    Span byDefault = shortest.nanos() > DEFAULT_DRAIN.nanos() ? shortest : DEFAULT_DRAIN;
    return drain != null ? this : new Phases(connect, ramp, warmUp, measuring, byDefault);
  }

  /**
   * Length of the intervals in which response times are kept, in s. It follows from the profile
   * alone, so all shards of a run have the same.
   */
  public int intervalSeconds() {
    return ResponseIntervals.lengthFor(runSeconds());
  }

  /** The same of the parts of a flow where so many of them are kept apart, in s. */
  public int intervalSeconds(int parts) {
    return ResponseIntervals.lengthFor(runSeconds(), parts);
  }

  /** The longest that the run takes without connecting, in s. */
  public double runSeconds() {
    return beforeDrain().seconds() + drain.seconds();
  }

  /** The longest from the begin of the flows to the end of the measured phase. */
  public Span beforeDrain() {
    return new Span(ramp.nanos() + warmUp.longest().nanos() + measure().nanos());
  }

  /** Says what is wrong with them in the run of a profile. */
  public void check(LoadProfile profile, ProfileChecks checks) {
    if (measuring != null) {
      measuring.check("phases.measure", checks);
    }
    Span longest = LoadProfile.longestWait(profile.waits());
    if (drain.nanos() < longest.nanos()) {
      String parts =
          profile.waits().entrySet().stream()
              .map(each -> each.getKey() + " " + each.getValue())
              .collect(Collectors.joining(" + "));
      checks.problem(
          "phases.drain",
          ("found \"%s\", expected at least %s (%s), or a shorter devices.timeout: messages sent at"
                  + " the end would have no outcome")
              .formatted(drain, longest, parts));
    }
    if (measuring != null) {
      checkWarmUp(profile, checks);
    }
  }

  private void checkWarmUp(LoadProfile profile, ProfileChecks checks) {
    warmUp.check("phases.warmUp", checks);
    if (warmUp.untilSteady() && profile.tenantIntervalSeconds() > MOST_SECONDS_TO_BEGIN) {
      checks.problem(
          "phases.warmUp",
          ("found \"%s\", expected a length of time such as 2m: a run as long as this one keeps what"
                  + " each of %s tenants did in intervals of %s s; measuring has to begin with one"
                  + " of them")
              .formatted(warmUp, profile.sharedBy().count(), profile.tenantIntervalSeconds()));
    }
  }
}
