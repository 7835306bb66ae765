// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What kept a process from working through no fault of its own: a signal that stopped it, and
 * processors that its threads had to wait for. Not thread-safe.
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

  /** Whether it is stopped now; between two looks that differ it was for half of the time. */
  void look(long nowNanos) {
    Optional<ProcessorTicks.OfProcess> now = ticks.process(pid);
    boolean stopped = now.isPresent() && now.get().isStopped();
    stateIsKnown |= now.isPresent();
    double share = (wasStopped ? 0.5 : 0) + (stopped ? 0.5 : 0);
    stoppedNanos += share * (nowNanos - lookedNanos);
    wasStopped = stopped;
    lookedNanos = nowNanos;
  }

  /** How long its threads waited since the last call. A thread that ended meanwhile is left out. */
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

  /** How long a signal or a debugger had stopped it, in ms; null where nobody knows. */
  Double stoppedMs() {
    return stateIsKnown ? Math.round(stoppedNanos / 1e6) * 1.0 : null;
  }

  /** How long its threads were ready and had no processor, all together, in s; null likewise. */
  Double waitedSeconds() {
    return waitIsKnown ? Math.round(waitedNanos / 1e6) / 1e3 : null;
  }
}
