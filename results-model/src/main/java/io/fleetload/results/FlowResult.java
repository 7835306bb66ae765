package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * One flow of a result. Counts are of the messages due in the measured phase.
 *
 * @param model {@code open} where a schedule said when messages are due, {@code closed} where users
 *     sent when they were ready; absent for a flow that only answers
 * @param closed the users of a closed model
 * @param asked rate asked for, msg/s, the mean of the measured phase; absent for a closed model and
 *     for a flow that only answers
 * @param reached rate reached: messages of the measured phase that left within it, over its length,
 *     msg/s
 * @param achieved messages of the measured phase that left within it over those that were due while
 *     their device was awake, 0 to 1; absent where nothing was asked
 * @param scheduled messages due; of a closed model, those that a user was ready for
 * @param sent messages handed to the wire
 * @param ok messages confirmed
 * @param failed messages failed
 * @param failedBy the same by cause
 * @param notSent messages never sent
 * @param notSentBy the same by cause
 * @param inFlight messages without an outcome at the end of the drain
 * @param retransmitted retransmissions of the transport
 * @param response from the intended send time to the outcome
 * @param service from the actual send time to the outcome
 * @param endToEnd from the actual send time to the backend's receipt; absent without a backend
 * @param ledger both halves joined; absent without a backend
 * @param warmUp counts of the messages due before the measured phase
 * @param cold the first contact of each device, by itself
 * @param perSecond the course of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FlowResult(
    String model,
    ClosedModel.Figures closed,
    Double asked,
    double reached,
    Double achieved,
    long scheduled,
    long sent,
    long ok,
    long failed,
    Map<String, Long> failedBy,
    long notSent,
    Map<String, Long> notSentBy,
    long inFlight,
    long retransmitted,
    LatencySummary response,
    LatencySummary service,
    LatencySummary endToEnd,
    Ledger ledger,
    FlowCounts warmUp,
    Cold.Figures cold,
    PerSecond perSecond) {

  private static final String OPEN = "open";
  private static final String CLOSED = "closed";
  private static final long SHARES = 100_000;

  /** The cause under which such messages stand in {@code notSent}. */
  private static final String ASLEEP = "asleep";

  /**
   * Joins the halves of one flow.
   *
   * @param device the device side's half
   * @param backend the backend's half, or null where there is none
   * @param measuredSeconds length of the measured phase, in s
   */
  static FlowResult of(DeviceBook.Flow device, BackendBook.Flow backend, double measuredSeconds) {
    FlowCounts counts = device.measured();
    double reached = measuredSeconds <= 0 ? 0 : counts.sentInPeriod() / measuredSeconds;
    Double asked = device.asked();
    return new FlowResult(
        device.closed() != null ? CLOSED : asked != null ? OPEN : null,
        device.closed() == null ? null : device.closed().figures(counts.scheduled()),
        asked,
        thousandths(reached),
        // Of what was due, not of the rate: a window that is no multiple of the period holds one
        // message more or less than rate times length.
        asked == null ? null : achieved(counts),
        counts.scheduled(),
        counts.sent(),
        counts.ok(),
        counts.failedTotal(),
        counts.failed(),
        counts.notSentTotal(),
        counts.notSent(),
        counts.inFlight(),
        counts.retransmitted(),
        device.response().summary(),
        device.service().summary(),
        backend == null ? null : backend.endToEnd().summary(),
        backend == null ? null : Ledger.join(device, backend),
        device.warmUp(),
        device.cold() == null ? null : device.cold().figures(),
        perSecond(device));
  }

  private static PerSecond perSecond(DeviceBook.Flow device) {
    PerSecond course = device.perSecond();
    return device.intervals() == null
        ? course
        : course.with(device.intervals().perSecond(course.scheduled().size()));
  }

  /** Rounded down, so that no rounding lifts a flow over its threshold. */
  private static double achieved(FlowCounts counts) {
    // The profile itself wants what was due in a device's sleep not to be sent.
    long due = counts.scheduled() - counts.notSent().getOrDefault(ASLEEP, 0L);
    return due == 0 ? 0 : Math.floorDiv(counts.sentInPeriod() * SHARES, due) / (double) SHARES;
  }

  private static double thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
