// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A whole search of a synthetic target, with the answer that a user gets. */
final class SyntheticSearch {
  static final String BOUND = "flows.event.response.p99 < 500ms";
  private static final Limit.Search SEARCH =
      new Limit.Search(null, 100, 6_000, "50%", "5%", 1, 30, 50, Map.of("event", 50.0), null);

  private SyntheticSearch() {}

  /** The change that its answer says, without the models. */
  static CapacityChange changeOf(SyntheticTarget target) {
    List<Probe> probes = new ArrayList<>();
    return CapacityChange.of(probes, run(target, probes).bracket(), SEARCH);
  }

  static Limit of(SyntheticTarget target) {
    List<Probe> probes = new ArrayList<>();
    LimitSearch search = run(target, probes);
    return new LimitAnswer("synthetic", SEARCH, List.of(BOUND), probes, search.bracket()).found();
  }

  private static LimitSearch run(SyntheticTarget target, List<Probe> probes) {
    LimitSearch search =
        new LimitSearch(SEARCH.from(), SEARCH.to(), each -> each / 2, each -> each * 0.05, 1);
    for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
      double at = target.seconds;
      boolean scout = search.scouts();
      LoadEvidence sight = target.probe(next.getAsDouble(), scout);
      search.saw(sight);
      probes.add(probe("probe-%02d".formatted(probes.size() + 1), sight, at));
    }
    return search;
  }

  private static Probe probe(String name, LoadEvidence sight, double at) {
    double p99 = sight.nearest() * 500;
    return new Probe(
        new ProbeRun(name, "1", 30.0, at, sight.full() ? null : true),
        Probe.ProbeFleet.SAME,
        sight.load(),
        sight.load(),
        sight.load() * sight.done(),
        new ProbeTimes(p99 / 3, p99 / 4, p99, Map.of(BOUND, sight.nearest())),
        (sight.held() ? ExitCode.PASSED : ExitCode.THRESHOLDS_CROSSED).status(),
        sight.held() ? List.of() : List.of(BOUND),
        null,
        null,
        null,
        Map.of());
  }
}
