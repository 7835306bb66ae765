package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound on a figure of the result: {@code <figure> <comparison> <bound>}, for example {@code
 * flows.*.response.p99 < 500ms}, or of a ratio of two figures, {@code flows.*.failed / flows.*.sent
 * < 0.1%}. A figure is a path into {@code result.json}; {@code *} stands for every key, in both
 * figures of a ratio for the same one. Bounds carry {@code %}, {@code us}, {@code ms}, {@code s},
 * {@code /s} or nothing; times compare in ms, as the result has them.
 *
 * @param text as it was written
 * @param path the figure's path
 * @param divisor the path of the figure that it is divided by, or null
 * @param comparison how the figure is held against the bound
 * @param bound the bound in the result's unit
 */
public record Threshold(
    String text, String path, String divisor, Comparison comparison, double bound) {

  private static final String FIGURE = "([A-Za-z*][A-Za-z0-9_.*-]*)";
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*"
              + FIGURE
              + "(?:\\s*/\\s*"
              + FIGURE
              + ")?\\s*(<=|>=|==|!=|<|>)\\s*(-?[0-9]+(?:\\.[0-9]+)?)\\s*(%|us|ms|s|/s)?\\s*");

  private static final Pattern COUNT_BY_CAUSE =
      Pattern.compile("(?:.*\\.)?(?:failedBy|notSentBy)\\..+");

  /** How many places the decimal point moves; exact, as 35 * 0.01 in binary is more than 0.35. */
  private static final Map<String, Integer> UNITS =
      Map.of("%", -2, "us", -3, "ms", 0, "s", 3, "/s", 0);

  /** How a figure is held against its bound. */
  public enum Comparison {
    /** Below. */
    LESS("<"),
    /** At most. */
    AT_MOST("<="),
    /** Above. */
    MORE(">"),
    /** At least. */
    AT_LEAST(">="),
    /** Exactly. */
    EQUAL("=="),
    /** Anything but. */
    DIFFERENT("!=");

    private final String sign;

    Comparison(String sign) {
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

    static Comparison of(String sign) {
      for (Comparison each : values()) {
        if (each.sign.equals(sign)) {
          return each;
        }
      }
      throw new IllegalArgumentException("no comparison " + sign);
    }
  }

  /**
   * What one figure said to a threshold.
   *
   * @param threshold the threshold as written
   * @param figure the path of the figure found
   * @param found its value in the result's unit; null where the result has no such figure
   * @param held whether the bound held
   */
  public record Outcome(String threshold, String figure, Double found, boolean held) {
    /** The outcome in words. */
    public String sentence() {
      return found == null
          ? "threshold \"" + threshold + "\": the result has no figure " + figure
          : String.format(
              Locale.ROOT, "threshold \"%s\" crossed: %s is %s", threshold, figure, plain(found));
    }

    private static String plain(double value) {
      return value == Math.rint(value)
          ? String.valueOf((long) value)
          : String.valueOf(Math.round(value * 1_000) / 1_000.0);
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
              + text
              + "\", expected <figure> <comparison> <bound>,"
              + " such as flows.telemetry.response.p99 < 500ms");
    }
    int unit = parts.group(5) == null ? 0 : UNITS.get(parts.group(5));
    return new Threshold(
        text.strip(),
        parts.group(1),
        parts.group(2),
        Comparison.of(parts.group(3)),
        new BigDecimal(parts.group(4)).scaleByPowerOfTen(unit).doubleValue());
  }

  /** Holds the bound against every figure that the path names. */
  List<Outcome> judge(Result result) {
    JsonNode tree = ResultFiles.tree(result);
    List<Outcome> outcomes = new ArrayList<>();
    for (Figure dividend : figures(tree, path)) {
      Figure figure = divisor == null ? dividend : dividend.over(divisor, tree);
      boolean held = figure.value != null && comparison.holds(figure.value, bound);
      outcomes.add(new Outcome(text, figure.name, figure.value, held));
    }
    return outcomes;
  }

  private static List<Figure> figures(JsonNode tree, String path) {
    List<Figure> found = new ArrayList<>();
    follow(tree, new Figure("", List.of(), null), path, found);
    if (found.isEmpty()) {
      // A cause that did not occur has no key, and its count is 0.
      Double none = COUNT_BY_CAUSE.matcher(path).matches() ? 0.0 : null;
      found.add(new Figure(path, List.of(), none));
    }
    return found;
  }

  private static void follow(JsonNode node, Figure walked, String rest, List<Figure> found) {
    if (rest.isEmpty()) {
      // A percentile of nothing is there and null: it holds no bound.
      if (node.isNumber() || node.isNull()) {
        found.add(walked.with(node.isNull() ? null : node.doubleValue()));
      }
      return;
    }
    // A key may hold a dot itself (p99.9), so keys are matched against the path, not split off it.
    node.properties()
        .forEach(
            entry -> {
              String key = entry.getKey();
              JsonNode below = entry.getValue();
              if (rest.equals(key)) {
                follow(below, walked.below(key, false), "", found);
              } else if (rest.equals("*")) {
                follow(below, walked.below(key, true), "", found);
              } else if (rest.startsWith(key + ".")) {
                follow(below, walked.below(key, false), rest.substring(key.length() + 1), found);
              } else if (rest.startsWith("*.")) {
                follow(below, walked.below(key, true), rest.substring(2), found);
              }
            });
  }

  /** A figure on the way to it or found: its name, the keys that stars stood for, its value. */
  private record Figure(String name, List<String> stars, Double value) {
    Figure below(String key, boolean star) {
      List<String> more = new ArrayList<>(stars);
      if (star) {
        more.add(key);
      }
      return new Figure(name.isEmpty() ? key : name + "." + key, more, null);
    }

    Figure with(Double found) {
      return new Figure(name, stars, found);
    }

    /** The ratio of this to another figure; of nothing by nothing there is none. */
    Figure over(String divisor, JsonNode tree) {
      String path = divisor;
      for (String star : stars) {
        path = path.replaceFirst("\\*", Matcher.quoteReplacement(star));
      }
      Figure by = figures(tree, path).get(0);
      boolean none = value == null || by.value == null || (by.value == 0 && value == 0);
      return new Figure(name + " / " + by.name, stars, none ? null : value / by.value);
    }
  }
}
