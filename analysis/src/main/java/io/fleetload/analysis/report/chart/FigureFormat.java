// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.Unit;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Figures as the page prints them: thousands apart, counts exact, and what is measured with three
 * significant digits.
 */
public final class FigureFormat {
  /** Printed where nothing was measured; not a zero. */
  public static final String NOTHING = "–";

  private static final int DIGITS = 3;

  /** Digits after which two figures that differ may read alike. */
  private static final int MOST_DIGITS = 12;

  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private FigureFormat() {}

  public static String count(JsonNode value) {
    return value.isNumber() ? count(value.longValue()) : NOTHING;
  }

  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A measured figure, such as a time: three significant digits. */
  public static String digits(JsonNode value) {
    return value.isNumber() ? digits(value.doubleValue()) : NOTHING;
  }

  public static String digits(double value) {
    return !Double.isFinite(value) ? NOTHING : text(rounded(BigDecimal.valueOf(value), DIGITS));
  }

  /** A rate: three significant digits, or all whole ones; one that is whole has no decimals. */
  public static String rate(JsonNode value) {
    return value.isNumber() ? rate(value.doubleValue()) : NOTHING;
  }

  public static String rate(double value) {
    return Math.abs(value) >= 1_000 || value == Math.rint(value)
        ? count(Math.round(value))
        : digits(value);
  }

  private static BigDecimal rounded(BigDecimal value, int digits) {
    BigDecimal rounded = value.round(new MathContext(digits, RoundingMode.HALF_UP));
    return rounded.signum() == 0
        ? BigDecimal.ZERO
        // 5 is printed as 5.00, so that a column shows what is known.
        : rounded.setScale(Math.max(0, digits - rounded.precision() + rounded.scale()));
  }

  /** Rounds a value, but never to a mark that it is not, and never past one. */
  private static BigDecimal roundedBeside(BigDecimal value, int least, List<BigDecimal> marks) {
    int digits = least;
    BigDecimal rounded = rounded(value, digits);
    while (digits < MOST_DIGITS && !onTheSameSide(value, rounded, marks)) {
      digits++;
      rounded = rounded(value, digits);
    }
    return rounded.stripTrailingZeros();
  }

  private static boolean onTheSameSide(
      BigDecimal value, BigDecimal rounded, List<BigDecimal> marks) {
    return marks.stream().allMatch(each -> value.compareTo(each) == rounded.compareTo(each));
  }

  private static String text(BigDecimal value) {
    return String.format(Locale.ROOT, "%,." + Math.max(0, value.scale()) + "f", value);
  }

  /**
   * An interval of 95 %, such as {@code 7.6–9.9}; {@code over 7.6} where there are too few messages
   * to know its upper end; empty if it has no width or no end is known.
   */
  static String within(JsonNode interval, Function<JsonNode, String> figure) {
    boolean low = interval.path(0).isNumber();
    boolean high = interval.path(1).isNumber();
    if (low && interval.path(0).equals(interval.path(1))) {
      return "";
    }
    return low && high
        ? figure.apply(interval.path(0)) + "–" + figure.apply(interval.path(1))
        : low
            ? "over " + figure.apply(interval.path(0))
            : high ? "under " + figure.apply(interval.path(1)) : "";
  }

  /**
   * A share from 0 to 1 in percent: three significant digits, and as many more as it takes that
   * 99.999 % does not read as all.
   */
  public static String percent(JsonNode share) {
    return share.isNumber() ? percent(share.doubleValue()) : NOTHING;
  }

  static String percent(double share) {
    return percent(share, List.of());
  }

  private static String percent(double share, List<BigDecimal> marks) {
    List<BigDecimal> all = new ArrayList<>(marks);
    all.add(ALL);
    return text(roundedBeside(BigDecimal.valueOf(share).movePointRight(2), DIGITS, all));
  }

  /**
   * The value that a threshold found, or another one of the same figure, with its unit. It has as
   * many digits as it takes to see on which side of the bound it lies.
   *
   * @param outcome of the threshold
   * @param value of its figure
   */
  public static String found(JsonNode outcome, JsonNode value) {
    String figure = outcome.path("figure").asText();
    if (!value.isNumber()) {
      return NOTHING;
    }
    Double bound = boundOf(outcome);
    List<BigDecimal> marks = bound == null ? List.of() : List.of(BigDecimal.valueOf(bound));
    if (ThresholdOutcome.isInPercent(outcome.path("threshold").asText(), figure)) {
      return percent(
              value.doubleValue(), marks.stream().map(each -> each.movePointRight(2)).toList())
          + " %";
    }
    Unit unit = FigureCatalogue.kindOf(figure).map(FigureKind::unit).orElse(null);
    double found = value.doubleValue();
    boolean whole = found == Math.rint(found) && unit != Unit.MILLIS;
    BigDecimal exact = BigDecimal.valueOf(found);
    int least = unit == Unit.RATE ? Math.max(DIGITS, exact.precision() - exact.scale()) : DIGITS;
    return (whole ? count((long) found) : text(roundedBeside(exact, least, marks)))
        + FigureCatalogue.unitOf(figure);
  }

  /**
   * The bound that an outcome was judged by, in the unit of its figure; null if it is not known.
   */
  static Double boundOf(JsonNode outcome) {
    if (outcome.path("baseline").path("bound").isNumber()) {
      return outcome.path("baseline").path("bound").doubleValue();
    }
    try {
      Threshold threshold = Threshold.parse(outcome.path("threshold").asText());
      return threshold.ofBaseline() ? null : (Double) threshold.bound();
    } catch (IllegalArgumentException e) {
      // An older version, or a newer one, may have allowed it.
      return null;
    }
  }

  /** A share of a whole that is never printed as 0 when it is something. */
  public static String shareOf(long part, long whole) {
    if (whole == 0) {
      return NOTHING;
    }
    double share = 1.0 * part / whole;
    return part > 0 && share < 0.0001 ? "< 0.01 %" : percent(share) + " %";
  }

  /**
   * A figure that was not measured, such as a limit, with no more decimals than it needs, and more
   * than three where it is a share that would read as all or nothing.
   */
  public static String plain(double value) {
    if (value == Math.rint(value)) {
      return count((long) value);
    }
    double thousandths = Math.round(value * 1e3) / 1e3;
    if (Math.abs(value) < 1 && thousandths == Math.rint(thousandths)) {
      return BigDecimal.valueOf(value).toPlainString();
    }
    return String.format(Locale.ROOT, "%,.3f", value).replaceAll("\\.?0+$", "");
  }

  public static String plain(JsonNode value) {
    return value.isNumber() ? plain(value.doubleValue()) : NOTHING;
  }

  /** Milliseconds as seconds. */
  static String seconds(JsonNode millis) {
    return millis.isNumber() ? digits(millis.doubleValue() / 1e3) : NOTHING;
  }

  public static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole >= 7_200) {
      return whole / 3_600 + " h " + whole % 3_600 / 60 + " min";
    }
    if (whole >= 120) {
      return whole % 60 == 0 ? whole / 60 + " minutes" : whole / 60 + " min " + whole % 60 + " s";
    }
    return whole + (whole == 1 ? " second" : " seconds");
  }

  public static String time(long epochMs) {
    return MINUTE.format(Instant.ofEpochMilli(epochMs));
  }
}
