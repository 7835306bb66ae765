package io.fleetload.simulator.device;

import io.fleetload.driver.WireLoop;
import io.fleetload.simulator.measure.GeneratorWatch;
import java.util.List;

/** Takes the messages of all flows to their devices, the earliest due first. */
final class DueMessages implements WireLoop.DueWork {
  /** How many due messages are taken before the wire is looked at again. */
  private static final int BATCH = 64;

  private final List<DueFlow> flows;
  private final GeneratorWatch watch;
  private final long startNanos;
  private final long measureStartNanos;
  private boolean measuring;
  private Double skewNanos;

  /**
   * Takes none yet.
   *
   * @param startNanos when the flows begin, on the run's clock
   * @param measureStartNanos when the measured phase begins, on the run's clock
   */
  DueMessages(List<DueFlow> flows, GeneratorWatch watch, long startNanos, long measureStartNanos) {
    this.flows = flows;
    this.watch = watch;
    this.startNanos = startNanos;
    this.measureStartNanos = measureStartNanos;
  }

  @Override
  public long run(long now) {
    if (skewNanos == null && now >= startNanos) {
      skewNanos = (double) (now - startNanos);
    }
    if (!measuring && now >= measureStartNanos) {
      measuring = true;
      watch.measureBegins(now);
    }
    for (int i = 0; i < BATCH; i++) {
      DueFlow first = null;
      long due = Long.MAX_VALUE;
      for (DueFlow flow : flows) {
        long flowDue = flow.nextDue();
        if (flowDue < due) {
          due = flowDue;
          first = flow;
        }
      }
      if (first == null || due > now) {
        // The begin itself is looked at as well, to know how far it was from the agreed one.
        return skewNanos == null ? Math.min(due, startNanos) : due;
      }
      first.fireNext(now);
    }
    return now;
  }

  /** How much later than they were to begin the flows were turned to, ns; null before that. */
  Double skewNanos() {
    return skewNanos;
  }
}
