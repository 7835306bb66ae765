// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.WireLoop;
import io.fleetload.simulator.device.due.DueHeap;
import io.fleetload.simulator.device.plan.RunTimes;
import java.util.List;
import java.util.function.LongConsumer;

/** Takes the messages of all flows to their devices, the earliest due first. */
final class DueMessages implements WireLoop.DueWork {
  /** Number of due messages that are taken before the wire is looked at again. */
  private static final int BATCH = 64;

  /** The flows with due times that only their own messages move, in a heap by the next of them. */
  private final DueHeap<DueFlow> scheduled;

  /** Flows that an outcome can make due sooner. */
  private final List<DueFlow> flows;

  private final RunTimes times;
  private final LongConsumer onMeasure;
  private boolean moved = true;
  private boolean measuring;
  private Double skewNanos;

  /**
   * Takes none yet.
   *
   * @param onMeasure takes the time when the measured phase begins, before any message of it
   */
  DueMessages(List<DueFlow> flows, RunTimes times, LongConsumer onMeasure) {
    this.scheduled =
        new DueHeap<>(flows.stream().filter(OpenFlow.class::isInstance).toList(), DueFlow::nextDue);
    this.flows = flows.stream().filter(each -> !(each instanceof OpenFlow)).toList();
    this.times = times;
    this.onMeasure = onMeasure;
  }

  /** The due times of flows moved, or nothing is due any more. */
  void moved() {
    moved = true;
  }

  @Override
  public long run(long now) {
    if (skewNanos == null && now >= times.startNanos()) {
      skewNanos = (double) (now - times.startNanos());
    }
    if (moved) {
      moved = false;
      scheduled.order();
    }
    for (int i = 0; i < BATCH; i++) {
      DueFlow first = scheduled.first();
      long due = scheduled.firstDue();
      for (DueFlow flow : flows) {
        long flowDue = flow.nextDue();
        if (flowDue < due) {
          due = flowDue;
          first = flow;
        }
      }
      if (!measuring && now >= times.measureStartNanos() && due >= times.measureStartNanos()) {
        measuring = true;
        onMeasure.accept(now);
      }
      if (first == null || due > now) {
        return Math.min(due, nextBegin());
      }
      first.fireNext(now);
      scheduled.fired(first);
    }
    return now;
  }

  /** Time of the next phase that is to be noticed though no message may be due at its start. */
  private long nextBegin() {
    // The begin of the flows, to know how far it was from the agreed one.
    return skewNanos == null
        ? times.startNanos()
        : measuring ? RunTimes.NEVER : times.measureStartNanos();
  }

  /** Delay of the flows' start behind the agreed one, in ns; null before that. */
  Double skewNanos() {
    return skewNanos;
  }
}
