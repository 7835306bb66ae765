// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import java.util.Arrays;
import java.util.List;

/**
 * Flows by the time at which the next message of each is due, the earliest first: a binary heap
 * (Williams, "Algorithm 232", CACM 1964), so that a message costs no more where there are hundreds
 * of flows. Of those that are due at the same time, the order of the profile decides.
 */
final class DueHeap {
  private final DueFlow[] flows;
  private final long[] due;

  /** Places in the list, as a heap. */
  private final int[] heap;

  DueHeap(List<DueFlow> flows) {
    this.flows = flows.toArray(new DueFlow[0]);
    this.due = new long[flows.size()];
    this.heap = new int[flows.size()];
    Arrays.setAll(heap, i -> i);
  }

  /** Asks all of them when they are due. */
  void order() {
    for (int i = 0; i < due.length; i++) {
      due[i] = flows[i].nextDue();
    }
    for (int i = heap.length / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  /** The flow that is due first; null if there are none. */
  DueFlow first() {
    return heap.length == 0 ? null : flows[heap[0]];
  }

  /** Time at which it is due; {@link Long#MAX_VALUE} for never. */
  long firstDue() {
    return heap.length == 0 ? Long.MAX_VALUE : due[heap[0]];
  }

  /** A flow took its next message to the device; of these, it was the first. */
  void fired(DueFlow flow) {
    if (first() == flow) {
      due[heap[0]] = flow.nextDue();
      sink(0);
    }
  }

  private void sink(int from) {
    int at = from;
    int sinking = heap[at];
    while (2 * at + 1 < heap.length) {
      int child = 2 * at + 1;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], sinking)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = sinking;
  }

  private boolean isBefore(int one, int other) {
    return due[one] < due[other] || (due[one] == due[other] && one < other);
  }
}
