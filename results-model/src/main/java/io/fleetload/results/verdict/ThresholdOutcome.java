// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.Unit;
import io.fleetload.results.format.RequiredPart;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Locale;

/**
 * The outcome of a threshold on one figure.
 *
 * @param threshold the threshold as written
 * @param figure the path of the figure found
 * @param found its value in the result's unit, in windows the worst one; absent where the result
 *     has no such figure
 * @param held whether the bound held, in windows in every one
 * @param firstCrossed when the bound was crossed first; absent where it held and where no time is
 *     known
 * @param windows how many windows were judged; absent where the whole phase was
 * @param baseline what the figure was compared with; absent where the bound is a number
 * @param undecided why it cannot be said whether the bound held; absent where it can be said
 * @param interval the interval of 95 % of the value; absent where it is not known, as of a count
 * @param surely whether the bound is outside the interval, so that another run would most likely
 *     say the same; absent without an interval
 * @param byDefault {@code default} in the file: true for a {@link DefaultThresholds default
 *     threshold}; absent for one of the profile
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ThresholdOutcome(
    @RequiredPart String threshold,
    @RequiredPart String figure,
    Double found,
    boolean held,
    Crossing firstCrossed,
    Windows windows,
    OfBaseline baseline,
    String undecided,
    ConfidenceInterval interval,
    Boolean surely,
    @JsonProperty("default") Boolean byDefault) {

  /** The outcome on a figure without an interval. */
  public ThresholdOutcome(
      String threshold,
      String figure,
      Double found,
      boolean held,
      Crossing firstCrossed,
      Windows windows,
      OfBaseline baseline,
      String undecided,
      Boolean byDefault) {
    this(
        threshold,
        figure,
        found,
        held,
        firstCrossed,
        windows,
        baseline,
        undecided,
        null,
        null,
        byDefault);
  }

  /**
   * Time at which a bound was crossed.
   *
   * @param afterSeconds begin of the window, or of the second, in s from that of the measured phase
   * @param epochMs the same, in ms since the epoch
   * @param found the figure's value then; absent where there was none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Crossing(double afterSeconds, long epochMs, Double found) {}

  /**
   * The windows of a figure.
   *
   * @param seconds length of a window, in s
   * @param judged how many were judged
   * @param crossed in how many the bound did not hold
   */
  public record Windows(int seconds, int judged, int crossed) {}

  /**
   * The same figure in the run that is compared with.
   *
   * @param runId identifies that run
   * @param found the figure's value in it
   * @param bound what it allows
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record OfBaseline(String runId, Double found, Double bound) {}

  /** The same outcome as that of a default threshold. */
  public ThresholdOutcome ofDefault() {
    return new ThresholdOutcome(
        threshold,
        figure,
        found,
        held,
        firstCrossed,
        windows,
        baseline,
        undecided,
        interval,
        surely,
        true);
  }

  /**
   * The same outcome of a figure that is known within an interval.
   *
   * @param within the interval
   * @param sure whether the bound is outside of it; null if that is not judged
   * @param orUndecided why the outcome does not count where that is not so; null if it counts
   */
  public ThresholdOutcome within(ConfidenceInterval within, Boolean sure, String orUndecided) {
    boolean undecidedNow = Boolean.FALSE.equals(sure) && undecided == null && orUndecided != null;
    return new ThresholdOutcome(
        threshold,
        figure,
        found,
        held && !undecidedNow,
        undecidedNow ? null : firstCrossed,
        windows,
        baseline,
        undecidedNow ? orUndecided : undecided,
        within,
        sure,
        byDefault);
  }

  /** Returns whether the bound is inside the interval of the value, so another run may differ. */
  @JsonIgnore
  public boolean isUnsure() {
    return surely != null && !surely && undecided == null;
  }

  /** The interval as people read it, such as {@code 3.1 ms to 3.9 ms}; empty without one. */
  public String intervalText() {
    if (interval == null) {
      return "";
    }
    String low = interval.low() == null ? null : told(threshold, figure, interval.low());
    String high = interval.high() == null ? null : told(threshold, figure, interval.high());
    if (low == null || high == null) {
      return low != null ? "over " + low : high != null ? "under " + high : "too few messages";
    }
    return "%s to %s".formatted(low, high);
  }

  /** Returns whether the profile asked for it, and not the defaults. */
  public boolean ofProfile() {
    return byDefault == null;
  }

  /** The value found, with its unit; {@code nothing} where the result has no such figure. */
  public String foundWithUnit() {
    return told(threshold, figure, found);
  }

  /** The outcome in words. */
  public String sentence() {
    if (undecided != null) {
      return "threshold \"%s\" cannot be judged: %s is %s, and %s"
          .formatted(threshold, figure, foundWithUnit(), undecided);
    }
    if (windows != null && windows.judged == 0) {
      return "threshold \"%s\": there was no window of %s to judge".formatted(threshold, figure);
    }
    if (found == null && windows == null) {
      return "threshold \"%s\": the result has no figure %s".formatted(threshold, figure);
    }
    StringBuilder text =
        new StringBuilder(
            "%sthreshold \"%s\" crossed: %s "
                .formatted(ofProfile() ? "" : "default ", threshold, figure));
    if (windows == null) {
      text.append("is ").append(foundWithUnit()).append(withInterval());
    } else {
      text.append(
          "in %s of %s windows, at worst %s"
              .formatted(windows.crossed, windows.judged, foundWithUnit()));
    }
    if (baseline != null) {
      text.append(
          ", where %s is allowed (baseline %s has %s)"
              .formatted(
                  told(threshold, figure, baseline.bound),
                  baseline.runId,
                  told(threshold, figure, baseline.found)));
    }
    if (firstCrossed != null) {
      text.append(
          String.format(
              Locale.ROOT,
              ", first %.0f s into the measured phase, at %s",
              firstCrossed.afterSeconds,
              Instant.ofEpochMilli(firstCrossed.epochMs)));
      if (windows != null) {
        text.append(", with ").append(told(threshold, figure, firstCrossed.found));
      }
    }
    return text.toString();
  }

  private String withInterval() {
    return interval == null
        ? ""
        : " (%s%s)".formatted(intervalText(), isUnsure() ? ", so not surely" : "");
  }

  /**
   * Returns whether a value of the figure is shown in percent: it is a share, or a ratio with a
   * bound in percent.
   */
  public static boolean isInPercent(String threshold, String figure) {
    return FigureCatalogue.kindOf(figure)
        .map(kind -> kind.unit() == Unit.SHARE)
        .orElse(threshold.contains("%"));
  }

  /**
   * A share from 0 to 1 in percent, with as many decimals as it needs, six at most. Cut, not
   * rounded: 99.9999999 % is not all.
   */
  public static BigDecimal percent(double share) {
    return BigDecimal.valueOf(share)
        .movePointRight(2)
        .setScale(6, RoundingMode.FLOOR)
        .stripTrailingZeros();
  }

  /** A value of the figure with its unit. */
  public static String told(String threshold, String figure, Double value) {
    if (value == null) {
      return "nothing";
    }
    return isInPercent(threshold, figure)
        ? percent(value).toPlainString() + " %"
        : plain(value) + FigureCatalogue.unitOf(figure);
  }

  /** Three decimals; more for a share that would read as all or nothing. */
  public static String plain(double value) {
    if (value == Math.rint(value)) {
      return String.valueOf((long) value);
    }
    double thousandths = Math.round(value * 1_000) / 1_000.0;
    boolean tooShort = Math.abs(value) < 1 && thousandths == Math.rint(thousandths);
    return tooShort ? BigDecimal.valueOf(value).toPlainString() : String.valueOf(thousandths);
  }
}
