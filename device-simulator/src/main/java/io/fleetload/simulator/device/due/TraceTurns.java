// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;
import java.util.BitSet;

/**
 * Messages at the times and of the devices that the lines of a trace have, from the begin of the
 * measured phase. If the reader falls behind, a line is taken later than it was due, and that is
 * the generator's lag.
 */
public final class TraceTurns implements DueTurns {
  private static final long ASK_AGAIN_NANOS = 1_000_000L;

  private final TraceReader reader;
  private final RunTimes times;
  private final RunClock clock;
  private final int from;
  private final BitSet seen = new BitSet();
  private final MessageSet firsts;
  private final SecondCounts counts = new SecondCounts();

  /**
   * Begins to read a trace.
   *
   * @param flow the flow's name
   * @param turns the devices of the whole fleet that may send its messages
   * @param own the devices that this process drives
   * @param firsts takes the number of each device's first message
   */
  public TraceTurns(
      String flow,
      LoadModel.Replay model,
      RoundRobin turns,
      ShardDevices own,
      RunTimes times,
      RunClock clock,
      MessageSet firsts) {
    this(new TraceReader(model, own), turns, times, clock, firsts);
    reader.start(flow);
  }

  TraceTurns(
      TraceReader reader, RoundRobin turns, RunTimes times, RunClock clock, MessageSet firsts) {
    this.reader = reader;
    this.times = times;
    this.clock = clock;
    this.from = turns.from();
    this.firsts = firsts;
  }

  @Override
  public long nextDue() {
    return reader.hasNext()
        ? times.dueNanos(times.scheduledMeasureNanos() + reader.nanos(), true)
        : reader.isOver() ? RunTimes.NEVER : clock.nanos() + ASK_AGAIN_NANOS;
  }

  @Override
  public boolean isKnown() {
    return reader.hasNext();
  }

  @Override
  public int n() {
    return reader.n();
  }

  @Override
  public int device() {
    return reader.device();
  }

  @Override
  public void goOn() {
    counts.add(times.scheduledMeasureNanos() + reader.nanos());
    int place = reader.device() - from;
    if (!seen.get(place)) {
      seen.set(place);
      firsts.add(reader.n());
    }
    reader.take();
  }

  @Override
  public boolean isDueBy(long nanos) {
    long begin = times.dueNanos(times.scheduledMeasureNanos(), true);
    return begin <= nanos && reader.awaitNext(nanos - begin) && nextDue() <= nanos;
  }

  @Override
  public void leaveOut() {
    // It has no warm-up.
  }

  @Override
  public boolean wentRound() {
    return true;
  }

  @Override
  public double asked(long fromNanos, long toNanos) {
    return counts.perSecond(fromNanos, toNanos);
  }

  @Override
  public UsageException failure() {
    return reader.failure();
  }

  @Override
  public void close() {
    reader.close();
  }
}
