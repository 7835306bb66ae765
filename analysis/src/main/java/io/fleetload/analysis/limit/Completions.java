// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import io.fleetload.results.Result;
import io.fleetload.results.time.PerSecond;
import java.util.Collection;
import java.util.List;

/**
 * Rate at which a target confirms messages while a probe measures. Of a target with more to do than
 * it can, it is its throughput, where the rate reached is only what was sent.
 */
final class Completions {
  private Completions() {}

  /** The rate of some flows together, msg/s; null if their seconds are not known. */
  static Double perSecond(Result result, Collection<String> flows) {
    int seconds = (int) result.figures().measuredSeconds();
    if (result.firstMeasuredSecond() == null || seconds == 0) {
      return null;
    }
    int first = result.firstMeasuredSecond();
    long confirmed = 0;
    for (String each : flows) {
      PerSecond course = result.figures().flows().get(each).perSecond();
      if (course == null || course.ok().size() < first) {
        return null;
      }
      List<Long> ok = course.ok();
      for (int i = first; i < Math.min(first + seconds, ok.size()); i++) {
        confirmed += ok.get(i);
      }
    }
    return (double) confirmed / seconds;
  }
}
