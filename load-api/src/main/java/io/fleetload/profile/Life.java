// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.OrText;
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
    @Doc("devices that send only now and then") Sleepy sleepy,
    @Doc(
            value =
                "the devices join the fleet, one after the other; none has a session or sends"
                    + " anything before",
            byDefault = "they are there from the beginning")
        Wave joins,
    @Doc(
            value = "the devices leave the fleet for good, one after the other",
            byDefault = "they stay")
        Wave leaves) {

  /** Nothing happens. */
  public static final Life NONE = new Life(null, null, null, null);

  /** The life of devices that are there all the time. */
  public Life(Turnover churn, Turnover rebind, Storm storm, Sleepy sleepy) {
    this(churn, rebind, storm, sleepy, null, null);
  }

  /** Devices that do the same one after the other: of n, device i at {@code at + over * i / n}. */
  @OrText("a length of time such as 5m, or a mapping with at, over")
  public record Wave(
      @Doc(
              value = "when the first one does, from the beginning of the measured phase",
              required = true)
          Span at,
      @Doc(
              value = "how long until the last one does, evenly",
              byDefault = "they join at phases.connect.rate, and leave all at once")
          Span over) {
    /** Longer than any run, so that a sum with it is a number of ns. */
    private static final double LONGEST_SECONDS = 1e9;

    /** Reads a wave from a mapping. */
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public Wave {}

    /** Reads a wave from the time of its begin. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Wave of(String at) {
      return new Wave(Span.parse(at), null);
    }

    /** The same, where the profile leaves open how long it takes. */
    public Wave orOver(double seconds) {
      return over == null
          ? new Wave(at, new Span(Math.round(Math.min(seconds, LONGEST_SECONDS) * 1e9)))
          : this;
    }

    /**
     * Time of a device, ns from the beginning of the measured phase. The wave's length is known.
     *
     * @param place of the device, 0 and more
     * @param devices number of all of them
     */
    public long nanos(int place, int devices) {
      return at.nanos() + Math.round((double) over.nanos() * place / devices);
    }

    private long endNanos() {
      return at.nanos() + over.nanos();
    }
  }

  /**
   * The wave in which devices join; null if they are there from the beginning.
   *
   * @param devices number of them
   * @param rate sessions begun a second, where the profile does not say how long the wave takes
   */
  public Wave joins(int devices, Rate rate) {
    return joins == null ? null : joins.orOver(devices / rate.perSecond());
  }

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
      @Doc(value = "how long it sleeps then", required = true) Span asleep,
      @Doc(
              value =
                  "whether it ends its session when it falls asleep, and begins it again when it"
                      + " wakes; these count as churn",
              byDefault = "false")
          boolean offline) {}

  void check(Phases phases, int devices, ProfileChecks checks) {
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
    Wave joining = joins(devices, phases.connect().rate());
    if (joins != null) {
      checkWave("devices.life.joins", joins, joining, phases, checks);
    }
    if (leaves != null) {
      checkWave("devices.life.leaves", leaves, leaves.orOver(0), phases, checks);
      checks.when(
          joins != null && leaves.at().nanos() < joining.endNanos(),
          "devices.life.leaves",
          "found \"%s\", expected at least %s, as the devices join until then"
              .formatted(leaves.at(), joining == null ? null : new Span(joining.endNanos())));
    }
  }

  private static void checkWave(
      String path, Wave written, Wave wave, Phases phases, ProfileChecks checks) {
    Span end = phases.measure();
    if (wave.at().nanos() >= end.nanos()) {
      checks.problem(
          path,
          "found \"%s\", expected less than phases.measure, which is %s".formatted(wave.at(), end));
    } else if (wave.endNanos() > end.nanos()) {
      checks.problem(
          written.over() == null ? path : path + ".over",
          written.over() == null
              ? "found \"%s\", expected an end within phases.measure, which is %s: all take %s at phases.connect.rate"
                  .formatted(wave.at(), end, wave.over())
              : "found \"%s\", expected an end within phases.measure, which is %s"
                  .formatted(wave.over(), end));
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
