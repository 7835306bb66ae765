// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.Cold;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.MeasuredSeconds;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.confidence.ShareConfidence;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.ledger.CommandLedger;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.PerSecond;
import java.util.List;
import java.util.Map;

/**
 * One flow of a result. Counts are of the messages due in the measured phase.
 *
 * @param load what was asked for, and what of it was reached
 * @param counts what became of the messages at the devices
 * @param times how long they took
 * @param endToEnd from the actual send time to the backend's receipt, corrected by the clocks;
 *     absent without a backend
 * @param received measured messages that the backend received, at any of their receivers; absent
 *     without a backend
 * @param ledger both halves joined; absent without a backend that read everything
 * @param warmUp counts of the messages due before the measured phase
 * @param warmUpLedger both halves of these joined; absent without a backend that read everything
 * @param responses responses that came to measured messages of which each has several; absent where
 *     each has one
 * @param missingResponses responses that sent measured messages lack, of those that they should
 *     have; absent where each has one or any number
 * @param cold the first contact of each device, by itself
 * @param perSecond the course of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FlowResult(
    @JsonUnwrapped Load load,
    @JsonUnwrapped Counts counts,
    @JsonUnwrapped Times times,
    LatencySummary endToEnd,
    Long received,
    Ledger ledger,
    FlowCounts.CountFigures warmUp,
    Ledger warmUpLedger,
    Long responses,
    Long missingResponses,
    Cold.ColdFigures cold,
    PerSecond perSecond) {

  private static final String OPEN = "open";
  private static final String CLOSED = "closed";
  private static final String TRACE = "trace";
  private static final long SHARES = 100_000;

  /** Causes in {@code notSent} of messages that the profile itself wants not to be sent. */
  private static final List<String> AS_ASKED = List.of("asleep", "away", "keptOut");

  /**
   * The load that a flow was to be.
   *
   * @param model {@code open} where a schedule said when messages are due, {@code trace} where the
   *     lines of a trace did, {@code closed} where users sent when they were ready; absent for a
   *     flow that only answers
   * @param closed the users of a closed model
   * @param asked rate asked for, msg/s, the mean of the measured phase; absent for a closed model
   *     and for a flow that only answers
   * @param reached rate reached: messages of the measured phase that left within it, over its
   *     length, msg/s
   * @param achieved messages of the measured phase that left within it over those that were due
   *     within it while their device was there and awake, 0 to 1; absent where nothing was asked
   * @param achievedInterval its interval of 95 %, by seconds; absent likewise, and where it is not
   *     known by the second
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Load(
      String model,
      ClosedModel.ClosedModelFigures closed,
      Double asked,
      double reached,
      Double achieved,
      ConfidenceInterval achievedInterval) {

    private Load with(ConfidenceInterval interval) {
      return new Load(model, closed, asked, reached, achieved, interval);
    }

    /** Returns whether the lines of a trace said when messages are due. */
    public boolean ofTrace() {
      return TRACE.equals(model);
    }

    private static Load of(FlowTerms terms, FlowTotals totals, FlowCounts counts, double seconds) {
      double reached = seconds <= 0 ? 0 : counts.sentInPeriod() / seconds;
      Double asked = terms.asked();
      return new Load(
          terms.closed() != null ? CLOSED : terms.trace() ? TRACE : asked != null ? OPEN : null,
          terms.closed() == null ? null : terms.closed().figures(counts.scheduled()),
          asked,
          thousandths(reached),
          // Of what was due, not of the rate: a window that is no multiple of the period holds one
          // message more or less than rate times length.
          asked == null
              ? null
              : FlowResult.achieved(
                  counts.sentInPeriod(), counts.scheduled() - totals.dueLater(), counts.notSent()),
          null);
    }
  }

  /**
   * Messages of the measured phase, by what became of them.
   *
   * @param scheduled messages due; of a closed model, those that a user was ready for
   * @param sent messages handed to the wire
   * @param ok messages confirmed
   * @param failed messages failed
   * @param failedBy the same by cause
   * @param refused messages that a limit refused which the profile expects; absent where it expects
   *     none of messages
   * @param notSent messages never sent
   * @param notSentBy the same by cause
   * @param unsettled messages without an outcome at the end of the drain; while the run goes on,
   *     those under way; {@code inFlight} in a result of an earlier version
   * @param retransmitted retransmissions of the transport
   */
  public record Counts(
      long scheduled,
      long sent,
      long ok,
      long failed,
      Map<String, Long> failedBy,
      Long refused,
      long notSent,
      Map<String, Long> notSentBy,
      @JsonAlias("inFlight") long unsettled,
      long retransmitted) {

    static Counts of(FlowCounts counts, boolean limited) {
      return new Counts(
          counts.scheduled(),
          counts.sent(),
          counts.ok(),
          counts.failedTotal(),
          counts.failures(),
          limited ? (Long) counts.refusedTotal() : null,
          counts.notSentTotal(),
          counts.notSent(),
          counts.unsettled(),
          counts.retransmitted());
    }
  }

  /**
   * Times of the messages at the devices, and what they took on their connections.
   *
   * @param response from the intended send time to the outcome
   * @param service from the actual send time to the outcome
   * @param parts how long each part of the messages took that went well, by the part's name; absent
   *     where the driver does not tell
   * @param bytes what the messages took on their connections; absent likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Times(
      LatencySummary response,
      LatencySummary service,
      Map<String, LatencySummary> parts,
      Exchanges.Bytes bytes) {

    private static Times of(DeviceBook.DeviceFlow device, int measuredFrom, TargetClock clock) {
      FlowTotals totals = device.totals();
      Exchanges exchanges = totals.exchanges();
      return new Times(
          device.intervals() == null
              ? totals.response().estimates()
              : device.intervals().estimates(totals.response(), measuredFrom),
          totals.service().estimates(totals.serviceBlocks()),
          exchanges == null ? null : exchanges.summaries(clock),
          exchanges == null ? null : exchanges.bytes());
    }
  }

  /**
   * The backend's half of one flow.
   *
   * @param flow what arrived
   * @param refused numbers of the queries with a command that the target reported as undeliverable;
   *     empty for a flow that asks for no command
   * @param end how far the books can be compared
   * @param clockErrorMs by how much end-to-end times may be wrong, in ms; null if unknown
   */
  record FlowArrival(
      BackendBook.BackendFlow flow, MessageSet refused, BooksEnd end, Double clockErrorMs) {}

  /**
   * Joins the halves of one flow.
   *
   * @param device the device side's half
   * @param arrived the backend's half, or null if there is no backend
   * @param book the whole of the device side's half
   */
  static FlowResult of(DeviceBook.DeviceFlow device, FlowArrival arrived, DeviceBook book) {
    MessageSet refused =
        arrived == null ? new MessageSet() : device.withoutCommand().and(arrived.refused);
    MessageSet refusedMeasured = device.numbering().measured(refused);
    FlowTerms terms = device.terms();
    FlowTotals totals = device.totals();
    FlowCounts counts = refused(totals.measured(), refusedMeasured);
    MeasuredSeconds measured = MeasuredSeconds.of(book);
    BackendBook.BackendFlow backend = arrived == null ? null : arrived.flow;
    return new FlowResult(
        Load.of(terms, totals, counts, book.timeline().measuredSeconds())
            .with(achieved(terms, counts, device.perSecond(), measured)),
        Counts.of(counts, LimitBook.areOfMessages(book.limits())),
        Times.of(device, measured.first(), book.devices().targetClock()),
        backend == null
            ? null
            : LatencySummary.betweenClocks(
                backend.endToEnd(), arrived.clockErrorMs, backend.endToEndBlocks()),
        backend == null ? null : Long.valueOf(received(device, backend)),
        terms.deviceOnly()
            ? BooksEnd.ofDevice(book).known(Ledger.ofDevice(device))
            : backend == null ? null : arrived.end.known(Ledger.join(device, backend)),
        refused(totals.warmUp(), refused.minus(refusedMeasured)).figures(),
        terms.deviceOnly()
            ? BooksEnd.ofDevice(book).known(Ledger.ofDeviceInWarmUp(device))
            : backend == null ? null : arrived.end.known(Ledger.ofWarmUp(device, backend)),
        totals.responses() == 0 ? null : Long.valueOf(totals.responses()),
        missing(terms, totals),
        totals.cold() == null ? null : totals.cold().figures(),
        perSecond(device));
  }

  /** By the second it is not known which of the messages that were due had their device away. */
  private static ConfidenceInterval achieved(
      FlowTerms terms, FlowCounts counts, PerSecond course, MeasuredSeconds measured) {
    boolean away = AS_ASKED.stream().anyMatch(cause -> counts.notSent().containsKey(cause));
    return terms.asked() == null || away
        ? null
        : ShareConfidence.ofPlan(measured.of(course.sent()), measured.of(course.scheduled()));
  }

  /** A device cannot tell a command that was refused from one that was never written. */
  private static FlowCounts refused(FlowCounts counts, MessageSet refused) {
    return counts.withCause(CommandLedger.MISSING, CommandLedger.REFUSED, refused.size());
  }

  private static long received(DeviceBook.DeviceFlow device, BackendBook.BackendFlow backend) {
    return backend.receivers() == null
        ? backend.measured().records() - backend.measured().duplicate()
        : device.numbering().measured(backend.received()).size();
  }

  private static Long missing(FlowTerms terms, FlowTotals totals) {
    long due = totals.measured().sent() * terms.responsesEach();
    return due == 0 ? null : Long.valueOf(Math.max(0, due - totals.responses()));
  }

  private static PerSecond perSecond(DeviceBook.DeviceFlow device) {
    PerSecond course = device.perSecond();
    return device.intervals() == null
        ? course
        : course.with(device.intervals().perSecond(course.scheduled().size()));
  }

  /**
   * Rounded down, so that no rounding lifts a flow over its threshold; null if nothing was due,
   * which is the fault of neither side.
   *
   * @param dueInPeriod messages due within the measured phase
   */
  static Double achieved(long sentInPeriod, long dueInPeriod, Map<String, Long> notSent) {
    long due =
        dueInPeriod - AS_ASKED.stream().mapToLong(cause -> notSent.getOrDefault(cause, 0L)).sum();
    return due == 0 ? null : (Double) (Math.floorDiv(sentInPeriod * SHARES, due) / (double) SHARES);
  }

  private static double thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
