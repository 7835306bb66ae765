// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import io.fleetload.results.FlowResult;
import io.fleetload.results.PerSecond;
import io.fleetload.results.Result;
import java.util.List;

/** How long users were at work: what Gatling and k6 divide by. */
final class RunLength {
  private RunLength() {}

  /**
   * In s: the measured phase; where users sent a number of requests, until the last outcome of them
   * and of their steps.
   */
  static double seconds(Result result) {
    double last = 0;
    for (FlowResult flow : result.flows().values()) {
      if (flow.model() == null) {
        last = Math.max(last, lastOutcome(flow.perSecond(), result.firstMeasuredSecond()));
      } else if (flow.closed() == null || flow.closed().doneAfterSeconds() == null) {
        return result.measuredSeconds();
      } else {
        last = Math.max(last, flow.closed().doneAfterSeconds());
      }
    }
    return last == 0 ? result.measuredSeconds() : last;
  }

  /** The end of the last second with an outcome, counted from the begin of the measured phase. */
  private static int lastOutcome(PerSecond course, Integer firstMeasured) {
    int first = firstMeasured == null ? 0 : firstMeasured;
    return Math.max(last(course.ok()), last(course.failed())) + 1 - first;
  }

  private static int last(List<Long> counts) {
    int last = counts.size() - 1;
    while (last >= 0 && counts.get(last) == 0) {
      last--;
    }
    return last;
  }
}
