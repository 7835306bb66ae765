// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;

/** Time in which users were at work: Gatling and k6 divide by it. */
final class RunLength {
  private RunLength() {}

  /**
   * In s: the measured phase; where all users sent a number of requests, until the last outcome of
   * them and of their steps.
   */
  static double seconds(Result result) {
    double last = 0;
    for (FlowResult flow : result.figures().flows().values()) {
      if (flow.load().closed() == null || flow.load().closed().doneAfterSeconds() == null) {
        return result.figures().measuredSeconds();
      }
      last = Math.max(last, flow.load().closed().doneAfterSeconds());
    }
    return last;
  }
}
