// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.campaign.line.LineTarget;
import io.fleetload.pack.LineForm;
import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of a script of k6: its scenarios are flows, its thresholds are thresholds. What the
 * code of a script does is not read, so a target's URL says what is tested.
 */
final class K6Options {
  private static final String OF_CLIENT = "is of the HTTP client of k6";
  private static final String OF_CODE = "is of the script's code";
  private static final String OF_OUTPUT = "is of the outputs of k6; each run writes its own";

  /** Options without a counterpart, each with the reason. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("rps", "a limit keeps back what is due, which would be in no time"),
          Map.entry("tags", "write --label NAME=VALUE behind loadtest run"),
          Map.entry("cloud", "is of a cloud service"),
          Map.entry("ext", "is of a cloud service"),
          Map.entry("summaryTrendStats", OF_OUTPUT),
          Map.entry("summaryTimeUnit", OF_OUTPUT),
          Map.entry("systemTags", OF_OUTPUT),
          Map.entry("noUsageReport", "nothing is reported to anyone here"),
          Map.entry("setupTimeout", OF_CODE),
          Map.entry("teardownTimeout", OF_CODE),
          Map.entry("minIterationDuration", "write closed.think"),
          Map.entry("throw", OF_CODE),
          Map.entry("discardResponseBodies", OF_CLIENT),
          Map.entry("noConnectionReuse", OF_CLIENT),
          Map.entry("noVUConnectionReuse", OF_CLIENT),
          Map.entry("insecureSkipTLSVerify", "a target is always verified"),
          Map.entry("userAgent", OF_CLIENT),
          Map.entry("hosts", OF_CLIENT),
          Map.entry("blacklistIPs", OF_CLIENT),
          Map.entry("blockHostnames", OF_CLIENT),
          Map.entry("batch", OF_CLIENT),
          Map.entry("batchPerHost", OF_CLIENT),
          Map.entry("dns", OF_CLIENT),
          Map.entry("httpDebug", OF_CLIENT),
          Map.entry("maxRedirects", OF_CLIENT),
          Map.entry("localIPs", "write devices.bind"),
          Map.entry("tlsAuth", OF_CLIENT),
          Map.entry("tlsCipherSuites", OF_CLIENT),
          Map.entry("tlsVersion", OF_CLIENT),
          Map.entry("noCookiesReset", OF_CLIENT),
          Map.entry("linger", "a run ends when it is over"),
          Map.entry("paused", "a run begins at once"),
          Map.entry("executionSegment", "write --shards behind loadtest run"),
          Map.entry("executionSegmentSequence", "write --shards behind loadtest run"));

  private final ImportDraft draft;
  private final LineTarget target;
  private final List<K6Scenario> scenarios = new ArrayList<>();

  private K6Options(ImportDraft draft, LineTarget target) {
    this.draft = draft;
    this.target = target;
  }

  /**
   * The form of its scripts.
   *
   * @param target of the load test; null if none is given
   */
  static ImportForm form(LineTarget target) {
    return new ImportForm(
        "k6",
        "the options of a script, with --target URL",
        root ->
            root.part(ScriptParts.OPTIONS).isPresent()
                || root.parts().stream().anyMatch(K6Options::importsK6),
        draft -> new K6Options(draft, target).read());
  }

  private static boolean importsK6(Part statement) {
    return statement.name().matches("import\\b.*['\"]k6(/.*)?['\"].*");
  }

  private void read() {
    for (Part each : draft.root().parts()) {
      if (!each.name().equals(ScriptParts.OPTIONS) && !each.isTaken()) {
        each.leaveOut("is code, which is not read");
      }
    }
    if (target == null) {
      draft.reject(
          "add --target URL, such as --target echo://host: what is tested is in the script's code");
      return;
    }
    Part options = draft.root().part(ScriptParts.OPTIONS).orElse(null);
    if (options == null) {
      draft.reject("write vus, duration, stages or scenarios into the options as literals");
      return;
    }
    LEFT_OUT.forEach((name, why) -> options.part(name).ifPresent(each -> leaveOut(each, why)));
    scenarios(options);
    if (scenarios.isEmpty()) {
      draft.reject("write vus, duration, stages or scenarios into the options as literals");
      return;
    }
    flows();
    int devices = 0;
    for (K6Scenario each : scenarios) {
      devices += each.read();
    }
    draft.choose("devices.count", "" + Math.max(1, devices), "as many as its users, VUs");
    keys(Math.max(1, devices));
    lengths();
    options.part("thresholds").ifPresent(each -> new K6Thresholds(draft, names()).read(each));
  }

  private static void leaveOut(Part part, String why) {
    if (part.reason() == null) {
      part.leaveOut(why);
    }
  }

  private void scenarios(Part options) {
    options
        .part("scenarios")
        .ifPresentOrElse(
            all -> {
              all.parts().stream().filter(each -> !each.parts().isEmpty()).forEach(this::scenario);
              for (String each : List.of("vus", "duration", "iterations", "stages")) {
                options.part(each).ifPresent(part -> leaveOut(part, "the scenarios count"));
              }
            },
            () -> {
              if (List.of("vus", "duration", "iterations", "stages").stream()
                  .anyMatch(
                      each ->
                          options.part(each).filter(part -> part.reason() == null).isPresent())) {
                scenarios.add(new K6Scenario(draft, options, ""));
              }
            });
  }

  private void scenario(Part section) {
    String executor = section.value("executor").orElse("");
    if (K6Scenario.isKnown(executor)) {
      scenarios.add(new K6Scenario(draft, section, section.name()));
    } else {
      section.leaveOut("has the executor \"%s\", which is not known here".formatted(executor));
    }
  }

  /** One scenario is the usual flow of the pack; several are flows of that kind by their names. */
  private void flows() {
    String usual = target.form().flows().get(0);
    boolean kinds = target.hasKey("flows." + usual + ".kind");
    int number = 0;
    for (K6Scenario each : scenarios) {
      String own = each.name().replaceAll("[^A-Za-z0-9]", "");
      boolean one = scenarios.size() == 1;
      each.flow(one ? usual : own.matches("[A-Za-z].*") ? own : "scenario" + ++number);
      if (!one && kinds) {
        draft.choose(each.key("kind"), usual, "what each of them sends");
      }
    }
  }

  /** The target, and what the pack's line sends. */
  private void keys(int devices) {
    String usual = target.form().flows().get(0);
    LineForm.LineOrder order = new LineForm.LineOrder(target.url(), usual, "" + devices, Map.of());
    for (String key : target.form().keys().apply(order)) {
      int equals = key.indexOf('=');
      String path = key.substring(0, equals);
      String value = key.substring(equals + 1);
      String start = "flows." + usual;
      if (path.equals(start) || path.startsWith(start + ".")) {
        scenarios.forEach(
            each ->
                draft.chooseYaml(
                    each.key("") + path.substring(start.length()), value, "of the target's URL"));
      } else {
        draft.chooseYaml(path, value, "of the target's URL");
      }
    }
  }

  /** The longest scenario says how long the run measures. */
  private void lengths() {
    boolean staged = scenarios.stream().anyMatch(each -> draft.has(each.key("stages")));
    long longest = scenarios.stream().mapToLong(K6Scenario::millis).max().orElse(0);
    if (longest == 0) {
      draft.choose("phases.measure", "60s", "the options do not say how long it runs");
      return;
    }
    for (K6Scenario each : scenarios) {
      each.lasts(longest, staged);
    }
  }

  private Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    scenarios.forEach(each -> names.put(each.name(), each.flow()));
    return names;
  }
}
