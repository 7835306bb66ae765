// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.figure.Unit;
import io.fleetload.results.time.LatencySummary;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound on a figure of the result: {@code <figure> <comparison> <bound>}, for example {@code
 * flows.*.response.p99 < 500ms}, or of a ratio of two figures, {@code flows.*.failed / flows.*.sent
 * < 0.1%}. A figure is a path into {@code result.json}; {@code *} means every key, in both figures
 * of a ratio for the same one. Bounds carry {@code %}, {@code us}, {@code ms}, {@code s}, {@code
 * /s} or nothing: that of their figure, and a time always has one. A bound may be that of another
 * run: {@code <= baseline * 1.10}. With {@code every 10s} it is one on every window of the measured
 * phase, and with {@code abort} after it the first crossed window ends the run. With {@code surely}
 * there is no verdict where the bound lies within the figure's interval.
 *
 * @param text as it was written
 * @param path the figure's path
 * @param divisor the path of the figure that it is divided by, or null
 * @param comparison how the figure is held against the bound
 * @param bound the bound in the result's unit; of a baseline, what its figure is multiplied by
 * @param ofBaseline whether the bound is that of another run
 * @param everySeconds length of a window, in s; 0 for the whole phase
 * @param surely whether its outcome counts only if the bound lies outside the figure's interval
 * @param abort whether a crossed window ends the run
 */
public record Threshold(
    String text,
    String path,
    String divisor,
    Relation comparison,
    double bound,
    boolean ofBaseline,
    int everySeconds,
    boolean surely,
    boolean abort) {

  private static final String FIGURE = "([A-Za-z*][A-Za-z0-9_.*-]*+)";
  private static final String NUMBER = "(-?[0-9]++(?:\\.[0-9]++)?+)";
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*+"
              + FIGURE
              + ("(?:\\s*+/\\s*+" + FIGURE + ")?+")
              + "\\s*+(<=|>=|==|!=|<|>)\\s*+(?:"
              + (NUMBER + "(?:\\s*+(%|us|ms|s|/s)(?![a-z]))?+")
              + ("|(baseline)(?:\\s*+\\*\\s*+" + NUMBER + "(?:\\s*+(%))?+)?+")
              + ")(?:\\s++every\\s++(\\S++))?+(\\s++surely)?+(\\s++abort)?+\\s*+");

  private static final Pattern WINDOW =
      Pattern.compile("([1-9][0-9]{0,6})s|([1-9][0-9]{0,4})m|([1-9][0-9]{0,3})h");

  /** Length to which an error shows a text that is no threshold, in characters. */
  private static final int LONGEST = 200;

  /**
   * Number of places by which the decimal point moves; exact, as 35 * 0.01 in binary is more than
   * 0.35.
   */
  private static final Map<String, Integer> UNITS =
      Map.of("%", -2, "us", -3, "ms", 0, "s", 3, "/s", 0);

  /** Comparison of a figure with its bound. */
  public enum Relation {
    /** Below. */
    LESS("<"),
    AT_MOST("<="),
    /** Above. */
    MORE(">"),
    AT_LEAST(">="),
    /** Exactly. */
    EQUAL("=="),
    /** Anything but. */
    DIFFERENT("!=");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    boolean holds(double figure, double bound) {
      return switch (this) {
        case LESS -> figure < bound;
        case AT_MOST -> figure <= bound;
        case MORE -> figure > bound;
        case AT_LEAST -> figure >= bound;
        case EQUAL -> figure == bound;
        case DIFFERENT -> figure != bound;
      };
    }

    /** Measure of how bad a figure is by this comparison; more is worse. */
    public double badness(double figure, double bound) {
      return switch (this) {
        case LESS, AT_MOST -> figure;
        case MORE, AT_LEAST -> -figure;
        case EQUAL -> Math.abs(figure - bound);
        case DIFFERENT -> -Math.abs(figure - bound);
      };
    }

    /** Returns whether a count that only grows stays over the bound once it is. */
    public boolean isUpper() {
      return this == LESS || this == AT_MOST || this == EQUAL;
    }

    static Relation of(String sign) {
      for (Relation each : values()) {
        if (each.sign.equals(sign)) {
          return each;
        }
      }
      throw new IllegalArgumentException("no comparison " + sign);
    }
  }

  /**
   * Reads a threshold.
   *
   * @throws IllegalArgumentException with one line that says what is allowed
   */
  public static Threshold parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "found \""
              + (text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text)
              + "\", expected <figure> <comparison> <bound>,"
              + " such as flows.telemetry.response.p99 < 500ms");
    }
    boolean ofBaseline = parts.group(6) != null;
    String number = ofBaseline ? parts.group(7) : parts.group(4);
    String unit = ofBaseline ? parts.group(8) : parts.group(5);
    String path = LatencySummary.named(parts.group(1));
    String divisor = parts.group(2) == null ? null : LatencySummary.named(parts.group(2));
    BigDecimal bound =
        new BigDecimal(number == null ? "1" : number)
            .scaleByPowerOfTen(unit == null ? 0 : UNITS.get(unit));
    if (!ofBaseline) {
      bound = converted(path, divisor, bound, unit, text.strip());
    }
    return new Threshold(
        text.strip(),
        path,
        divisor,
        Relation.of(parts.group(3)),
        bound.doubleValue(),
        ofBaseline,
        parts.group(9) == null ? 0 : window(parts.group(9)),
        parts.group(10) != null,
        parts.group(11) != null);
  }

  /**
   * Converts a bound to the unit of its figure or ratio; that of a figure that is not known stays.
   *
   * @param bound times in ms, all else as the result has it
   * @param unit as it was written, or null
   * @throws IllegalArgumentException if the bound has another kind of unit than the figure
   */
  private static BigDecimal converted(
      String path, String divisor, BigDecimal bound, String unit, String text) {
    Unit figure = FigureCatalogue.kindOf(path).map(FigureKind::unit).orElse(null);
    if (divisor != null && figure != null) {
      Unit of = FigureCatalogue.kindOf(divisor).map(FigureKind::unit).orElse(null);
      if (figure != Unit.COUNT || (of != Unit.COUNT && of != Unit.SECONDS)) {
        refuse(of == null ? null : ofRatio(figure == of, unit), text);
        return bound;
      }
      figure = of == Unit.SECONDS ? Unit.RATE : Unit.SHARE;
    }
    if (figure == null) {
      return bound;
    }
    // Nothing is as much in any unit, so a bare 0 may be a time; 0ms is no count.
    if (unit != null || bound.signum() != 0) {
      refuse(expected(figure, bound, unit), text);
    }
    return figure == Unit.SECONDS && isTime(unit) ? bound.scaleByPowerOfTen(-3) : bound;
  }

  private static void refuse(String expected, String text) {
    if (expected != null) {
      throw new IllegalArgumentException("found \"%s\", expected %s".formatted(text, expected));
    }
  }

  /** Says what a bound on a figure should be; null if it is that. */
  private static String expected(Unit figure, BigDecimal bound, String unit) {
    return switch (figure) {
      case COUNT -> unit == null ? null : "a number without a unit, as this is a count";
      case BYTES -> unit == null ? null : "a number without a unit, in bytes";
      case MEGABYTES -> unit == null ? null : "a number without a unit, in MB";
      case SECONDS_PER_MILLION ->
          unit == null ? null : "a number without a unit, in s for a million messages";
      case SHARE ->
          "%".equals(unit) || (unit == null && bound.abs().compareTo(BigDecimal.ONE) < 0)
              ? null
              : "a share, such as 99% or 0.5%";
      case RATE -> unit == null || unit.equals("/s") ? null : "a rate, such as 100/s";
      case MILLIS -> isTime(unit) ? null : "a time with its unit, such as 500ms or 2s";
      case SECONDS -> isTime(unit) || unit == null ? null : "a time, such as 30s";
    };
  }

  /** The same of a ratio that is neither a share nor a rate. */
  private static String ofRatio(boolean ofSameUnit, String unit) {
    if (unit == null || (ofSameUnit && unit.equals("%"))) {
      return null;
    }
    return ofSameUnit
        ? "a number without a unit, such as 3, or 300%, as this is a ratio"
        : "a number without a unit, as this is a ratio of two units";
  }

  private static boolean isTime(String unit) {
    return unit != null && unit.endsWith("s") && !unit.equals("/s");
  }

  private static int window(String text) {
    Matcher parts = WINDOW.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "found every \"%s\", expected a whole number of seconds or more, such as every 10s"
              .formatted(text));
    }
    return parts.group(1) != null
        ? Integer.parseInt(parts.group(1))
        : parts.group(2) != null
            ? Integer.parseInt(parts.group(2)) * 60
            : Integer.parseInt(parts.group(3)) * 3_600;
  }

  /** Returns whether it is judged window by window. */
  public boolean windowed() {
    return everySeconds > 0;
  }

  /** Returns whether it is on figures of single tenants. */
  public boolean ofTenants() {
    return ofTenants(path) || (divisor != null && ofTenants(divisor));
  }

  private static boolean ofTenants(String figure) {
    return figure.startsWith("tenants.") || figure.startsWith("*.");
  }

  /** The path or ratio of the figures that it names. */
  public FigurePath figures() {
    return new FigurePath(path, divisor);
  }

  /**
   * Returns whether a figure that may be wrong keeps its bound at both of its ends, or at none.
   *
   * @param error by how much it may be wrong either way, in its unit
   */
  public boolean isDecided(double figure, double error, double allowed) {
    // Between its ends an exact figure is crossed too, so nothing but a clear distance decides.
    boolean exact = comparison == Relation.EQUAL || comparison == Relation.DIFFERENT;
    return exact
        ? Math.abs(figure - allowed) > error
        : comparison.holds(figure - error, allowed) == comparison.holds(figure + error, allowed);
  }

  /**
   * Returns whether all values of an interval keep the bound, or none does.
   *
   * @param interval of the figure; an end that is not known may be anywhere
   */
  public boolean isSure(ConfidenceInterval interval, double allowed) {
    boolean exact = comparison == Relation.EQUAL || comparison == Relation.DIFFERENT;
    if (exact) {
      return (interval.low() != null && interval.low() > allowed)
          || (interval.high() != null && interval.high() < allowed)
          || (interval.isWhole() && interval.low() == allowed && interval.high() == allowed);
    }
    double low = interval.low() == null ? Double.NEGATIVE_INFINITY : interval.low();
    double high = interval.high() == null ? Double.POSITIVE_INFINITY : interval.high();
    return comparison.holds(low, allowed) == comparison.holds(high, allowed);
  }

  /**
   * Returns whether a figure keeps its bound; a figure or a bound that is not there is not kept.
   */
  public boolean holds(Double figure, Double allowed) {
    return figure != null && allowed != null && comparison.holds(figure, allowed);
  }
}
