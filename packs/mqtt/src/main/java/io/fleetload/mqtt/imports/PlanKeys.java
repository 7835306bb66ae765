// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Keys of a profile that properties of a JMeter thread group say. */
final class PlanKeys {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");

  private final ImportDraft draft;

  private final PlanVariables variables;

  private final List<Part> all;

  PlanKeys(ImportDraft draft, PlanVariables variables, List<Part> all) {
    this.draft = draft;
    this.variables = variables;
    this.all = all;
  }

  /** All elements and properties of the group. */
  List<Part> all() {
    return all;
  }

  /** The text with its variables; empty if one is not known before a run. */
  Optional<String> resolved(Part part) {
    return variables.resolved(part.value());
  }

  Optional<Part> part(String name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The value of a property, with its variables; one that only a run knows is left out. */
  Optional<String> value(Part part) {
    Optional<String> value = variables.resolved(part.value());
    if (value.isEmpty()) {
      part.leaveOut("only a run of JMeter knows its value");
    }
    return value;
  }

  void take(String property, String key, String unit) {
    part(property)
        .filter(each -> !each.value().isBlank())
        .ifPresent(each -> value(each).ifPresent(value -> draft.take(each, key, value + unit)));
  }

  long whole(String property, long byDefault) {
    return part(property)
        .flatMap(each -> variables.resolved(each.value()))
        .filter(each -> WHOLE.matcher(each).matches())
        .map(Long::parseLong)
        .orElse(byDefault);
  }

  static String rate(double perSecond) {
    return perSecond == Math.rint(perSecond)
        ? (long) perSecond + "/s"
        : String.format(Locale.ROOT, "%.3f/s", perSecond);
  }
}
