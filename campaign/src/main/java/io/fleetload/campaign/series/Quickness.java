// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Probe;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ledger.LedgerTotal;

/**
 * Latency and success of a target at the lowest rate. They show whether it has recovered from a
 * probe that was too much for it.
 *
 * @param p50Ms median response time over all flows, in ms; null if nothing was confirmed
 * @param confirmed messages confirmed over those due, 0 to 1
 */
record Quickness(Double p50Ms, double confirmed) {
  /**
   * Largest ratio of medians that counts as equally quick: far more than the median varies, far
   * less than a queue adds.
   */
  private static final double MOST_TIMES = 2;

  /** A median below it varies by more than twice. */
  private static final double FLOOR_MS = 1;

  private static final double LESS_CONFIRMED = 0.01;

  static Quickness of(Probe probe, Result result) {
    long due = 0;
    long ok = 0;
    for (FlowResult flow : result.figures().flows().values()) {
      if (flow.load().asked() != null) {
        due += flow.counts().scheduled();
        ok += flow.counts().ok();
      }
    }
    return new Quickness(probe.p50(), due == 0 ? 0 : (double) ok / due);
  }

  /**
   * Returns whether the target answered every message of a run, so that it has nothing left to do:
   * none failed, none is without an outcome, and what the backend had to receive is there.
   */
  static boolean answeredAll(Result result) {
    LedgerTotal ledger = result.figures().ledger();
    Long lost = ledger == null ? null : ledger.messages().lost();
    return (lost == null || lost == 0)
        && result.figures().flows().values().stream()
            .allMatch(each -> each.counts().failed() == 0 && each.counts().unsettled() == 0);
  }

  /** Returns whether the target answers as quickly and surely as in an earlier run. */
  boolean isAsGoodAs(Quickness before) {
    if (before.p50Ms == null) {
      return true;
    }
    return p50Ms != null
        && p50Ms <= MOST_TIMES * Math.max(before.p50Ms, FLOOR_MS)
        && confirmed >= before.confirmed - LESS_CONFIRMED;
  }
}
