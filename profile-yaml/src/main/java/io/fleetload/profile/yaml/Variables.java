// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills in {@code ${NAME}} and {@code ${NAME:default}}. */
final class Variables {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z0-9_]+)(?::([^}]*))?\\}");

  private final Map<String, String> environment;

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The text with every variable filled in.
   *
   * @throws IllegalArgumentException if one is not set and has no default
   */
  String fill(String text) {
    Matcher variable = VARIABLE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (variable.find()) {
      String value = environment.get(variable.group(1));
      if (value == null) {
        value = variable.group(2);
      }
      if (value == null) {
        throw new IllegalArgumentException(
            "the environment variable %s is not set; set it, or write ${%s:default}"
                .formatted(variable.group(1), variable.group(1)));
      }
      variable.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return variable.appendTail(filled).toString();
  }
}
