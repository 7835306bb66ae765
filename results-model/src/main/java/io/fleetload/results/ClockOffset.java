package io.fleetload.results;

/**
 * How far the backend's clock is ahead of the devices', as the command round trips show it. Of one
 * round trip with the device's times t0 (query sent) and t3 (command received) and the backend's t1
 * (query received) and t2 (command written) the offset is {@code ((t1 − t0) + (t2 − t3)) / 2}, and
 * it is wrong by at most half of what the way took, {@code ((t3 − t0) − (t2 − t1)) / 2} (RFC 5905,
 * section 8). The round trip that took least is the one that counts.
 *
 * @param offsetNanos the backend's clock less the devices', in ns
 * @param uncertaintyNanos by how much that may be wrong either way, in ns
 * @param samples round trips looked at
 */
public record ClockOffset(long offsetNanos, long uncertaintyNanos, long samples) {

  /**
   * The offset as people read it.
   *
   * @param offsetMs the backend's clock less the devices', in ms
   * @param uncertaintyMs by how much that may be wrong either way, in ms
   * @param samples round trips looked at
   */
  public record Figures(double offsetMs, double uncertaintyMs, long samples) {}

  /** The figures of it, to three decimals. */
  Figures figures() {
    return new Figures(millis(offsetNanos), millis(uncertaintyNanos), samples);
  }

  private static double millis(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }
}
