// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.IntervalSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One flow of a device side, from those of its shards, added one after the other. */
final class FlowSum {
  private final List<FlowTerms> terms = new ArrayList<>();
  private final MessageSet sent = new MessageSet();
  private final MessageSet ok = new MessageSet();
  private final MessageSet withoutCommand = new MessageSet();
  private final CourseSum course = new CourseSum();
  private FlowNumbers numbering;
  private FlowTotals totals;
  private IntervalSum intervals = new IntervalSum();
  private List<TenantBook.TenantFlowBook> tenants;
  private ArrivedCommands commands;
  private List<FlowCounts> groups;

  /**
   * Adds a shard's.
   *
   * @param offset how much later than the earliest shard its flows began, in s
   */
  void add(DeviceBook.DeviceFlow flow, int offset) {
    boolean first = terms.isEmpty();
    terms.add(flow.terms());
    sent.addAll(flow.sent());
    ok.addAll(flow.ok());
    withoutCommand.addAll(flow.withoutCommand());
    numbering = first ? flow.numbering() : both(numbering, flow.numbering());
    totals = first ? flow.totals() : totals.plus(flow.totals());
    commands =
        first
            ? flow.commands()
            : commands == null || flow.commands() == null ? null : commands.plus(flow.commands());
    course.add(flow.perSecond(), offset);
    // A part of the response times is not the whole of them; nor are those of some tenants.
    if (flow.intervals() == null) {
      intervals = null;
    } else if (intervals != null) {
      intervals.add(flow.intervals(), offset);
    }
    tenants = tenants(flow.tenants(), first, offset);
    groups = groups(flow.groups(), first);
  }

  private List<FlowCounts> groups(List<FlowCounts> more, boolean first) {
    if (more == null || (!first && groups == null)) {
      return null;
    }
    return first ? more : Sums.groupFlows(List.of(groups, more));
  }

  private List<TenantBook.TenantFlowBook> tenants(
      List<TenantBook.TenantFlowBook> more, boolean first, int offset) {
    if (more == null || (!first && tenants == null)) {
      return null;
    }
    return first
        ? Sums.tenantFlows(List.of(more), List.of(offset))
        : Sums.tenantFlows(List.of(tenants, more), List.of(0, offset));
  }

  /** Shards share one numbering, so they share the turns; books that disagree know none. */
  private static FlowNumbers both(FlowNumbers one, FlowNumbers other) {
    return Objects.equals(one.turns(), other.turns())
        ? one
        : new FlowNumbers(one.measuredFrom(), one.measuredTo(), null);
  }

  /** The numbers of the messages that were sent so far. */
  MessageSet sent() {
    return sent;
  }

  DeviceBook.DeviceFlow flow() {
    return new DeviceBook.DeviceFlow(
        FlowTerms.ofShards(terms),
        numbering,
        totals,
        sent,
        ok,
        withoutCommand,
        course.sum(),
        intervals == null ? null : intervals.sum(),
        tenants,
        commands,
        groups);
  }
}
