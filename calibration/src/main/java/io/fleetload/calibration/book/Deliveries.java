// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.book;

import io.fleetload.calibration.script.Delivery;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The messages of one flow that a backend would have received: all that is passed on, but the
 * messages to be lost, some of them twice and some after the next one of their device. It counts
 * its own deeds, not arrivals, so it shares nothing with the backend's ledger.
 */
final class Deliveries {
  private final MessageSet received = new MessageSet();
  private final LatencyHistogram endToEnd = new LatencyHistogram();
  private final Map<Period, Counts> counts = new EnumMap<>(Period.class);
  private final Map<Integer, Stamp> heldBack = new HashMap<>();

  Deliveries() {
    for (Period period : Period.values()) {
      counts.put(period, new Counts());
    }
  }

  void pass(Stamp stamp, Delivery delivery, long epochNanos) {
    switch (delivery) {
      case NEVER -> {
        // Lost, as the script wants it.
      }
      case LATE -> heldBack.put(stamp.device(), stamp);
      case ONCE, TWICE -> {
        arrives(stamp, epochNanos);
        if (delivery == Delivery.TWICE) {
          Counts of = counts.get(stamp.period());
          of.records++;
          of.duplicate++;
        }
        Stamp overtaken = heldBack.remove(stamp.device());
        if (overtaken != null) {
          arrives(overtaken, epochNanos);
          counts.get(overtaken.period()).outOfOrder++;
        }
      }
    }
  }

  BackendBook.BackendFlow book() {
    return new BackendBook.BackendFlow(
        counts.get(Period.WARM_UP).receipts(),
        counts.get(Period.MEASURED).receipts(),
        endToEnd.copy(),
        received.copy(),
        Map.of(),
        null,
        null,
        null,
        null);
  }

  private void arrives(Stamp stamp, long epochNanos) {
    received.add(stamp.n());
    counts.get(stamp.period()).records++;
    if (stamp.period() == Period.MEASURED) {
      endToEnd.record(epochNanos - stamp.sent());
    }
  }

  private static final class Counts {
    private long records;
    private long duplicate;
    private long outOfOrder;

    private BackendBook.ReceiptCounts receipts() {
      return new BackendBook.ReceiptCounts(records, duplicate, outOfOrder);
    }
  }
}
