// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.Variation;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code KEY=VALUE,VALUE}: the values of a key, one for each run of a series. The values of
 * the word {@code profile} are profiles, which are run instead of the one that is given.
 */
public final class OverValues {
  private static final String OPTION = "--over";
  private static final String PROFILE = "profile";

  /** Source of the mistakes at a key that the command line overrides. */
  private static final String OVERRIDE = "--set";

  private static final String KEY = "[A-Za-z0-9_$-]++";
  private static final Pattern FORM =
      Pattern.compile("\\s*+(" + KEY + "(?:\\." + KEY + ")*+)\\s*+=(.*)", Pattern.DOTALL);
  private static final String EXPECTED =
      "expected a key and its values, such as devices.count=1000,2000,5000";

  /** The quantities of a profile by their unit; a value is of the first that all values are of. */
  private static final Map<String, ToDoubleFunction<String>> UNITS = units();

  private OverValues() {}

  /**
   * Reads them.
   *
   * @param most how many there may be
   * @throws UsageException if that is no key with at least two values
   */
  public static Variation parse(String text, int most) throws UsageException {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new UsageException("%s: found no KEY=VALUE,VALUE, %s".formatted(OPTION, EXPECTED));
    }
    String key = parts.group(1);
    List<String> values = split(parts.group(2));
    if (values.stream().anyMatch(String::isEmpty)) {
      throw new UsageException("%s: %s: found an empty value, %s".formatted(OPTION, key, EXPECTED));
    }
    if (values.size() < 2 || values.size() > most) {
      throw new UsageException(
          "%s: %s: found %s value%s, expected 2 to %s, such as devices.count=1000,2000,5000"
              .formatted(OPTION, key, values.size(), values.size() == 1 ? "" : "s", most));
    }
    for (Map.Entry<String, ToDoubleFunction<String>> each : UNITS.entrySet()) {
      List<Double> numbers = numbers(values, each.getValue());
      if (!numbers.isEmpty()) {
        String unit = each.getKey().isEmpty() ? null : each.getKey();
        return new Variation(new Repeat.VariedKey(key, unit), values, numbers);
      }
    }
    return new Variation(new Repeat.VariedKey(key, null), values, List.of());
  }

  /** A comma in braces, brackets or quotes ends no value. */
  private static List<String> split(String text) {
    List<String> values = new ArrayList<>();
    Deque<Character> open = new ArrayDeque<>();
    StringBuilder value = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == ',' && open.isEmpty()) {
        values.add(value.toString().strip());
        value.setLength(0);
        continue;
      }
      value.append(each);
      if (!open.isEmpty() && each == open.peek()) {
        open.pop();
      } else if (open.isEmpty() || "}]".indexOf(open.peek()) >= 0) {
        int begin = "{['\"".indexOf(each);
        if (begin >= 0) {
          open.push("}]'\"".charAt(begin));
        }
      }
    }
    values.add(value.toString().strip());
    return values;
  }

  private static List<Double> numbers(List<String> values, ToDoubleFunction<String> quantity) {
    try {
      return values.stream().map(quantity::applyAsDouble).toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private static Map<String, ToDoubleFunction<String>> units() {
    Map<String, ToDoubleFunction<String>> units = new LinkedHashMap<>();
    units.put("", OverValues::plain);
    units.put("/s", text -> Rate.parse(text).perSecond());
    units.put("s", text -> Span.parse(text).seconds());
    units.put("%", text -> Share.parse(text).percent());
    units.put("bytes", text -> Size.parse(text).bytes());
    return units;
  }

  private static double plain(String text) {
    if (!text.matches("-?[0-9]{1,15}(?:\\.[0-9]{1,15})?")) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(text);
  }

  /** Returns whether each run has a profile of its own. */
  public static boolean isOfProfiles(Variation variation) {
    return variation.over().key().equals(PROFILE);
  }

  /**
   * The override of a run; of profiles, what names the run only.
   *
   * @param place which run it is, from 0 on
   */
  public static String override(Variation variation, int place) {
    return variation.over().key() + "=" + variation.values().get(place);
  }

  /**
   * The mistakes of all runs as those of the series: those at the key name its option, and those
   * that not every run has name the first run that has them.
   *
   * @param ofRuns the mistakes of each run, in the order of the runs; empty where it has none
   */
  public static ProfileException mistakes(Variation variation, List<List<ProfileProblem>> ofRuns) {
    Set<ProfileProblem> all = new LinkedHashSet<>();
    for (int place = 0; place < ofRuns.size(); place++) {
      for (ProfileProblem each : ofRuns.get(place)) {
        boolean atKey =
            each.source().equals(OVERRIDE)
                && (each.path() + ".").startsWith(variation.over().key() + ".");
        boolean before = ofRuns.subList(0, place).stream().anyMatch(run -> run.contains(each));
        if (atKey) {
          all.add(new ProfileProblem(OPTION, 0, each.path(), each.message()));
        } else if (isOfProfiles(variation) || ofRuns.stream().allMatch(run -> run.contains(each))) {
          all.add(each);
        } else if (!before) {
          all.add(
              new ProfileProblem(
                  each.source(),
                  each.line(),
                  each.path(),
                  "%s (in the run with %s)".formatted(each.message(), override(variation, place))));
        }
      }
    }
    return new ProfileException(List.copyOf(all));
  }
}
