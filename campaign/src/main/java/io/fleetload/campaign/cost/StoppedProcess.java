// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hindrances of a process that are not its fault: a signal that stopped it, and processors that its
 * threads had to wait for. Not thread-safe.
 */
final class StoppedProcess {
  private final ProcessorTicks ticks;
  private final long pid;
  private final Map<String, Long> waited = new HashMap<>();
  private long waitedNanos;
  private boolean waitIsKnown;
  private double stoppedNanos;
  private boolean stateIsKnown;
  private boolean wasStopped;
  private long lookedNanos;

  StoppedProcess(ProcessorTicks ticks, long pid) {
    this.ticks = ticks;
    this.pid = pid;
  }

  /** From now on it counts. */
  void begin(long nowNanos) {
    lookedNanos = nowNanos;
    wasStopped = false;
    waited.putAll(ticks.waited(pid));
  }

  /**
   * Notes whether the process is stopped now. If two looks differ, it counts as stopped for half of
   * the time between them.
   */
  void look(long nowNanos) {
    Optional<ProcessorTicks.OfProcess> now = ticks.process(pid);
    boolean stopped = now.isPresent() && now.get().isStopped();
    stateIsKnown |= now.isPresent();
    double share = (wasStopped ? 0.5 : 0) + (stopped ? 0.5 : 0);
    stoppedNanos += share * (nowNanos - lookedNanos);
    wasStopped = stopped;
    lookedNanos = nowNanos;
  }

  /**
   * Adds the time that its threads waited since the last call. A thread that ended in between is
   * left out.
   */
  void lookAtThreads() {
    ticks
        .waited(pid)
        .forEach(
            (thread, nanos) -> {
              waitIsKnown = true;
              Long before = waited.put(thread, nanos);
              waitedNanos += Math.max(0, nanos - (before == null ? 0 : before));
            });
  }

  /**
   * Returns the time that a signal or a debugger had stopped it, in ms, or null if it is not known.
   */
  Double stoppedMs() {
    return stateIsKnown ? Math.round(stoppedNanos / 1e6) * 1.0 : null;
  }

  /**
   * Returns the time that its threads were ready and had no processor, all together, in s, or null
   * if it is not known.
   */
  Double waitedSeconds() {
    return waitIsKnown ? Math.round(waitedNanos / 1e6) / 1e3 : null;
  }
}
