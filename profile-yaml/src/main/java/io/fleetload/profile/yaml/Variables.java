// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in {@code ${NAME}}, {@code ${NAME:default}}, and as a shell has it {@code
 * ${NAME:-default}}, with a default that also replaces an empty value. A text that begins like a
 * variable and is not one is refused, so that no mistyped variable becomes a secret. A doubled
 * dollar sign means one.
 */
final class Variables {
  private static final Pattern VARIABLE =
      Pattern.compile(
          "(\\$\\$\\{)|\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*+)(?::(-)?((?:[^}$]|\\$(?!\\{))*+))?\\})?");

  private final Map<String, String> environment;

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The text with every variable filled in.
   *
   * @throws IllegalArgumentException if one is not set and has no default, or is of no form
   */
  String fill(String text) {
    Matcher variable = VARIABLE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (variable.find()) {
      String value = variable.group(1) != null ? "${" : value(variable);
      variable.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return variable.appendTail(filled).toString();
  }

  private String value(Matcher variable) {
    String name = variable.group(2);
    if (name == null) {
      throw new IllegalArgumentException(
          "holds a ${ that begins no variable; expected ${NAME} or ${NAME:default} with a name of"
              + " letters, digits and _, or $${ for the text ${");
    }
    boolean emptyIsNone = variable.group(3) != null;
    String otherwise = variable.group(4);
    if (!emptyIsNone && otherwise != null && otherwise.matches("(?s)[?=+].*")) {
      throw new IllegalArgumentException(
          "write ${%s} for a variable that must be set, or ${%s:-default}; found ${%s:%s...},"
                  .formatted(name, name, name, otherwise.charAt(0))
              + " which a shell has and a profile has not");
    }
    String value = environment.get(name);
    if (value == null || (emptyIsNone && value.isEmpty())) {
      value = otherwise;
    }
    if (value == null) {
      throw new IllegalArgumentException(
          "the environment variable %s is not set; set it, or write ${%s:default}"
              .formatted(name, name));
    }
    return value;
  }
}
