// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.BackendBook;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.MessageSet;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** One flow as it arrives. Memory: a bit a message and four bytes a device. Not thread-safe. */
final class FlowArrivals {
  private final MessageSet received = new MessageSet();
  private final LatencyHistogram endToEnd = new LatencyHistogram();
  private final LatencyHistogram recently = new LatencyHistogram();
  private final Map<Integer, long[]> troubles = new HashMap<>();
  private final Counts warmUp = new Counts();
  private final Counts measured = new Counts();
  private long recentRecords;
  private int firstMeasured = Integer.MAX_VALUE;

  /** By device: one more than the largest number that arrived, so that 0 says nothing did. */
  private int[] next = new int[0];

  private static final class Counts {
    private long records;
    private long duplicate;
    private long outOfOrder;

    private BackendBook.Receipts receipts() {
      return new BackendBook.Receipts(records, duplicate, outOfOrder);
    }
  }

  /**
   * Counts an arrival.
   *
   * @param received when it arrived, ns since the epoch
   * @param ahead how far the clock of that time is ahead of the device's, in ns
   * @return whether it is the message's first
   */
  boolean arrived(Stamp stamp, long received, long ahead) {
    Counts counts = stamp.period() == Period.MEASURED ? measured : warmUp;
    counts.records++;
    recentRecords++;
    if (!this.received.add(stamp.n())) {
      counts.duplicate++;
      trouble(stamp, 0);
      return false;
    }
    if (overtaken(stamp.device(), stamp.n())) {
      counts.outOfOrder++;
      trouble(stamp, 1);
    }
    boolean measuredOne = stamp.period() == Period.MEASURED;
    if (measuredOne) {
      firstMeasured = Math.min(firstMeasured, stamp.n());
    }
    if (stamp.sent() != Stamp.UNKNOWN) {
      long latency = received - stamp.sent() - ahead;
      recently.record(latency);
      if (measuredOne) {
        endToEnd.record(latency);
      }
    }
    return true;
  }

  private void trouble(Stamp stamp, int kind) {
    if (stamp.period() == Period.MEASURED) {
      troubles.computeIfAbsent(stamp.device(), device -> new long[2])[kind]++;
    }
  }

  private boolean overtaken(int device, int n) {
    if (device >= next.length) {
      next = Arrays.copyOf(next, Math.max(device + 1, next.length * 2));
    }
    if (n < next[device]) {
      return true;
    }
    // n + 1 overflows for the last number an int has only, which the profile's checks rule out.
    next[device] = n + 1;
    return false;
  }

  /** The figures as they stand; to be taken before {@link #recent}, which begins anew. */
  ArrivalFigures.Flow figures() {
    return new ArrivalFigures.Flow(warmUp.receipts(), measured.receipts(), recently.copy());
  }

  /** What arrived since this was asked last. */
  Recent recent() {
    Recent since = new Recent(recentRecords, recently.percentile(99) / 1e6);
    recentRecords = 0;
    recently.reset();
    return since;
  }

  /**
   * An independent copy for the book.
   *
   * @param commands those that answer its messages; null where it asks for none
   * @param store its rows in the store; null where that is not read
   */
  BackendBook.Flow copy(CommandsWritten commands, StoreRows store) {
    Map<Integer, BackendBook.Trouble> byDevice = new TreeMap<>();
    troubles.forEach(
        (device, counts) -> byDevice.put(device, new BackendBook.Trouble(counts[0], counts[1])));
    return new BackendBook.Flow(
        warmUp.receipts(),
        measured.receipts(),
        endToEnd.copy(),
        received.copy(),
        byDevice,
        firstMeasured == Integer.MAX_VALUE ? null : firstMeasured,
        commands == null ? null : commands.copy(),
        store == null ? null : store.copy());
  }
}
