// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.driver.RunClock;
import io.fleetload.results.cost.ServiceFailures;

/** The course of one source's readings over the measured phase, in constant memory. */
final class SourceReadings {
  private final Source source;
  private final RunClock clock;
  private final Increase cpu = new Increase();
  private final Increase pauses = new Increase();
  private final Increase received = new Increase();
  private final Increase sent = new Increase();
  private final ServiceCounters services = new ServiceCounters();
  private Double longestPause;
  private Double busySeconds;
  private Double resident;
  private Double jvmMemory;
  private Double firstPeak;
  private Double lastPeak;
  private long lastNanos;
  private boolean begun;

  SourceReadings(Source source, RunClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** Reads the counters of which also the time before the measured phase counts. */
  void readBefore() {
    ProcessReading reading = source.read();
    synchronized (this) {
      services.before(reading);
    }
  }

  /** Reads it once more. */
  void read() {
    ProcessReading reading = source.read();
    add(reading, clock.nanos());
  }

  private synchronized void add(ProcessReading reading, long now) {
    services.at(reading);
    cpu.at(reading.cpuSeconds());
    Double before = pauses.sum();
    pauses.at(reading.gcSeconds());
    longest(reading.longestGcSeconds(), before);
    received.at(reading.receivedMb());
    sent.at(reading.sentMb());
    // A process says how busy it was since it was asked last, so the first answer is of before.
    if (begun && reading.busyProcessors() != null) {
      double seconds = (now - lastNanos) / 1e9;
      busySeconds = (busySeconds == null ? 0 : busySeconds) + reading.busyProcessors() * seconds;
    }
    begun = true;
    lastNanos = now;
    resident = most(resident, reading.residentMb());
    jvmMemory = most(jvmMemory, reading.jvmMemoryMb());
    if (reading.peakResidentMb() != null) {
      firstPeak = firstPeak == null ? reading.peakResidentMb() : firstPeak;
      lastPeak = reading.peakResidentMb();
    }
  }

  private static Double most(Double before, Double now) {
    return before == null || (now != null && now > before) ? now : before;
  }

  /** Returns the processor time, in s, or null if it is not known. */
  synchronized Double cpuSeconds() {
    return cpu.sum() != null ? cpu.sum() : busySeconds;
  }

  /**
   * Returns the most memory that was resident, in MB, or null if it is not known. The peak since
   * the process's start is that of the phase only if it grew in it.
   */
  synchronized Double peakMb() {
    return lastPeak != null && lastPeak > firstPeak ? lastPeak : resident;
  }

  /** Returns the most memory that the JVM used of its pools, in MB, or null if it is not known. */
  synchronized Double peakJvmMb() {
    return jvmMemory;
  }

  /**
   * Returns the requests between the target's services that failed, or null if they are not known.
   */
  synchronized ServiceFailures services() {
    return services.failures();
  }

  /**
   * Returns the time that the process paused for garbage collection, in ms, or null if it is not
   * known.
   */
  synchronized Double gcPauseMs() {
    return pauses.sum() == null ? null : pauses.sum() * 1e3;
  }

  /**
   * A page says the longest pause of the last minutes, also of those before this phase; no pause
   * since the last reading was longer than all of them together.
   */
  private void longest(Double said, Double sumBefore) {
    if (said != null && pauses.sum() != null) {
      double most = Math.min(said, pauses.sum() - (sumBefore == null ? 0 : sumBefore));
      longestPause = longestPause == null ? most : Math.max(longestPause, most);
    }
  }

  /** Returns the longest pause for garbage collection, in ms, or null if it is not known. */
  synchronized Double longestGcPauseMs() {
    return longestPause == null ? null : longestPause * 1e3;
  }

  /** Returns the bytes received over the network, in MB, or null if they are not known. */
  synchronized Double receivedMb() {
    return received.sum();
  }

  /** Returns the bytes sent over the network, in MB, or null if they are not known. */
  synchronized Double sentMb() {
    return sent.sum();
  }
}
