// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;

/** Figures as the page prints them: thousands apart, a fixed number of decimals in a column. */
public final class FigureFormat {
  /** Printed where nothing was measured; not a zero. */
  public static final String NOTHING = "–";

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private FigureFormat() {}

  public static String count(JsonNode value) {
    return value.isNumber() ? count(value.longValue()) : NOTHING;
  }

  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  public static String oneDecimal(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%,.1f", value.doubleValue()) : NOTHING;
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

  /** A share from 0 to 1 in percent. Cut, not rounded: 99.999 % is not all. */
  public static String percent(JsonNode share) {
    return share.isNumber()
        ? String.format(Locale.ROOT, "%.2f", Math.floor(share.doubleValue() * 1e4 + 1e-7) / 1e2)
        : NOTHING;
  }

  /**
   * Returns a share in percent with as many decimals as needed, six at most, so that 99.9999 %
   * differs from 99.999 %.
   */
  public static String exactPercent(JsonNode share) {
    if (!share.isNumber()) {
      return NOTHING;
    }
    BigDecimal percent = ThresholdOutcome.percent(share.doubleValue());
    return percent.setScale(Math.max(2, percent.scale()), RoundingMode.UNNECESSARY).toPlainString();
  }

  /** A share of a whole that is never printed as 0 when it is something. */
  public static String shareOf(long part, long whole) {
    if (whole == 0) {
      return NOTHING;
    }
    double percent = 100.0 * part / whole;
    return part > 0 && percent < 0.01 ? "< 0.01 %" : String.format(Locale.ROOT, "%.2f %%", percent);
  }

  /**
   * A figure of unknown kind with no more decimals than it needs, and more than three where it is a
   * share that would read as all or nothing.
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
    return millis.isNumber()
        ? String.format(Locale.ROOT, "%,.1f", millis.doubleValue() / 1e3)
        : NOTHING;
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
