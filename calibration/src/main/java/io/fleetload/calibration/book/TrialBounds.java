// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.book;

import io.fleetload.results.time.LatencyHistogram;

/**
 * The bounds of a latency, as narrow as the server can know it. The latency was no shorter than
 * until the server handed the answer to its stack, and no longer than until the device's
 * acknowledgement of that answer was back. As both hold for every message, they hold for every
 * percentile: the latency's percentile lies between the two histograms' percentiles, whatever the
 * distributions are.
 *
 * @param least until the answer was handed to the stack, ns
 * @param most until its acknowledgement had come back, ns
 */
public record TrialBounds(LatencyHistogram least, LatencyHistogram most) {
  /** Bounds of nothing. */
  public TrialBounds() {
    this(new LatencyHistogram(), new LatencyHistogram());
  }

  /** An independent copy. */
  TrialBounds copy() {
    return new TrialBounds(least.copy(), most.copy());
  }
}
