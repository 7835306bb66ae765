// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.Part;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The variables of a JMeter plan, and the functions of which the value is known. */
final class PlanVariables {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^${}]*)}");
  private static final Pattern PROPERTY = Pattern.compile("__(?:P|property)\\((.*)\\)");
  private static final int MOST_STEPS = 100;

  private final Map<String, String> values = new HashMap<>();

  /** Notes the variables of an element. */
  void add(Part element) {
    element
        .all()
        .filter(each -> each.part("Argument.name").isPresent())
        .forEach(
            each -> {
              values.put(
                  each.value("Argument.name").orElse(""), each.value("Argument.value").orElse(""));
              for (Part part : each.parts()) {
                if (part.name().matches("Argument\\.(name|value)")) {
                  part.note("a variable");
                  if (each.value("Argument.name")
                      .orElse("")
                      .matches("(?i).*(pass|secret|token).*")) {
                    part.hide();
                  }
                } else if (part.name().matches("Argument\\.(metadata|desc)")) {
                  part.note("says how it is shown");
                }
              }
            });
  }

  /** The text with the values of its variables; empty if one is not known before a run. */
  Optional<String> resolved(String text) {
    String now = text;
    for (int step = 0; step < MOST_STEPS; step++) {
      Matcher reference = REFERENCE.matcher(now);
      if (!reference.find()) {
        return now.contains("${") ? Optional.empty() : Optional.of(now);
      }
      String value = value(reference.group(1));
      if (value == null) {
        return Optional.empty();
      }
      now = now.substring(0, reference.start()) + value + now.substring(reference.end());
    }
    return Optional.empty();
  }

  private String value(String reference) {
    if (reference.equals("__threadNum")) {
      return "{index}";
    }
    if (reference.equals("__UUID") || reference.equals("__UUID()")) {
      return "{{uuid}}";
    }
    if (reference.matches("__time(\\(,?\\))?")) {
      return "{{epochMillis}}";
    }
    Matcher property = PROPERTY.matcher(reference);
    if (property.matches()) {
      String[] parts = property.group(1).split(",", 2);
      return parts.length == 2 ? parts[1] : null;
    }
    return values.get(reference);
  }
}
