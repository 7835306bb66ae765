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
 * flows.*.response.p99 < 500ms}. A figure is a path into {@code result.json}; {@code *} stands for
 * every key. Bounds carry {@code %}, {@code us}, {@code ms}, {@code s}, {@code /s} or nothing;
 * times compare in ms, as the result has them.
 *
 * @param text as it was written
 * @param path the figure's path
 * @param comparison how the figure is held against the bound
 * @param bound the bound in the result's unit
 */
public record Threshold(String text, String path, Comparison comparison, double bound) {

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*([A-Za-z*][A-Za-z0-9_.*-]*)\\s*(<=|>=|==|!=|<|>)\\s*(-?[0-9]+(?:\\.[0-9]+)?)"
              + "\\s*(%|us|ms|s|/s)?\\s*");

  /** How many places the decimal point moves; exact, as 35 * 0.01 in binary is more than 0.35. */
  private static final Pattern COUNT_BY_CAUSE =
      Pattern.compile("(?:.*\\.)?(?:failedBy|notSentBy)\\..+");

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
    int unit = parts.group(4) == null ? 0 : UNITS.get(parts.group(4));
    return new Threshold(
        text.strip(),
        parts.group(1),
        Comparison.of(parts.group(2)),
        new BigDecimal(parts.group(3)).scaleByPowerOfTen(unit).doubleValue());
  }

  /** Holds the bound against every figure that the path names. */
  List<Outcome> judge(Result result) {
    List<Outcome> outcomes = new ArrayList<>();
    follow(ResultFiles.tree(result), "", path, outcomes);
    if (outcomes.isEmpty()) {
      // A cause that did not occur has no key, and its count is 0.
      Double found = COUNT_BY_CAUSE.matcher(path).matches() ? 0.0 : null;
      outcomes.add(new Outcome(text, path, found, found != null && comparison.holds(found, bound)));
    }
    return outcomes;
  }

  private void follow(JsonNode node, String walked, String rest, List<Outcome> outcomes) {
    if (rest.isEmpty()) {
      if (node.isNumber()) {
        double found = node.doubleValue();
        outcomes.add(new Outcome(text, walked, found, comparison.holds(found, bound)));
      } else if (node.isNull()) {
        // A percentile of nothing holds no bound.
        outcomes.add(new Outcome(text, walked, null, false));
      }
      return;
    }
    // A key may hold a dot itself (p99.9), so keys are matched against the path, not split off it.
    node.properties()
        .forEach(
            entry -> {
              String key = entry.getKey();
              String further = walked.isEmpty() ? key : walked + "." + key;
              if (rest.equals(key) || rest.equals("*")) {
                follow(entry.getValue(), further, "", outcomes);
              } else if (rest.startsWith(key + ".")) {
                follow(entry.getValue(), further, rest.substring(key.length() + 1), outcomes);
              } else if (rest.startsWith("*.")) {
                follow(entry.getValue(), further, rest.substring(2), outcomes);
              }
            });
  }
}
