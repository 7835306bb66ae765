// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.StoredHistogram;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The device side's part of one tenant; its counts of messages are with the flows.
 *
 * @param id the tenant
 * @param weight its share of the devices that are not of a group with a tenant of its own, beside
 *     the weights of the others
 * @param devices how many of the process's devices are the tenant's
 * @param sessions how many sessions the profile asks for in it: one a device, or one a gateway
 * @param connected sessions open when the flows began
 */
public record TenantBook(
    @RequiredPart String id, int weight, long devices, long sessions, long connected) {

  /**
   * One tenant's part of a flow in the measured phase. A message has a response time where it went
   * well or ended unsettled.
   *
   * @param sent messages handed to the wire
   * @param failed messages failed
   * @param unsettled messages without an outcome when the drain was over; 0 while the run goes on
   * @param response from the intended send time to the outcome of messages that went well, and as
   *     far as an unsettled one waited
   * @param course what happened in the course of time; null if no threshold asked for windows of it
   * @param due what was due of its devices; null in an earlier version's book
   */
  public record TenantFlowBook(
      long sent,
      long failed,
      long unsettled,
      @RequiredPart StoredHistogram response,
      TenantCourse course,
      TenantDue due) {

    /** One of which it is not known what was due, as in an earlier version's book. */
    public TenantFlowBook(
        long sent, long failed, long unsettled, StoredHistogram response, TenantCourse course) {
      this(sent, failed, unsettled, response, course, null);
    }
  }

  /**
   * Messages of a tenant's devices that were due in the measured phase, counted by the device of
   * each message.
   *
   * @param scheduled messages that were due
   * @param later those of them that were due after the phase had ended
   * @param sentInPeriod messages handed to the wire before it ended
   * @param notSent messages never sent, by cause
   */
  public record TenantDue(
      long scheduled, long later, long sentInPeriod, @RequiredPart Map<String, Long> notSent) {

    /** These and those of another process. */
    public TenantDue plus(TenantDue other) {
      return new TenantDue(
          scheduled + other.scheduled,
          later + other.later,
          sentInPeriod + other.sentInPeriod,
          CountsByKey.sum(notSent, other.notSent));
    }

    public long notSentTotal() {
      return notSent.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** The courses of a flow's parts; none where they were not kept. */
  static List<TenantCourse> courses(List<TenantFlowBook> parts) {
    return parts == null
        ? List.of()
        : parts.stream().map(TenantFlowBook::course).filter(Objects::nonNull).toList();
  }
}
