// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.time.LatencyHistogram;
import java.util.Map;

/** Outcomes of a flow's warm-up messages since they were looked at last. */
public final class WarmUpWindow {
  /** A 99th percentile of fewer values is the largest of them. */
  private static final int LEAST_FOR_P99 = 100;

  private final LatencyHistogram response = new LatencyHistogram();
  private long failed;

  void ok(long responseNanos) {
    response.record(responseNanos);
  }

  void failed() {
    failed++;
  }

  /** Adds its figures under the flow's name, and begins again. */
  public void take(String flow, Map<String, Double> figures) {
    long ok = response.count();
    if (ok > 0) {
      figures.put(flow + " p50 ms", response.percentile(50) / 1e6);
    }
    if (ok >= LEAST_FOR_P99) {
      figures.put(flow + " p99 ms", response.percentile(99) / 1e6);
    }
    if (ok + failed > 0) {
      figures.put(flow + " failed %", 100.0 * failed / (ok + failed));
    }
    response.reset();
    failed = 0;
  }
}
