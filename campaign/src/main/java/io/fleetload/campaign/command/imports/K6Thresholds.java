// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The thresholds of k6 as those of a profile. */
final class K6Thresholds {
  private static final Pattern METRIC = Pattern.compile("([A-Za-z_]\\w*)(?:\\{(\\w+):([^}]*)})?");
  private static final Pattern BOUND =
      Pattern.compile(
          "\\s*([a-z]+|p\\(\\s*[0-9.]+\\s*\\))\\s*(<=|>=|===?|!==?|<|>)\\s*([0-9]+(?:\\.[0-9]+)?)\\s*");
  private static final Map<String, String> TIMES =
      Map.ofEntries(
          Map.entry("avg", "mean"),
          Map.entry("med", "p50"),
          Map.entry("min", "min"),
          Map.entry("max", "max"),
          Map.entry("p(50)", "p50"),
          Map.entry("p(75)", "p75"),
          Map.entry("p(90)", "p90"),
          Map.entry("p(95)", "p95"),
          Map.entry("p(99)", "p99"),
          Map.entry("p(99.9)", "p999"),
          Map.entry("p(99.99)", "p9999"));

  private final ImportDraft draft;
  private final Map<String, String> flows;

  /**
   * Thresholds that are not read yet.
   *
   * @param flows of the profile, by the names of their scenarios
   */
  K6Thresholds(ImportDraft draft, Map<String, String> flows) {
    this.draft = draft;
    this.flows = flows;
  }

  void read(Part thresholds) {
    for (Part metric : thresholds.parts()) {
      List<Part> bounds = metric.parts().isEmpty() ? List.of(metric) : metric.parts();
      for (Part each : bounds) {
        if (each.parts().isEmpty()) {
          bound(metric.name(), each);
        } else {
          object(metric.name(), each);
        }
      }
    }
  }

  private void object(String metric, Part bound) {
    bound.part("threshold").ifPresent(each -> bound(metric, each));
    bound
        .part("abortOnFail")
        .filter(each -> each.reason() == null)
        .ifPresent(
            each -> {
              if ("true".equals(each.value())) {
                each.leaveOut(
                    "write \"every 10s abort\" behind the threshold: windows end a run here");
              } else {
                each.note("it ends nothing");
              }
            });
    bound
        .part("delayAbortEval")
        .ifPresent(each -> each.leaveOut("phases.warmUp is not judged at all"));
  }

  private void bound(String named, Part part) {
    if (part.reason() != null || part.value() == null) {
      return;
    }
    Matcher metric = METRIC.matcher(named);
    Matcher bound = BOUND.matcher(part.value());
    if (!metric.matches() || !bound.matches()) {
      part.leaveOut("is no bound of one figure, such as p(95)<500");
      return;
    }
    String flow = "*";
    if (metric.group(2) != null) {
      String scenario = metric.group(3).strip();
      if (!metric.group(2).equals("scenario") || !flows.containsKey(scenario)) {
        part.leaveOut("its tag is set in the script's code");
        return;
      }
      flow = flows.get(scenario);
    }
    String threshold = threshold(metric.group(1), "flows." + flow + ".", bound);
    if (threshold == null) {
      part.leaveOut("no result has such a figure");
    } else {
      draft.take(part, "thresholds" + ImportDraft.ITEM, threshold);
      if (flow.equals("*") && flows.size() > 1) {
        part.note("of each flow, and in k6 of all together");
      }
      if (metric.group(1).endsWith("duration")) {
        part.note("counts from when a message was due, and in k6 from its send");
      }
    }
  }

  private static String threshold(String metric, String flow, Matcher bound) {
    String what = bound.group(1).replace(" ", "");
    String relation = bound.group(2).replaceAll("^(=|!)==$", "$1=");
    BigDecimal value = new BigDecimal(bound.group(3));
    if (metric.endsWith("_req_duration") || metric.equals("iteration_duration")) {
      return TIMES.containsKey(what)
          ? "%sresponse.%s %s %sms"
              .formatted(flow, TIMES.get(what), relation, value.toPlainString())
          : null;
    }
    if (metric.endsWith("_req_failed") && what.equals("rate")) {
      return "%sfailed / %ssent %s %s%%"
          .formatted(
              flow, flow, relation, value.movePointRight(2).stripTrailingZeros().toPlainString());
    }
    if (metric.matches("http_reqs|iterations")) {
      return what.equals("rate")
          ? "%sreached %s %s/s".formatted(flow, relation, value.toPlainString())
          : what.equals("count")
              ? "%ssent %s %s".formatted(flow, relation, value.toPlainString())
              : null;
    }
    return metric.equals("dropped_iterations") && what.equals("count")
        ? "%snotSent %s %s".formatted(flow, relation, value.toPlainString())
        : null;
  }
}
