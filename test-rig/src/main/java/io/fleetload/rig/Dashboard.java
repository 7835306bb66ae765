// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shipped Grafana dashboards: which metrics their queries name. */
public final class Dashboard {
  private static final Set<String> OPERATORS =
      Set.of("and", "or", "unless", "bool", "offset", "inf", "nan");
  private static final Pattern NO_METRICS =
      Pattern.compile(
          "\\{[^}]*\\}|\\[[^\\]]*\\]|\"[^\"]*\""
              + "|\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");

  /** A word that is neither part of a number or variable nor a function's name. */
  private static final Pattern WORD =
      Pattern.compile("(?<![\\w:.$])[a-zA-Z_:][\\w:]*(?![\\w:]|\\s*\\()");

  private Dashboard() {}

  public static Set<String> metrics() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String each : List.of("grafana-dashboard.json", "grafana-hono.json")) {
      new ObjectMapper()
          .readTree(Home.path("hono-deploy", "monitoring", each).toFile())
          .findValuesAsText("expr")
          .forEach(expression -> names.addAll(metrics(expression)));
    }
    return names;
  }

  public static Set<String> metrics(String expression) {
    Set<String> names = new TreeSet<>();
    Matcher word = WORD.matcher(NO_METRICS.matcher(expression).replaceAll(" "));
    while (word.find()) {
      if (!OPERATORS.contains(word.group())) {
        names.add(word.group());
      }
    }
    return names;
  }
}
