// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.figure;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names figures in a tree of figures: a path with dots, in which {@code *} means every key, or the
 * ratio of two of them, in both of which it means the same key.
 *
 * @param path the path
 * @param divisor the path of what it is divided by, or null
 */
public record FigurePath(String path, String divisor) {
  public static final String RATIO = " / ";
  private static final String INTERVALS = "intervals";
  private static final String INTERVAL = "Interval";

  private static final Pattern COUNT_BY_CAUSE =
      Pattern.compile("(?:.*\\.)?(?:failedBy|notSentBy)\\..+");

  /** The path of a figure by the name under which it was found. */
  public static FigurePath named(String name) {
    int ratio = name.indexOf(RATIO);
    return ratio < 0
        ? new FigurePath(name, null)
        : new FigurePath(name.substring(0, ratio), name.substring(ratio + RATIO.length()));
  }

  /** The figures that it names; one without a value if the tree does not have the figure. */
  public List<FoundFigure> in(JsonNode tree) {
    return of(figures(tree, path), tree);
  }

  /** The figures that it names, which may be none. */
  public List<FoundFigure> presentIn(JsonNode tree) {
    List<FoundFigure> found = new ArrayList<>();
    follow(tree, new FoundFigure("", List.of(), null, null), path, found);
    return of(found.isEmpty() && isCountByCause() ? figures(tree, path) : found, tree);
  }

  private List<FoundFigure> of(List<FoundFigure> dividends, JsonNode tree) {
    return divisor == null
        ? dividends
        : dividends.stream().map(each -> each.over(divisor, tree)).toList();
  }

  private boolean isCountByCause() {
    return COUNT_BY_CAUSE.matcher(path).matches();
  }

  private static List<FoundFigure> figures(JsonNode tree, String path) {
    List<FoundFigure> found = new ArrayList<>();
    follow(tree, new FoundFigure("", List.of(), null, null), path, found);
    if (found.isEmpty()) {
      // A cause that did not occur has no key, and its count is 0.
      Double none = COUNT_BY_CAUSE.matcher(path).matches() ? 0.0 : null;
      found.add(new FoundFigure(path, List.of(), none, null));
    }
    return found;
  }

  private static void follow(
      JsonNode node, FoundFigure walked, String rest, List<FoundFigure> found) {
    if (rest.isEmpty()) {
      // One that is there and null holds no bound.
      if (node.isNumber() || node.isNull()) {
        found.add(walked.with(node.isNull() ? null : node.doubleValue()));
      }
      return;
    }
    if (LatencySummary.TIMES.contains(rest)
        && !node.has(rest)
        && node.path("count").intValue() == 0
        && node.has("count")) {
      // A percentile of nothing is a figure without a value, and holds no bound.
      found.add(walked.below(rest, false));
    }
    // A key may hold a dot itself (the cause 5.03), so keys are matched against the path.
    node.properties()
        .forEach(
            entry -> {
              String key = entry.getKey();
              JsonNode below = entry.getValue();
              if (rest.equals(key)) {
                follow(below, walked.below(key, false).within(interval(node, key)), "", found);
              } else if (rest.equals("*")) {
                follow(below, walked.below(key, true), "", found);
              } else if (rest.startsWith(key + ".")) {
                follow(below, walked.below(key, false), rest.substring(key.length() + 1), found);
              } else if (rest.startsWith("*.")) {
                follow(below, walked.below(key, true), rest.substring(2), found);
              }
            });
  }

  /** The intervals of 95 % of a result, by the names of their figures. */
  public static Map<String, ConfidenceInterval> intervals(JsonNode result) {
    Map<String, ConfidenceInterval> found = new LinkedHashMap<>();
    addIntervals(result, "", found);
    return found;
  }

  private static void addIntervals(
      JsonNode node, String path, Map<String, ConfidenceInterval> found) {
    node.properties()
        .forEach(
            each -> {
              String key = each.getKey();
              JsonNode below = each.getValue();
              if (key.equals(INTERVALS)) {
                below
                    .fieldNames()
                    .forEachRemaining(time -> found.put(path + time, interval(node, time)));
              } else if (key.endsWith(INTERVAL) && below.isArray()) {
                String figure = key.substring(0, key.length() - INTERVAL.length());
                found.put(path + figure, interval(node, figure));
              } else if (below.isObject()) {
                addIntervals(below, path + key + ".", found);
              }
            });
  }

  /** The interval of a figure is beside it: of times by their keys, of a share by its name. */
  private static ConfidenceInterval interval(JsonNode parent, String key) {
    JsonNode interval =
        parent.path(INTERVALS).has(key)
            ? parent.path(INTERVALS).path(key)
            : parent.path(key + INTERVAL);
    return interval.isArray()
        ? new ConfidenceInterval(end(interval.path(0)), end(interval.path(1)))
        : null;
  }

  private static Double end(JsonNode end) {
    return end.isNumber() ? (Double) end.doubleValue() : null;
  }

  /**
   * A figure on the way to it or found.
   *
   * @param name its name
   * @param stars the keys that stars stood for
   * @param value its value
   * @param interval its interval of 95 %; null if it has none
   */
  public record FoundFigure(
      String name, List<String> stars, Double value, ConfidenceInterval interval) {
    private FoundFigure within(ConfidenceInterval its) {
      return new FoundFigure(name, stars, value, its);
    }

    private FoundFigure below(String key, boolean star) {
      List<String> more = new ArrayList<>(stars);
      if (star) {
        more.add(key);
      }
      return new FoundFigure(name.isEmpty() ? key : name + "." + key, more, null, null);
    }

    private FoundFigure with(Double found) {
      return new FoundFigure(name, stars, found, interval);
    }

    /** The ratio of this to another figure; it has no value if one has none, or both are 0. */
    private FoundFigure over(String divisor, JsonNode tree) {
      String path = divisor;
      for (String star : stars) {
        path = path.replaceFirst("\\*", Matcher.quoteReplacement(star));
      }
      FoundFigure by = figures(tree, path).get(0);
      boolean none = value == null || by.value == null || (by.value == 0 && value == 0);
      return new FoundFigure(name + RATIO + by.name, stars, none ? null : value / by.value, null);
    }
  }
}
