// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys of a profile that options of emqtt-bench say. */
final class BenchKeys {
  static final String DEFAULT = "the default there";

  private static final Pattern PLACEHOLDER = Pattern.compile("%(rand_[0-9]+|[A-Za-z])");

  private final ImportDraft draft;

  private final BenchOptions options;

  BenchKeys(ImportDraft draft, BenchOptions options) {
    this.draft = draft;
    this.options = options;
  }

  void secret(Part part, String key) {
    if (part.value().matches("\\$\\{\\w+}")) {
      draft.take(part, key, part.value());
    } else {
      String name = key.startsWith("subscribers") ? "MQTT_SUBSCRIBERS_PASSWORD" : "MQTT_PASSWORD";
      draft.take(part, key, "${" + name + "}").note("set the variable %s to it".formatted(name));
    }
  }

  /** A text with placeholders; %i counts from 1 there. */
  void text(Part part, String key, String value) {
    String here = value.replace("%i", "{index}").replace("%c", "{device}");
    Matcher unknown = PLACEHOLDER.matcher(here);
    if (unknown.find()) {
      part.leaveOut(unknown.group() + " has no counterpart here");
      return;
    }
    draft.take(part, key, here);
    if (value.contains("%i")) {
      part.note("{index} counts from 0, and %i from 1");
    }
  }

  Part take(String option, String key) {
    Part part = options.get(option).filter(each -> each.reason() == null).orElse(null);
    return part == null ? Part.of(0, option, null) : draft.take(part, key, part.value());
  }

  void orDefault(String option, String key, String byDefault) {
    orDefault(option, key, byDefault, "");
  }

  void orDefault(String option, String key, String byDefault, String unit) {
    options
        .get(option)
        .filter(each -> each.reason() == null)
        .ifPresentOrElse(
            each -> draft.take(each, key, each.value() + unit),
            () -> draft.choose(key, byDefault + unit, DEFAULT));
  }
}
