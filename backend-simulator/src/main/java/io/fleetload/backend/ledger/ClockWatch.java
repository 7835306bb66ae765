// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.run.BestRoundTrip;
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
  /** Stamps of small messages are in steps; less than that does not contradict. */
  private static final long STEP_NANOS = 1_000_000L;

  private final BestRoundTrip[] shards;
  private final IntUnaryOperator shardOf;
  private final boolean oneHost;
  private long uncorrected;

  private ClockWatch(int shards, IntUnaryOperator shardOf, boolean oneHost) {
    this.shards = new BestRoundTrip[shards];
    Arrays.setAll(this.shards, i -> new BestRoundTrip());
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
    long way =
        times.commandReceived()
            - times.querySent()
            - (times.commandWritten() - times.queryReceived());
    long offset =
        (times.queryReceived()
                - times.querySent()
                + (times.commandWritten() - times.commandReceived()))
            / 2;
    shards[shardOf.applyAsInt(answer.device())].add(offset, way / 2, seen, STEP_NANOS);
  }

  /** Lead of this clock over a device's, in ns; end-to-end times are corrected by it. */
  long ahead(int device) {
    ClockOffset clock = clock(shards[shardOf.applyAsInt(device)]);
    return clock == null ? 0 : clock.correctionNanos();
  }

  /** A measured message was booked. */
  void booked(int device) {
    if (!oneHost && shards[shardOf.applyAsInt(device)].samples() == 0) {
      uncorrected++;
    }
  }

  /** The offsets known so far. */
  DeviceClocks clocks() {
    return new DeviceClocks(Arrays.stream(shards).map(this::clock).toList(), uncorrected);
  }

  private ClockOffset clock(BestRoundTrip best) {
    ClockOffset measured = best.offset();
    boolean apart = best.contradicted() || (measured != null && measured.certain());
    return oneHost && !apart ? ClockOffset.oneClock(best.samples()) : measured;
  }
}
