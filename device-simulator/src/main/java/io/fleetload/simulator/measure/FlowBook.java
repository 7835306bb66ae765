// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.outage.DisturbanceBook.DisturbedFlow;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.BlockRecorder;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import java.util.List;

/**
 * The device side's book of one flow. Every message passes {@link #scheduled}, then either {@link
 * #notSent} or {@link #sent}, then one of {@link #ok}, {@link #failed} and, at the end of the run,
 * {@link #unsettled}. All calls come from one thread.
 */
public final class FlowBook {
  private final Double asked;
  private final long measuredFrom;
  private final long measuredTo;
  private final PeriodCounts warmUp = new PeriodCounts();
  private final PeriodCounts measured;
  private final LatencyHistogram response = new LatencyHistogram();
  private final LatencyHistogram service = new LatencyHistogram();
  private final BlockRecorder serviceBlocks = new BlockRecorder();
  private final MessageSet sent = new MessageSet();
  private final MessageSet ok = new MessageSet();
  private final MessageSet withoutCommand = new MessageSet();
  private final Seconds seconds = new Seconds();
  private final ResponseTimes times;
  private final WarmUpWindow warmUpWindow = new WarmUpWindow();
  private final ColdBook cold;
  private final ExchangeBook exchanges = new ExchangeBook();
  private final RoundRobin turns;
  private final TenantParts tenants;
  private final TraceSenders trace; // null without a trace
  private final long startNanos;
  private long measureEndNanos;
  private long sentBefore;
  private long responses;
  private long dueLater;
  private boolean closed;
  private DisturbedMessages disturbed; // null of a target that is left alone

  /**
   * The times of a run.
   *
   * @param startNanos when the flows begin, on the run's clock
   * @param measureEndNanos when the measured phase ends, on the run's clock
   * @param firstMeasuredSecond its first whole second, counted from the begin of the flows
   * @param intervalSeconds length of the intervals of the response times, in s
   */
  public record FlowTimes(
      long startNanos, long measureEndNanos, int firstMeasuredSecond, int intervalSeconds) {}

  /** An empty book of a fleet of one tenant, without groups. */
  public FlowBook(
      Double asked, long measuredFrom, long measuredTo, RoundRobin turns, FlowTimes run) {
    this(asked, measuredFrom, measuredTo, turns, run, null, null, null);
  }

  /**
   * An empty book.
   *
   * @param asked the rate asked for, msg/s; null for a flow that only answers; of a trace its lines
   *     say it
   * @param measuredFrom number of the first measured message
   * @param measuredTo number after the last measured message
   * @param turns which device sends which message
   * @param run the times of the run
   * @param tenants the parts of the tenants; null if there is only one
   * @param groups the groups of the fleet; null if the devices of one group send all messages
   * @param trace what is known of messages of a trace; null if the devices take turns
   */
  public FlowBook(
      Double asked,
      long measuredFrom,
      long measuredTo,
      RoundRobin turns,
      FlowTimes run,
      TenantParts tenants,
      DeviceRanges groups,
      TraceSenders trace) {
    this.tenants = tenants;
    this.measured = groups == null ? new PeriodCounts() : new GroupedCounts(groups, turns);
    this.turns = turns;
    this.trace = trace;
    this.cold = new ColdBook(trace == null ? turns::isFirst : trace.firsts()::contains);
    this.asked = asked;
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
    this.startNanos = run.startNanos();
    this.measureEndNanos = run.measureEndNanos();
    this.times = new ResponseTimes(run.intervalSeconds(), run.firstMeasuredSecond());
  }

  /** Keeps the messages after each of the disturbances apart; to be called before the first one. */
  public void disturbedAt(DisturbanceTimes times) {
    disturbed = times.count() == 0 ? null : new DisturbedMessages(times);
  }

  /** Messages so far after a disturbance, by its place. */
  DisturbedFlow disturbed(int place) {
    return disturbed.snapshot(place);
  }

  /** The turns of the devices at sending the messages. */
  public RoundRobin turns() {
    return turns;
  }

  /** The part of the books that a message belongs to. */
  public Period period(int n) {
    return n >= measuredFrom && n < measuredTo ? Period.MEASURED : Period.WARM_UP;
  }

  /** The number after that of the last measured message. */
  public long measuredTo() {
    return measuredTo;
  }

  /** Returns whether the message was sent before. */
  public boolean wasSent(int n) {
    return sent.contains(n);
  }

  /** A message is due. */
  public void scheduled(int n, long dueNanos) {
    PeriodCounts counts = counts(n);
    counts.scheduled(n);
    boolean later = counts == measured && dueNanos >= measureEndNanos;
    dueLater += later ? 1 : 0;
    cold.scheduled(n, counts == measured);
    if (disturbed != null) {
      disturbed.scheduled(n, dueNanos);
    }
    seconds.scheduled(dueNanos - startNanos);
    if (tenants != null) {
      tenants.scheduled(n, counts == measured, later, second(dueNanos));
    }
  }

  /** A message that was due will not be sent. */
  public void notSent(int n, NotSent cause) {
    PeriodCounts counts = counts(n);
    counts.notSent(n, cause);
    if (disturbed != null) {
      disturbed.notSent(n, cause);
    }
    if (tenants != null && counts == measured) {
      tenants.notSent(n, cause);
    }
  }

  /** A message was handed to the wire. */
  public void sent(int n, long nowNanos) {
    PeriodCounts counts = counts(n);
    boolean inPeriod = nowNanos < measureEndNanos;
    counts.sent(n, inPeriod);
    sent.add(n);
    if (tenants != null) {
      tenants.sent(n, counts == measured, inPeriod, second(nowNanos));
    }
    seconds.sent(nowNanos - startNanos);
  }

  /** The transport sent a message once more. */
  public void retransmitted(int n, long nowNanos) {
    if (closed) {
      return;
    }
    counts(n).retransmitted(n);
    seconds.retransmitted(nowNanos - startNanos);
  }

  /** One of several responses to a message came. */
  public void responded(int n) {
    if (!closed && period(n) == Period.MEASURED) {
      responses++;
    }
  }

  /** A message went well. */
  public void ok(int n, long dueNanos, long sentNanos, long nowNanos) {
    if (closed) {
      return;
    }
    PeriodCounts counts = counts(n);
    counts.ok(n);
    ok.add(n);
    if (counts == measured) {
      response.record(nowNanos - dueNanos);
      service.record(nowNanos - sentNanos);
      serviceBlocks.record(nowNanos - startNanos, nowNanos - sentNanos);
    } else {
      warmUpWindow.ok(nowNanos - dueNanos);
    }
    if (tenants != null) {
      tenants.ok(n, counts == measured, second(nowNanos), nowNanos - dueNanos);
    }
    cold.ok(n, nowNanos - dueNanos);
    if (disturbed != null) {
      disturbed.ok(n, dueNanos, nowNanos);
    }
    seconds.ok(nowNanos - startNanos);
    times.record(second(nowNanos), counts == measured, nowNanos - dueNanos);
  }

  /**
   * Records the duration of each part of a message that went well, in ns.
   *
   * @param names the parts, in the order of the times
   */
  public void parts(int n, List<String> names, long... nanos) {
    if (!closed && period(n) == Period.MEASURED) {
      exchanges.parts(names, nanos);
    }
  }

  /** Records the bytes that a message took on its connection each way. */
  public void bytes(int n, long sentBytes, long receivedBytes) {
    if (!closed && period(n) == Period.MEASURED) {
      exchanges.bytes(sentBytes, receivedBytes);
    }
  }

  /** A message failed that was due then, or a limit refused it. */
  public void failed(int n, Cause cause, long dueNanos, long nowNanos) {
    if (closed) {
      return;
    }
    if (disturbed != null) {
      disturbed.failed(n, cause, dueNanos, nowNanos);
    }
    PeriodCounts counts = counts(n);
    counts.failed(n, cause);
    if (cause == Cause.Backend.MISSING_COMMAND) {
      withoutCommand.add(n);
    }
    cold.failed(n, cause);
    if (cause instanceof Cause.Refusal) {
      // Its course is in the limit's book.
      return;
    }
    if (counts == warmUp) {
      warmUpWindow.failed();
    }
    if (tenants != null) {
      tenants.failed(n, counts == measured, second(nowNanos));
    }
    seconds.failed(nowNanos - startNanos, cause);
  }

  /**
   * A message has no outcome though the run is over. It is counted already; it waited at least
   * until now, and that is in the percentiles, or a target that stops to answer would look fast.
   */
  public void unsettled(int n, long dueNanos, long sentNanos, long nowNanos) {
    boolean ofMeasured = counts(n) == measured;
    long waited = nowNanos - dueNanos;
    if (ofMeasured) {
      response.record(waited);
      service.record(nowNanos - sentNanos);
      serviceBlocks.record(nowNanos - startNanos, nowNanos - sentNanos);
    }
    if (tenants != null) {
      tenants.unsettled(n, ofMeasured, second(nowNanos), waited);
    }
    cold.unsettled(n, waited);
    if (disturbed != null) {
      disturbed.unsettled(n, dueNanos, nowNanos);
    }
    times.record(second(nowNanos), ofMeasured, waited);
  }

  /** Messages without an outcome now, of both periods. */
  public long inFlight() {
    return warmUp.unsettled + measured.unsettled;
  }

  /** Messages that were due and wait to be sent, of both periods. */
  public long unsent() {
    return warmUp.unsent() + measured.unsent();
  }

  /** Outcomes of the warm-up's messages since they were taken last. */
  public WarmUpWindow warmUpWindow() {
    return warmUpWindow;
  }

  /** The number of the first message of the measured phase. */
  public long measuredFrom() {
    return measuredFrom;
  }

  /** The measured phase ends then, earlier than it was to, or than was known. */
  public void measureEnds(long nanos) {
    measureEndNanos = Math.min(measureEndNanos, nanos);
  }

  /**
   * The run is over, and with it the second that goes on: an outcome that still comes is not
   * booked, so that the book says the same whenever it is read.
   */
  public void close(long nowNanos) {
    closed = true;
    times.closeBefore(second(nowNanos) + 1);
    if (tenants != null) {
      tenants.close(second(nowNanos));
    }
  }

  /**
   * The figures so far; to be taken before {@link #progress}, which takes the response times of the
   * seconds until then.
   *
   * @param askedNow the rate asked for in the current phase, msg/s, or null
   */
  public FlowFigures figures(Double askedNow, long nowNanos) {
    times.closeBefore(second(nowNanos));
    return new FlowFigures(
        askedNow,
        warmUp.snapshot(),
        measured.snapshot(),
        times.unreported().copy(),
        tenants == null ? List.of() : tenants.counts());
  }

  /**
   * Progress since the last call.
   *
   * @param askedNow the rate asked for in the current phase, msg/s, or null
   * @param passedSeconds time since the last call, in s
   */
  public ToolEvent.FlowProgress progress(Double askedNow, double passedSeconds, long nowNanos) {
    times.closeBefore(second(nowNanos));
    long sentNow = warmUp.sent + measured.sent;
    ToolEvent.FlowProgress flow =
        new ToolEvent.FlowProgress(
            askedNow,
            (sentNow - sentBefore) / passedSeconds,
            warmUp.failedTotal + measured.failedTotal,
            inFlight(),
            times.unreported().count() == 0
                ? null
                : (Double) (Math.round(times.unreported().percentile(99) / 1e4) / 1e2));
    sentBefore = sentNow;
    times.reported();
    return flow;
  }

  /** The rate asked for, msg/s; null for a flow that only answers. */
  Double asked() {
    return asked == null || trace == null
        ? asked
        : (Double) trace.perSecond().applyAsDouble(measured.scheduled);
  }

  /** The course of the flow so far. */
  public Course course(long nowNanos) {
    return new Course(
        asked(),
        seconds.snapshot(),
        times.snapshot(),
        tenants == null ? List.of() : tenants.courses(second(nowNanos)));
  }

  /** An independent copy of the book so far. */
  public DeviceBook.DeviceFlow snapshot() {
    return new DeviceBook.DeviceFlow(
        trace == null || asked == null ? FlowTerms.rate(asked) : FlowTerms.ofTrace(asked()),
        new FlowNumbers(measuredFrom, measuredTo, trace == null ? turns : null),
        new FlowTotals(
            warmUp.snapshot(),
            measured.snapshot(),
            response.copy(),
            service.copy(),
            cold.snapshot(),
            responses,
            dueLater,
            exchanges.snapshot(),
            serviceBlocks.blocks()),
        sent.copy(),
        ok.copy(),
        withoutCommand.copy(),
        seconds.snapshot(),
        times.snapshot(),
        tenants == null ? null : tenants.snapshot(),
        null,
        measured.byGroup());
  }

  private int second(long nanos) {
    return Seconds.of(nanos - startNanos);
  }

  private PeriodCounts counts(int n) {
    return period(n) == Period.MEASURED ? measured : warmUp;
  }
}
