package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.MessageSet;
import io.fleetload.results.Turns;
import io.fleetload.stamp.Period;

/**
 * The device side's book of one flow. Every message passes {@link #scheduled}, then either {@link
 * #notSent} or {@link #sent}, then either {@link #ok} or {@link #failed}, or stays in flight. All
 * calls come from one thread.
 */
public final class FlowBook {
  private final Double asked;
  private final long measuredFrom;
  private final long measuredTo;
  private final PeriodCounts warmUp = new PeriodCounts();
  private final PeriodCounts measured = new PeriodCounts();
  private final LatencyHistogram response = new LatencyHistogram();
  private final LatencyHistogram service = new LatencyHistogram();
  private final LatencyHistogram recent = new LatencyHistogram();
  private final MessageSet sent = new MessageSet();
  private final MessageSet ok = new MessageSet();
  private final Seconds seconds = new Seconds();
  private final ColdBook cold;
  private final Turns turns;
  private final long startNanos;
  private final long measureEndNanos;
  private long sentBefore;

  /**
   * An empty book.
   *
   * @param asked the rate asked for, msg/s; null for a flow that only answers
   * @param measuredFrom number of the first measured message
   * @param measuredTo number after the last measured message
   * @param turns which device sends which message
   * @param startNanos when the flows begin, on the run's clock
   * @param measureEndNanos when the measured phase ends, on the run's clock
   */
  public FlowBook(
      Double asked,
      long measuredFrom,
      long measuredTo,
      Turns turns,
      long startNanos,
      long measureEndNanos) {
    this.turns = turns;
    this.cold = new ColdBook(turns.devices());
    this.asked = asked;
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
    this.startNanos = startNanos;
    this.measureEndNanos = measureEndNanos;
  }

  /** Which part of the books a message belongs to. */
  public Period period(int n) {
    return n >= measuredFrom && n < measuredTo ? Period.MEASURED : Period.WARM_UP;
  }

  /** Whether the message was sent before. */
  public boolean wasSent(int n) {
    return sent.contains(n);
  }

  /** A message is due. */
  public void scheduled(int n, long dueNanos) {
    counts(n).scheduled++;
    cold.scheduled(n, period(n) == Period.MEASURED);
    seconds.scheduled(dueNanos - startNanos);
  }

  /** A message that was due will not be sent. */
  public void notSent(int n, NotSent cause) {
    counts(n).notSent(cause);
  }

  /** A message was handed to the wire. */
  public void sent(int n, long nowNanos) {
    PeriodCounts counts = counts(n);
    counts.sent++;
    counts.inFlight++;
    if (nowNanos < measureEndNanos) {
      counts.sentInPeriod++;
    }
    sent.add(n);
    seconds.sent(nowNanos - startNanos);
  }

  /** The transport sent a message once more. */
  public void retransmitted(int n, long nowNanos) {
    counts(n).retransmitted++;
    seconds.retransmitted(nowNanos - startNanos);
  }

  /** A message went well. */
  public void ok(int n, long dueNanos, long sentNanos, long nowNanos) {
    PeriodCounts counts = counts(n);
    counts.ok++;
    counts.inFlight--;
    ok.add(n);
    if (counts == measured) {
      response.record(nowNanos - dueNanos);
      service.record(nowNanos - sentNanos);
    }
    recent.record(nowNanos - dueNanos);
    cold.ok(n, nowNanos - dueNanos);
    seconds.ok(nowNanos - startNanos, nowNanos - dueNanos);
  }

  /** A message failed. */
  public void failed(int n, Cause cause, long nowNanos) {
    PeriodCounts counts = counts(n);
    counts.failed(cause);
    counts.inFlight--;
    cold.failed(n, cause);
    seconds.failed(nowNanos - startNanos, cause);
  }

  /** Messages without an outcome now, of both periods. */
  public long inFlight() {
    return warmUp.inFlight + measured.inFlight;
  }

  /**
   * The figures as they stand; to be taken before {@link #progress}, which begins a new second.
   *
   * @param askedNow the rate asked for in the current phase, msg/s, or null
   */
  public FlowFigures figures(Double askedNow) {
    return new FlowFigures(askedNow, warmUp.snapshot(), measured.snapshot(), recent.copy());
  }

  /**
   * What happened since the last call.
   *
   * @param askedNow the rate asked for in the current phase, msg/s, or null
   * @param passedSeconds time since the last call, in s
   */
  public ToolEvent.Flow progress(Double askedNow, double passedSeconds) {
    long sentNow = warmUp.sent + measured.sent;
    ToolEvent.Flow flow =
        new ToolEvent.Flow(
            askedNow,
            (sentNow - sentBefore) / passedSeconds,
            warmUp.failedTotal + measured.failedTotal,
            inFlight(),
            Math.round(recent.percentile(99) / 1e4) / 1e2);
    sentBefore = sentNow;
    recent.reset();
    return flow;
  }

  /** The rate asked for, msg/s; null for a flow that only answers. */
  public Double asked() {
    return asked;
  }

  /** An independent copy of the book as it stands. */
  public DeviceBook.Flow snapshot() {
    return new DeviceBook.Flow(
        asked,
        measuredFrom,
        measuredTo,
        warmUp.snapshot(),
        measured.snapshot(),
        response.copy(),
        service.copy(),
        sent.copy(),
        ok.copy(),
        seconds.snapshot(),
        cold.snapshot(),
        turns);
  }

  private PeriodCounts counts(int n) {
    return period(n) == Period.MEASURED ? measured : warmUp;
  }
}
