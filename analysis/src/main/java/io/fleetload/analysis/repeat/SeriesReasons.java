// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import java.util.ArrayList;
import java.util.List;

/**
 * The verdict of a series in sentences: how many runs count, which do not, and which crossed a
 * threshold.
 *
 * @param over the varied key, or null if all runs are the same
 */
record SeriesReasons(Repeat.VariedKey over, List<Repeat.RunOfSeries> runs) {

  List<String> all() {
    List<String> reasons = new ArrayList<>(over == null ? ofEqualRuns() : ofDifferentRuns());
    for (Repeat.RunOfSeries each : runs) {
      if (each.leftOut() != null) {
        reasons.add(
            "%s %s: %s"
                .formatted(
                    name(each), over == null ? "is left out" : "does not count", each.leftOut()));
      } else if (!each.crossed().isEmpty()) {
        reasons.add(
            "%s crossed \"%s\"".formatted(name(each), String.join("\", \"", each.crossed())));
      }
    }
    return reasons;
  }

  private List<String> ofEqualRuns() {
    List<String> reasons = new ArrayList<>();
    long counted = counted();
    if (counted == 0) {
      reasons.add("no run counts, so there is no median");
    } else {
      reasons.add(
          counted == runs.size()
              ? "all %s runs count".formatted(counted)
              : "%s of %s runs count".formatted(counted, runs.size()));
    }
    if (counted == 1) {
      reasons.add("one run counts, so how far runs are apart is not known");
    }
    return reasons;
  }

  private List<String> ofDifferentRuns() {
    long counted = counted();
    return List.of(
        counted == runs.size() && counted > 0
            ? "all %s values of %s have a run that counts".formatted(counted, over.key())
            : "%s of %s values of %s have a run that counts"
                .formatted(counted, runs.size(), over.key()));
  }

  private long counted() {
    return runs.stream().filter(each -> each.leftOut() == null).count();
  }

  private String name(Repeat.RunOfSeries run) {
    return over == null
        ? run.directory()
        : "%s (%s=%s)".formatted(run.directory(), over.key(), run.value());
  }
}
