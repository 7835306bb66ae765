// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.results.cost.ServiceFailures;

/**
 * Growth of two counters of a page, before and in the measured phase. The target shows each of them
 * from its first failure on, so a page that answers without them counts as 0.
 */
final class ServiceCounters {
  private final Increase noCreditBefore = new Increase();
  private final Increase timeoutsBefore = new Increase();
  private final Increase noCredit = new Increase();
  private final Increase timeouts = new Increase();
  private boolean known;
  private boolean measuring;

  /** A reading of before the measured phase; one that comes too late is left out. */
  void before(ProcessReading reading) {
    if (!measuring && isAnswer(reading)) {
      noCreditBefore.at(orZero(reading.callsWithoutCredit()));
      timeoutsBefore.at(orZero(reading.callTimeouts()));
    }
  }

  /** A reading of the measured phase; the first one ends what was before. */
  void at(ProcessReading reading) {
    before(reading);
    if (isAnswer(reading)) {
      measuring = true;
      noCredit.at(orZero(reading.callsWithoutCredit()));
      timeouts.at(orZero(reading.callTimeouts()));
    }
  }

  private boolean isAnswer(ProcessReading reading) {
    known |= reading.callsWithoutCredit() != null || reading.callTimeouts() != null;
    return !reading.equals(ProcessReading.NOTHING);
  }

  /** Returns the failures, or null if the page has no such counters. */
  ServiceFailures failures() {
    if (!known || noCredit.sum() == null) {
      return null;
    }
    return new ServiceFailures(
        Math.round(noCredit.sum()),
        Math.round(timeouts.sum()),
        noCreditBefore.sum() == null
            ? null
            : new ServiceFailures.Before(
                Math.round(noCreditBefore.sum()), Math.round(timeoutsBefore.sum())));
  }

  private static Double orZero(Double counter) {
    return counter == null ? Double.valueOf(0) : counter;
  }
}
