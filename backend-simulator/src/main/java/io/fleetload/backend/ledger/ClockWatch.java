// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.stamp.Stamp;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Learns from answered commands how far the clock of each shard's host is from this one, while the
 * run goes on, so that every end-to-end time can be corrected when it is booked. Not thread-safe.
 */
public final class ClockWatch {
  /** The most that two clocks drift apart, in s per s (RFC 5905, section 4: PHI). */
  private static final double DRIFT = 15e-6;

  /** Stamps of small messages are in steps; less than that does not contradict. */
  private static final long STEP_NANOS = 1_000_000L;

  private final Best[] shards;
  private final IntUnaryOperator shardOf;
  private final boolean oneHost;
  private long uncorrected;

  /** The best round trip of a shard so far, and when it was seen. */
  private static final class Best {
    private long offset;
    private long uncertainty;
    private long seen;
    private long samples;

    /** Distance of the furthest round trip from the best that contradicts it, in ns. */
    private long contradiction;

    /** Uncertainty of the offset at a time, in ns; it grows with age, as the clocks drift. */
    private long uncertaintyAt(long now) {
      return uncertainty + (long) (DRIFT * Math.max(0, now - seen));
    }
  }

  private ClockWatch(int shards, IntUnaryOperator shardOf, boolean oneHost) {
    this.shards = new Best[shards];
    Arrays.setAll(this.shards, i -> new Best());
    this.shardOf = shardOf;
    this.oneHost = oneHost;
  }

  /** Devices on this host, so by the same clock, unless round trips prove otherwise. */
  public static ClockWatch ofThisHost() {
    return ofThisHost(1, device -> 0);
  }

  /**
   * Shards on this host. Each is a program that read the clock when it began, so what the round
   * trips of one prove is of that one.
   *
   * @param shards how many they are
   * @param shardOf the shard of a device, from 0
   */
  public static ClockWatch ofThisHost(int shards, IntUnaryOperator shardOf) {
    return new ClockWatch(shards, shardOf, true);
  }

  /**
   * Devices on other hosts.
   *
   * @param shards how many shards they are, each by a clock of its own
   * @param shardOf the shard of a device, from 0
   */
  public static ClockWatch ofHosts(int shards, IntUnaryOperator shardOf) {
    return new ClockWatch(shards, shardOf, false);
  }

  /**
   * Looks at the answer to a command.
   *
   * @param seen when it arrived, ns since the epoch
   */
  void answered(Stamp answer, long seen) {
    Stamp.Legs times = answer.legs();
    if (times == null || times.commandReceived() == Stamp.UNKNOWN) {
      return;
    }
    Best best = shards[shardOf.applyAsInt(answer.device())];
    long way =
        times.commandReceived()
            - times.querySent()
            - (times.commandWritten() - times.queryReceived());
    long offset =
        (times.queryReceived()
                - times.querySent()
                + (times.commandWritten() - times.commandReceived()))
            / 2;
    best.samples++;
    if (best.samples > 1) {
      long apart = Math.abs(offset - best.offset);
      if (apart > way / 2 + best.uncertaintyAt(seen) + STEP_NANOS) {
        best.contradiction = Math.max(best.contradiction, apart + way / 2);
      }
    }
    if (best.samples == 1 || way / 2 <= best.uncertaintyAt(seen)) {
      best.uncertainty = way / 2;
      best.seen = seen;
      best.offset = offset;
    }
  }

  /** Lead of this clock over a device's, in ns; end-to-end times are corrected by it. */
  long ahead(int device) {
    ClockOffset clock = clock(shards[shardOf.applyAsInt(device)]);
    return clock == null ? 0 : clock.correctionNanos();
  }

  /** A measured message was booked. */
  void booked(int device) {
    if (!oneHost && shards[shardOf.applyAsInt(device)].samples == 0) {
      uncorrected++;
    }
  }

  /** The offsets known so far. */
  DeviceClocks clocks() {
    return new DeviceClocks(Arrays.stream(shards).map(this::clock).toList(), uncorrected);
  }

  private ClockOffset clock(Best best) {
    ClockOffset measured =
        new ClockOffset(best.offset, best.uncertainty, best.samples)
            .contradictedBy(best.contradiction);
    if (oneHost && best.contradiction == 0 && !measured.certain()) {
      return ClockOffset.oneClock(best.samples);
    }
    return best.samples == 0 ? null : measured;
  }
}
