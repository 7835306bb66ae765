// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JMeter plan with the samplers of the plugin mqtt-jmeter. A thread group with a publish sampler
 * is a fleet of devices, one with a subscribe sampler alone is the subscribers.
 */
public final class JMeterPlan {
  static final String PUBLISH = "PubSampler";
  static final String SUBSCRIBE = "SubSampler";
  private static final String ROOT = "jmeterTestPlan";

  /** Elements that a run has no use for, each with the reason. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("ResultCollector", "each run writes its results and a report"),
          Map.entry("BackendListener", "is an option of run: docs/how-to/monitoring.md"),
          Map.entry("Summariser", "each run prints its progress"),
          Map.entry("WorkBench", "is no part of the test"),
          Map.entry("ResponseAssertion", "write what must hold as thresholds"),
          Map.entry("DurationAssertion", "write a threshold, such as flows.*.response.p99 < 1s"),
          Map.entry("CSVDataSet", "write the file into data, and its columns into the body"),
          Map.entry("CacheManager", "is of HTTP"),
          Map.entry("CookieManager", "is of HTTP"),
          Map.entry("HeaderManager", "is of HTTP"));

  private final ImportDraft draft;
  private final PlanVariables variables = new PlanVariables();

  private JMeterPlan(ImportDraft draft) {
    this.draft = draft;
  }

  /** The form of its files. */
  public static ImportForm form() {
    return new ImportForm(
        "JMeter",
        "a plan (.jmx) with the samplers of mqtt-jmeter",
        root -> root.parts().stream().anyMatch(each -> each.name().equals(ROOT)),
        draft -> new JMeterPlan(draft).read());
  }

  private void read() {
    List<Part> elements =
        draft.root().parts().stream()
            .flatMap(
                each -> each.name().equals(ROOT) ? PlanTree.of(each).stream() : Stream.of(each))
            .toList();
    draft.root().replace(elements);
    List<Part> all = enabled(draft.root().all());
    all.stream().filter(each -> each.name().matches("TestPlan|Arguments")).forEach(variables::add);
    all.forEach(this::common);
    List<Part> groups =
        all.stream().filter(each -> each.part("ThreadGroup.num_threads").isPresent()).toList();
    List<Part> publishing = groups.stream().filter(has(PUBLISH)).toList();
    List<Part> subscribing = groups.stream().filter(has(SUBSCRIBE)).toList();
    List<Part> fleets = publishing.isEmpty() ? connections(groups, subscribing) : publishing;
    if (fleets.isEmpty()) {
      draft.reject(
          "it has no thread group that publishes or connects by the samplers of mqtt-jmeter");
      return;
    }
    for (int i = 0; i < fleets.size(); i++) {
      new PlanGroup(draft, variables, fleets.get(i), fleets.size() == 1 ? "" : "" + (i + 1))
          .fleet();
    }
    subscribers(subscribing);
    groups.stream()
        .filter(each -> !fleets.contains(each) && !subscribing.contains(each))
        .forEach(
            each -> each.leaveOut("it neither publishes nor subscribes beside groups that do"));
    if (publishing.isEmpty()) {
      draft.chooseYaml("flows", "{}", "no sampler publishes");
    }
    if (!draft.has("phases.measure")) {
      draft.choose("phases.measure", "60s", "no thread group says how long it runs");
    }
  }

  private static List<Part> connections(List<Part> groups, List<Part> subscribing) {
    return groups.stream()
        .filter(
            has("ConnectSampler").or(has("EfficientConnectSampler")).or(has("ConnectionSampler")))
        .filter(each -> !subscribing.contains(each))
        .limit(1)
        .toList();
  }

  private void subscribers(List<Part> groups) {
    if (groups.isEmpty()) {
      draft.choose(
          "subscribers.count",
          "0",
          "no sampler subscribes; write 1 to account for each message behind the broker");
      return;
    }
    new PlanGroup(draft, variables, groups.get(0), "").subscribers();
    for (Part each : groups.subList(1, groups.size())) {
      enabled(each.all()).stream()
          .filter(part -> part.name().equals(SUBSCRIBE))
          .forEach(part -> part.leaveOut("a profile has subscribers of one kind"));
      if (!has(PUBLISH).test(each)) {
        each.leaveOut("a profile has subscribers of one kind");
      }
    }
  }

  /** Takes an element that means the same wherever it is. */
  private void common(Part element) {
    if (LEFT_OUT.containsKey(element.name())) {
      element.leaveOut(LEFT_OUT.get(element.name()));
    }
    switch (element.name()) {
      case "TestPlan.comments" -> element.note("a comment");
      case "TestPlan.user_defined_variables", "Arguments.arguments" ->
          element.note("variables, where others name them");
      case "TestPlan.functional_mode", "TestPlan.user_define_classpath" ->
          element.leaveOut("is of JMeter");
      case "TestPlan.tearDown_on_shutdown" -> element.note("a run always ends in order");
      case "TestPlan.serialize_threadgroups" -> {
        if ("true".equals(element.value())) {
          element.leaveOut("all groups run at once; give each a profile to run them in turn");
        } else {
          element.note("all run at once, here too");
        }
      }
      default -> {}
    }
  }

  static Predicate<Part> has(String element) {
    return group -> enabled(group.all()).stream().anyMatch(each -> each.name().equals(element));
  }

  /** The parts that are not below one that is left out. */
  static List<Part> enabled(Stream<Part> all) {
    List<Part> parts = all.toList();
    List<Part> out =
        parts.stream()
            .filter(each -> each.reason() != null)
            .flatMap(Part::all)
            .collect(Collectors.toCollection(ArrayList::new));
    return parts.stream().filter(each -> out.stream().noneMatch(one -> one == each)).toList();
  }
}
