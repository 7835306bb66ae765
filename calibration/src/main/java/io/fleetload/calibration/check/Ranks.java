// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import io.fleetload.results.time.LatencyHistogram;

/** The single values of a histogram, by their rank; each at the histogram's own precision. */
final class Ranks {
  private final LatencyHistogram histogram;
  private final long count;

  Ranks(LatencyHistogram histogram) {
    this.histogram = histogram;
    this.count = histogram.count();
  }

  /** The largest value for 0, the next one for 1, and so on; 0 where there are not so many. */
  long largest(long index) {
    long rank = count - index;
    return rank < 1 ? 0 : histogram.percentile(100.0 * (rank - 0.5) / count);
  }

  /** Number of values that are at least as large. */
  long atLeast(long nanos) {
    long found = 0;
    while (found < count && largest(found) >= nanos) {
      found++;
    }
    return found;
  }
}
