package io.fleetload.campaign.cost;

import io.fleetload.driver.RunClock;

/** The course of one source's readings over the measured phase, in constant memory. */
final class Course {
  private final Source source;
  private final RunClock clock;
  private final Increase cpu = new Increase();
  private final Increase pauses = new Increase();
  private final Increase received = new Increase();
  private final Increase sent = new Increase();
  private Double busySeconds;
  private Double resident;
  private Double firstPeak;
  private Double lastPeak;
  private long lastNanos;
  private boolean begun;

  Course(Source source, RunClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** Reads it once more. */
  void read() {
    Reading reading = source.read();
    add(reading, clock.nanos());
  }

  private synchronized void add(Reading reading, long now) {
    cpu.at(reading.cpuSeconds());
    pauses.at(reading.gcSeconds());
    received.at(reading.receivedMb());
    sent.at(reading.sentMb());
    // A process says how busy it was since it was asked last, so the first answer is of before.
    if (begun && reading.busyProcessors() != null) {
      double seconds = (now - lastNanos) / 1e9;
      busySeconds = (busySeconds == null ? 0 : busySeconds) + reading.busyProcessors() * seconds;
    }
    begun = true;
    lastNanos = now;
    if (reading.residentMb() != null) {
      resident = resident == null ? reading.residentMb() : Math.max(resident, reading.residentMb());
    }
    if (reading.peakResidentMb() != null) {
      firstPeak = firstPeak == null ? reading.peakResidentMb() : firstPeak;
      lastPeak = reading.peakResidentMb();
    }
  }

  /** Processor time, in s; null where it is not known. */
  synchronized Double cpuSeconds() {
    return cpu.sum() != null ? cpu.sum() : busySeconds;
  }

  /**
   * The most memory that was resident, in MB; null where it is not known. The peak since the
   * process's start is that of the phase only if it grew in it.
   */
  synchronized Double peakMb() {
    return lastPeak != null && lastPeak > firstPeak ? lastPeak : resident;
  }

  /** Time stood still for garbage collection, in ms; null where it is not known. */
  synchronized Double gcPauseMs() {
    return pauses.sum() == null ? null : pauses.sum() * 1e3;
  }

  /** Received over the network, in MB; null where it is not known. */
  synchronized Double receivedMb() {
    return received.sum();
  }

  /** Sent over the network, in MB; null where it is not known. */
  synchronized Double sentMb() {
    return sent.sum();
  }

  /** How much a counter grew. One that fell belongs to a process that began anew, from 0. */
  private static final class Increase {
    private Double last;
    private Double sum;

    void at(Double value) {
      if (value == null) {
        return;
      }
      if (last != null) {
        sum = (sum == null ? 0 : sum) + (value >= last ? value - last : value);
      }
      last = value;
    }

    Double sum() {
      return sum;
    }
  }
}
