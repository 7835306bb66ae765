// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.Result;
import io.fleetload.results.book.FlowTotals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run in the JSON of Gatling's {@code stats.json}, as it was when the campaigns were published:
 * all requests, and each by its name.
 *
 * @param type {@code GROUP} of all requests, {@code REQUEST} of one of them
 * @param name of the request
 * @param path its name again: there are no groups within groups
 * @param pathFormatted its key in {@code contents}
 * @param stats the figures
 * @param contents each request by its key; absent of a request
 * @param errors failures by request and cause, the most frequent first; absent of a request
 * @param hidden what Gatling does not say; absent of a request
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GatlingReport(
    String type,
    String name,
    String path,
    String pathFormatted,
    GatlingStats stats,
    Map<String, GatlingReport> contents,
    List<Failures> errors,
    OutsideFigures hidden) {
  private static final String ALL = "All Requests";

  /**
   * A row of the errors.
   *
   * @param message the request and the cause as the books have it
   * @param percentage of all failures
   */
  record Failures(String message, long count, double percentage) {}

  /**
   * The report of a run.
   *
   * @param totals of each request, by its name
   */
  static GatlingReport of(Result result, Map<String, FlowTotals> totals) {
    double seconds = RunLength.seconds(result);
    FlowTotals all = FlowTotals.none();
    Map<String, GatlingReport> contents = new LinkedHashMap<>();
    Map<String, Long> failures = new LinkedHashMap<>();
    for (Map.Entry<String, FlowTotals> each : totals.entrySet()) {
      String name = each.getKey();
      contents.put("req_" + name, request(name, each.getValue(), seconds));
      all = all.plus(each.getValue());
      each.getValue()
          .measured()
          .failed()
          .forEach((cause, count) -> failures.put(name + ": " + cause, count));
    }
    return new GatlingReport(
        "GROUP",
        ALL,
        "",
        "group_all",
        GatlingStats.of(ALL, all.measured(), all.service(), seconds),
        contents,
        errors(failures),
        OutsideFigures.of(result));
  }

  private static GatlingReport request(String name, FlowTotals totals, double seconds) {
    return new GatlingReport(
        "REQUEST",
        name,
        name,
        "req_" + name,
        GatlingStats.of(name, totals.measured(), totals.service(), seconds),
        null,
        null,
        null);
  }

  private static List<Failures> errors(Map<String, Long> failures) {
    long all = failures.values().stream().mapToLong(Long::longValue).sum();
    List<Failures> errors = new ArrayList<>();
    failures.forEach(
        (message, count) ->
            errors.add(new Failures(message, count, Math.round(1e4 * count / all) / 100.0)));
    errors.sort(Comparator.comparingLong(Failures::count).reversed());
    return errors;
  }
}
