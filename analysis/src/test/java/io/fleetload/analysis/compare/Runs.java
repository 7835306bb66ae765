// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.figure.FigureKind.Better;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Small results for the tests. */
final class Runs {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Runs() {}

  /** A result of one flow, all well. */
  static ObjectNode result() {
    try {
      return (ObjectNode)
          JSON.readTree(
              """
              {
                "version": 1,
                "run": "small",
                "complete": true,
                "verdict": {"status": "passed", "exitCode": 0, "reasons": []},
                "measuredSeconds": 60.0,
                "devices": {"asked": 50, "connected": 50},
                "flows": {
                  "telemetry": {
                    "asked": 20.0, "reached": 20.0, "achieved": 1.0,
                    "sent": 1200, "failed": 0,
                    "response": {
                      "mean": 4.0, "p50": 3.5, "p99": 12.0, "p999": null
                    },
                    "endToEnd": {"p99": 11.0}
                  }
                },
                "ledger": {
                  "delivered": 1200, "lost": 0, "deliveredUnconfirmed": 0,
                  "duplicate": 0, "outOfOrder": 0, "unaccounted": 0
                },
                "generator": {"lag": {"p99": 1.5}},
                "profile": {
                  "run": {"name": "small"},
                  "flows": {"telemetry": {"rate": "20/s", "size": "512B"}}
                }
              }
              """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ObjectNode telemetry(ObjectNode result) {
    return (ObjectNode) result.at("/flows/telemetry");
  }

  static ObjectNode response(ObjectNode result) {
    return (ObjectNode) result.at("/flows/telemetry/response");
  }

  /** The same with another 99th percentile. */
  static ObjectNode withP99(double millis) {
    ObjectNode result = result();
    response(result).put("p99", millis);
    return result;
  }

  static ObjectNode judged(String status, int exitCode, String reason) {
    ObjectNode result = result();
    ObjectNode verdict = result.putObject("verdict");
    verdict.put("status", status).put("exitCode", exitCode).putArray("reasons").add(reason);
    return result;
  }

  /** The same of tenants that share the fleet by those weights; to each 600 messages. */
  static ObjectNode ofTenants(Map<String, Integer> weights) {
    ObjectNode result = result();
    ObjectNode profile = (ObjectNode) result.get("profile");
    weights.forEach(
        (id, weight) -> {
          ObjectNode tenant = result.withObjectProperty("tenants").putObject(id);
          tenant.put("weight", weight).put("sessions", 25).put("connected", 25);
          ObjectNode flow = tenant.putObject("flows").putObject("telemetry");
          flow.put("sent", 600).put("ok", 600).put("failed", 0).put("lost", 0).put("duplicate", 0);
          flow.putObject("response").put("mean", 4.0).put("p50", 3.5).put("p99", 12.0);
          profile.withArrayProperty("tenants").addObject().put("id", id).put("weight", weight);
        });
    return result;
  }

  static ObjectNode ofTenant(ObjectNode result, String id) {
    return (ObjectNode) result.path("tenants").path(id).path("flows").path("telemetry");
  }

  static ComparedRun run(String name, ObjectNode result) {
    return ResultRun.of(name, result);
  }

  /** What differs from run to run; counts, and rates asked for, do not. */
  private static final Set<Figure.Scale> NOISY =
      EnumSet.of(Figure.Scale.MILLIS, Figure.Scale.COST, Figure.Scale.RATE);

  /** Five runs of one kind: what they measure is up to a hundredth apart. */
  static List<ComparedRun> five(String name, ObjectNode result) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int run = 1; run <= 5; run++) {
      double factor = 1 + (run - 3) / 200.0;
      ComparedRun one = run(name + run, result);
      Map<Figure, Double> figures = new LinkedHashMap<>(one.figures());
      figures.replaceAll(
          (figure, value) ->
              NOISY.contains(figure.scale()) && figure.better() != Better.NEITHER
                  ? value * factor
                  : value);
      runs.add(withFigures(one, figures));
    }
    return runs;
  }

  /** The same run with other values. */
  static ComparedRun withFigures(ComparedRun run, Map<Figure, Double> figures) {
    return new ComparedRun(
        run.name(),
        run.says(),
        run.noVerdict(),
        run.basics(),
        run.profile(),
        figures,
        run.counts(),
        run.blocks(),
        run.findings(),
        run.published(),
        run.tool());
  }
}
