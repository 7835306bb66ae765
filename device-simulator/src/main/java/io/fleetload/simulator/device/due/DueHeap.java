// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Flows by the time at which the next message of each is due, the earliest first: a binary heap
 * (Williams, "Algorithm 232", CACM 1964), so that a message costs no more where there are hundreds
 * of flows. Of those that are due at the same time, the order of the profile decides.
 *
 * @param <F> the flows
 */
public final class DueHeap<F> {
  private final List<F> flows;
  private final ToLongFunction<F> nextDue;
  private final long[] due;

  /** Places in the list, as a heap. */
  private final int[] heap;

  /**
   * A heap without an order; {@link #order} makes it.
   *
   * @param nextDue when the next message of a flow is due; {@link Long#MAX_VALUE} for never
   */
  public DueHeap(List<F> flows, ToLongFunction<F> nextDue) {
    this.flows = List.copyOf(flows);
    this.nextDue = nextDue;
    this.due = new long[flows.size()];
    this.heap = new int[flows.size()];
    Arrays.setAll(heap, i -> i);
  }

  /** Asks each flow when it is due. */
  public void order() {
    for (int i = 0; i < due.length; i++) {
      due[i] = nextDue.applyAsLong(flows.get(i));
    }
    for (int i = heap.length / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  /** The flow that is due first; null for an empty heap. */
  public F first() {
    return heap.length == 0 ? null : flows.get(heap[0]);
  }

  /** Time at which it is due; {@link Long#MAX_VALUE} for never. */
  public long firstDue() {
    return heap.length == 0 ? Long.MAX_VALUE : due[heap[0]];
  }

  /** A flow took its next message to the device; where it is in the heap, it was the first. */
  public void fired(F flow) {
    if (first() == flow) {
      due[heap[0]] = nextDue.applyAsLong(flow);
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
