// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.Turnover;
import java.util.List;

/**
 * Events that the devices' sessions go through while messages flow. Where gateways send for the
 * devices, the sessions are the gateways'; only sleep is always the devices'.
 */
public record Life(
    @Doc(
            value = "share of the sessions that end and begin again, spread evenly over the time",
            byDefault = "none")
        Turnover churn,
    @Doc(
            value =
                "share of the sessions that get another source port without knowing; as behind a"
                    + " NAT (network address translation) that forgot them",
            byDefault = "none")
        Turnover rebind,
    @Doc("all sessions are lost at once") Storm storm,
    @Doc("devices that send only now and then") Sleepy sleepy) {

  /** Nothing happens. */
  public static final Life NONE = new Life(null, null, null, null);

  /** All sessions are lost at once, without a word to the target, and begin again. */
  public record Storm(
      @Doc(
              value = "when, from the beginning of the measured phase, such as [1m, 5m]",
              required = true)
          List<Span> at,
      @Doc(value = "sessions begun again a second", byDefault = "all at once") Rate rate) {
    /** Keeps the list from changing. */
    public Storm {
      at = at == null ? List.of() : List.copyOf(at);
    }
  }

  /** Devices that are awake and asleep in turn; a message due in its device's sleep is not sent. */
  public record Sleepy(
      @Doc(value = "how much of the fleet", required = true) Share share,
      @Doc(value = "how long a device is awake", required = true) Span awake,
      @Doc(value = "how long it sleeps then", required = true) Span asleep) {}

  void check(Phases phases, ProfileChecks checks) {
    if (churn != null) {
      churn.check("devices.life.churn", checks);
    }
    if (rebind != null) {
      rebind.check("devices.life.rebind", checks);
    }
    if (storm != null) {
      checkStorm(phases, checks);
    }
    if (sleepy != null) {
      checkSleepy(checks);
    }
  }

  private void checkStorm(Phases phases, ProfileChecks checks) {
    if (storm.at().isEmpty()) {
      checks.problem("devices.life.storm.at", "is empty, expected at least one time such as 5m");
    }
    for (int i = 0; i < storm.at().size(); i++) {
      if (storm.at().get(i).nanos() >= phases.measure().nanos()) {
        checks.problem(
            "devices.life.storm.at[" + i + "]",
            "found \"%s\", expected less than phases.measure, which is %s"
                .formatted(storm.at().get(i), phases.measure()));
      }
    }
  }

  private void checkSleepy(ProfileChecks checks) {
    if (sleepy.share().percent() > 100) {
      checks.problem(
          "devices.life.sleepy.share",
          "found \"%s\", expected at most 100%%".formatted(sleepy.share()));
    }
    positive("awake", sleepy.awake(), checks);
    positive("asleep", sleepy.asleep(), checks);
  }

  private static void positive(String key, Span span, ProfileChecks checks) {
    if (span.nanos() == 0) {
      checks.problem(
          "devices.life.sleepy." + key,
          "found \"%s\", expected a length of time above 0".formatted(span));
    }
  }
}
