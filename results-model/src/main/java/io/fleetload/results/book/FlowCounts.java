// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.CountsByKey;
import java.util.Map;
import java.util.TreeMap;

/**
 * The device side's counts of one flow in one period (warm-up or measured), by the due time of each
 * message. They balance: {@code scheduled = sent + notSent} and {@code sent = ok + failed +
 * unsettled}. {@code unsettled} is counted where messages start and end, not derived, so that a
 * remainder can show.
 *
 * @param scheduled messages that were due in the period
 * @param sent messages handed to the wire, however late
 * @param sentInPeriod of these, the ones handed over before the period ended
 * @param ok messages the target confirmed as the flow wants it
 * @param failed messages that failed or that a limit refused, by cause
 * @param notSent messages never sent, by cause
 * @param unsettled messages without an outcome: under way while the run goes on, and for ever once
 *     the drain is over; {@code inFlight} in a book of an earlier version
 * @param retransmitted retransmissions of the transport, not messages
 */
public record FlowCounts(
    long scheduled,
    long sent,
    long sentInPeriod,
    long ok,
    @RequiredPart Map<String, Long> failed,
    @RequiredPart Map<String, Long> notSent,
    @JsonAlias("inFlight") long unsettled,
    long retransmitted) {

  /**
   * The same as a result says it.
   *
   * @param failed messages that failed
   * @param failedBy the same by cause
   * @param refused messages that a limit refused which the profile expects; absent without one
   * @param notSent messages never sent
   * @param notSentBy the same by cause
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CountFigures(
      long scheduled,
      long sent,
      long sentInPeriod,
      long ok,
      long failed,
      Map<String, Long> failedBy,
      Long refused,
      long notSent,
      Map<String, Long> notSentBy,
      @JsonAlias("inFlight") long unsettled,
      long retransmitted) {}

  /** Begins the causes of messages that a limit refused which the profile expects. */
  private static final String REFUSED = "refused.";

  /** Counts of nothing. */
  public static final FlowCounts NONE = new FlowCounts(0, 0, 0, 0, Map.of(), Map.of(), 0, 0);

  /** The same counts where so many failures of one cause turned out to be of another. */
  public FlowCounts withCause(String cause, String trueCause, long count) {
    if (count == 0) {
      return this;
    }
    Map<String, Long> causes = new TreeMap<>(failed);
    causes.merge(cause, -count, Long::sum);
    causes.merge(trueCause, count, Long::sum);
    causes.values().removeIf(each -> each == 0);
    return new FlowCounts(
        scheduled, sent, sentInPeriod, ok, causes, notSent, unsettled, retransmitted);
  }

  public CountFigures figures() {
    return new CountFigures(
        scheduled,
        sent,
        sentInPeriod,
        ok,
        failedTotal(),
        failures(),
        refusedTotal() == 0 ? null : (Long) refusedTotal(),
        notSentTotal(),
        notSent,
        unsettled,
        retransmitted);
  }

  /** These and those of another process, flow or group. */
  public FlowCounts plus(FlowCounts other) {
    return new FlowCounts(
        scheduled + other.scheduled,
        sent + other.sent,
        sentInPeriod + other.sentInPeriod,
        ok + other.ok,
        CountsByKey.sum(failed, other.failed),
        CountsByKey.sum(notSent, other.notSent),
        unsettled + other.unsettled,
        retransmitted + other.retransmitted);
  }

  /** The sum of failures over all causes, without the messages that a limit refused. */
  public long failedTotal() {
    return total(failed) - refusedTotal();
  }

  /** The messages that a limit refused which the profile expects. */
  public long refusedTotal() {
    return failed.entrySet().stream()
        .filter(each -> isRefusal(each.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Failures by cause, without the messages that a limit refused. */
  public Map<String, Long> failures() {
    Map<String, Long> failures = new TreeMap<>(failed);
    failures.keySet().removeIf(FlowCounts::isRefusal);
    return failures;
  }

  private static boolean isRefusal(String cause) {
    return cause.startsWith(REFUSED);
  }

  /** The sum of messages not sent over all causes. */
  public long notSentTotal() {
    return total(notSent);
  }

  /** Messages that do not add up, as an absolute number; 0 when the counts balance. */
  public long remainder() {
    return Math.abs(scheduled - sent - notSentTotal())
        + Math.abs(sent - ok - total(failed) - unsettled);
  }

  private static long total(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
