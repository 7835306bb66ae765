// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.cost.TargetCost;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A run as its {@code result.json} tells it. */
public final class ResultRun {
  /** The key of a list of tenants, and of each of them with a dot after it. */
  static final String TENANTS = "tenants";

  /** The key of the parts of the target that are in its cost. */
  static final String PARTS = "target.parts";

  /** The key of the number of devices. */
  static final String DEVICES = "devices";

  /** The key of the groups of devices, with a dot and a name after it. */
  static final String GROUPS = "groups";

  /** The key of the kind of target: its pack, and whether it is embedded. */
  static final String KIND = "target.kind";

  /** Models that the rate or the users of a flow tell apart. */
  private static final Set<String> OF_RATES = Set.of("open", "closed");

  private ResultRun() {}

  /**
   * Reads it.
   *
   * @param name what the user calls it
   * @param result the tree of the file
   */
  public static ComparedRun of(String name, JsonNode result) {
    return of(name, result, ComparedFigures.of(result));
  }

  /** The same with all times that a result has. */
  static ComparedRun withAllTimes(String name, JsonNode result) {
    return of(name, result, ComparedFigures.withAllTimes(result));
  }

  private static ComparedRun of(String name, JsonNode result, ComparedFigures figures) {
    return new ComparedRun(
        name,
        String.format(
            Locale.ROOT,
            "%s, %.0f s measured, %s%s",
            result.path("run").asText(),
            result.path("measuredSeconds").asDouble(),
            result.path("verdict").path("status").asText(),
            labels(result)),
        noVerdict(result),
        basics(result),
        profile(result),
        figures.values(),
        figures.counts(),
        BlocksOfTime.of(result),
        List.of(),
        false,
        ComparedRun.Instrument.OWN);
  }

  private static String labels(JsonNode result) {
    StringBuilder text = new StringBuilder();
    about(result)
        .path("labels")
        .properties()
        .forEach(
            each ->
                text.append(", ")
                    .append(each.getKey())
                    .append('=')
                    .append(each.getValue().asText()));
    return text.toString();
  }

  private static String noVerdict(JsonNode result) {
    JsonNode verdict = result.path("verdict");
    int code = verdict.path("exitCode").asInt(-1);
    boolean onTarget = code == ExitCode.PASSED.code() || code == ExitCode.THRESHOLDS_CROSSED.code();
    String reason = verdict.path("reasons").path(0).asText("");
    if (code == ExitCode.PASSED.code() && !reason.isEmpty()) {
      return reason;
    }
    if (onTarget && result.path("complete").asBoolean()) {
      return null;
    }
    String status = onTarget ? "incomplete" : verdict.path("status").asText("no verdict in it");
    return reason.isEmpty() ? status : status + ": " + reason;
  }

  private static Map<String, String> basics(JsonNode result) {
    Map<String, String> basics = new LinkedHashMap<>();
    basics.put("measured", whole(result.path("measuredSeconds").asDouble()) + " s");
    basics.put(DEVICES, result.path("devices").path("asked").asText());
    kind(result).ifPresent(kind -> basics.put(KIND, kind));
    result
        .path("flows")
        .properties()
        .forEach(
            flow -> {
              JsonNode asked = flow.getValue().path("asked");
              if (asked.isNumber()) {
                basics.put("flows." + flow.getKey() + ".asked", whole(asked.asDouble()) + "/s");
              }
              String model = flow.getValue().path("model").asText("open");
              if (!OF_RATES.contains(model)) {
                basics.put("flows." + flow.getKey() + ".model", model);
              }
              JsonNode users = flow.getValue().path("closed").path("users");
              if (users.isNumber()) {
                basics.put("flows." + flow.getKey() + ".closed.users", users.asText());
              }
            });
    List<String> ids = new ArrayList<>();
    result
        .path(TENANTS)
        .properties()
        .forEach(
            tenant -> {
              ids.add(tenant.getKey());
              String weight = "weight " + tenant.getValue().path("weight").asText();
              // A group may belong to a tenant, whatever the weights are.
              String devices =
                  result.has("groups")
                      ? ", " + tenant.getValue().path("devices").asText() + " devices"
                      : "";
              basics.put(TENANTS + "." + tenant.getKey(), weight + devices);
            });
    putOrder(ids, basics);
    result
        .path("groups")
        .properties()
        .forEach(
            group ->
                basics.put(
                    GROUPS + "." + group.getKey(),
                    group.getValue().path("devices").asText() + " devices"));
    putParts(result, basics);
    return basics;
  }

  /** The text of a target begins with the word embedded if it is. */
  private static Optional<String> kind(JsonNode result) {
    JsonNode about = about(result);
    String target = about.path("versions").path(Result.About.TARGET).asText("");
    if (target.isEmpty()) {
      return Optional.empty();
    }
    String where = target.startsWith("embedded") ? "embedded" : "external";
    String pack = about.path("profile").path("pack").asText("");
    return Optional.of(pack.isEmpty() ? where : where + " " + pack);
  }

  /** Returns what was run where: at the root, or in a part of its own. */
  private static JsonNode about(JsonNode result) {
    return result.has("about") ? result.path("about") : result;
  }

  /** Their order is a part of who has which device. */
  private static void putOrder(List<String> ids, Map<String, String> leaves) {
    if (!ids.isEmpty()) {
      leaves.put(TENANTS, String.join(", ", ids));
    }
  }

  private static void putParts(JsonNode result, Map<String, String> leaves) {
    TargetCost cost = ResultFiles.part(result.path("target"), TargetCost.class);
    if (cost != null && cost.parts() != null) {
      leaves.put(PARTS, String.join(", ", cost.partsAndPages()));
    }
  }

  static String whole(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  private static Map<String, String> profile(JsonNode result) {
    JsonNode about = about(result);
    Map<String, String> leaves = new TreeMap<>();
    if (about.path("profile").isObject()) {
      flatten("", about.path("profile"), leaves);
      tenants(about.path("profile").path(TENANTS), leaves);
      flatten("versions", about.path("versions"), leaves);
      flatten("host", about.path("host"), leaves);
      putParts(result, leaves);
    }
    return leaves;
  }

  /** A key for each: which of them is in one run only must not be sought in two long lists. */
  private static void tenants(JsonNode list, Map<String, String> leaves) {
    List<String> ids = new ArrayList<>();
    for (JsonNode tenant : list) {
      List<String> more = new ArrayList<>();
      tenant
          .properties()
          .forEach(
              each -> {
                if (!each.getKey().equals("id")) {
                  more.add(each.getKey() + " " + each.getValue().asText());
                }
              });
      ids.add(tenant.path("id").asText());
      leaves.put(TENANTS + "." + tenant.path("id").asText(), String.join(", ", more));
    }
    putOrder(ids, leaves);
  }

  private static void flatten(String path, JsonNode node, Map<String, String> leaves) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              each ->
                  flatten(
                      path.isEmpty() ? each.getKey() : path + "." + each.getKey(),
                      each.getValue(),
                      leaves));
    } else if (!node.isMissingNode()) {
      leaves.put(path, node.isTextual() ? node.asText() : node.toString());
    }
  }
}
