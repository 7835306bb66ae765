// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import java.util.List;

/**
 * Records times by blocks, which grow longer as a run goes on, so that it keeps {@value
 * TimeBlocks#MOST} histograms at most. Not thread-safe.
 */
public final class BlockRecorder {
  private static final long NANOS_A_SECOND = 1_000_000_000L;

  private TimeBlocks closed = TimeBlocks.NONE;
  private final LatencyHistogram open = new LatencyHistogram();
  private long openBlock = Long.MIN_VALUE;

  /**
   * Records a time.
   *
   * @param atNanos when it ended, ns since a time that is the same for all blocks that are added to
   *     these, such as the epoch; one before the block that goes on is of that
   * @param nanos the time, in ns
   */
  public void record(long atNanos, long nanos) {
    long second = Math.floorDiv(atNanos, NANOS_A_SECOND);
    if (Math.floorDiv(second, (long) closed.seconds()) > openBlock) {
      closed = withOpen();
      open.reset();
      openBlock = Math.floorDiv(second, (long) closed.seconds());
    }
    open.record(nanos);
  }

  /** The blocks so far, with the one that goes on. */
  public TimeBlocks blocks() {
    return withOpen();
  }

  private TimeBlocks withOpen() {
    return open.count() == 0
        ? closed
        : TimeBlocks.sum(
            closed,
            new TimeBlocks(closed.seconds(), openBlock, List.of(ResponseIntervals.encoded(open))));
  }
}
