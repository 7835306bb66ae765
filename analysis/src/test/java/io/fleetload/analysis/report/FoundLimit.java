// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitAnswer;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.ProbeRun;
import io.fleetload.analysis.limit.ProbeTimes;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What searches found, for the tests of their page. */
final class FoundLimit {
  private static final Limit.Search SEARCH =
      new Limit.Search(null, 100, 700, "100/s", "5%", 1, 30, 50, Map.of("event", 50.0), null);
  private static final Limit.Search OF_DEVICES =
      new Limit.Search(
          "devices",
          100,
          700,
          "50%",
          "5%",
          1,
          30,
          200,
          new TreeMap<>(Map.of("event", 50.0, "fixed", 5.0)),
          List.of("fixed"));

  private FoundLimit() {}

  /** Seven rates in eight probes, with the knee at 500/s and the top at 700/s. */
  static Limit withKnee() {
    List<Probe> probes = new ArrayList<>();
    for (int rate = 100; rate <= 700; rate += 100) {
      double p99 = rate <= 500 ? 10 : 10 + 4.45 * (rate - 500);
      probes.add(probe(rate, p99, rate <= 600));
    }
    probes.add(probe(600, 455, false));
    return answer(probes, new LimitSearch.Bracket(500.0, 600.0, 600.0, 600.0)).found();
  }

  /** The same numbers, of devices, a tenth of them of a group of their own. */
  static Limit ofDevices() {
    List<Probe> probes =
        withKnee().probes().stream()
            .map(
                each -> {
                  int devices = (int) each.asked();
                  Map<String, Integer> groups = new LinkedHashMap<>();
                  groups.put("many", devices - devices / 10);
                  groups.put("few", devices / 10);
                  return each.with(new Probe.ProbeFleet(devices, groups));
                })
            .toList();
    return new LimitAnswer(
            "quick",
            OF_DEVICES,
            List.of("flows.event.response.p99 < 460ms"),
            probes,
            new LimitSearch.Bracket(500.0, 600.0, 600.0, 600.0))
        .found();
  }

  /** A search that was interrupted before anything was confirmed. */
  static Limit nothing() {
    return answer(List.of(), new LimitSearch.Bracket(null, null, null, null))
        .without(ExitCode.INTERRUPTED, "the search was interrupted");
  }

  private static LimitAnswer answer(List<Probe> probes, LimitSearch.Bracket bracket) {
    return new LimitAnswer(
        "<b>quick</b>", SEARCH, List.of("flows.event.response.p99 < 460ms"), probes, bracket);
  }

  private static Probe probe(double rate, double p99, boolean held) {
    return new Probe(
        new ProbeRun("probe-%02.0f".formatted(rate / 100), "1", 30),
        Probe.ProbeFleet.SAME,
        rate,
        rate,
        null,
        new ProbeTimes(p99 / 2, p99 / 2, p99, null),
        (held ? ExitCode.PASSED : ExitCode.THRESHOLDS_CROSSED).status(),
        held ? List.of() : List.of("flows.event.response.p99 < 460ms"),
        null,
        null,
        null,
        Map.of());
  }
}
