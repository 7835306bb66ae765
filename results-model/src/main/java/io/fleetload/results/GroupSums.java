// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.ledger.CommandLedger;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The messages of each group of devices, added up over the flows. Most flows are of one group, and
 * theirs are counted without a look at single messages.
 */
final class GroupSums {
  private final DeviceRanges ranges;
  private final FlowCounts[] counts;
  private final long[] ok;
  private final long[] lost;
  private final long[] duplicate;
  private final boolean[] received;

  private GroupSums(DeviceRanges ranges) {
    this.ranges = ranges;
    this.counts = new FlowCounts[ranges.count()];
    Arrays.fill(counts, FlowCounts.NONE);
    this.ok = new long[ranges.count()];
    this.lost = new long[ranges.count()];
    this.duplicate = new long[ranges.count()];
    this.received = new boolean[ranges.count()];
  }

  /**
   * Adds up the flows of both books.
   *
   * @param backend the backend's half, or null if there is no backend
   * @param end how far they can be compared
   * @return by place of the group; null if it is not known which device sent which message
   */
  static List<GroupResult.GroupMessages> of(DeviceBook device, BackendBook backend, BooksEnd end) {
    GroupSums sums = new GroupSums(device.ranges());
    for (var each : device.flows().entrySet()) {
      if (!sums.add(each.getKey(), each.getValue(), backend, end)) {
        return null;
      }
    }
    List<GroupResult.GroupMessages> groups = new ArrayList<>();
    for (int i = 0; i < sums.counts.length; i++) {
      boolean compared = sums.received[i] && end != BooksEnd.UNKNOWN;
      groups.add(
          new GroupResult.GroupMessages(
              FlowResult.Counts.of(sums.counts[i], LimitBook.areOfMessages(device.limits())),
              compared ? (Long) (sums.ok[i] - sums.lost[i]) : null,
              compared ? (Long) sums.lost[i] : null,
              sums.received[i] ? (Long) sums.duplicate[i] : null));
    }
    return groups;
  }

  /** Returns whether it is known which device sent which message. */
  private boolean add(String name, DeviceBook.DeviceFlow flow, BackendBook backend, BooksEnd end) {
    RoundRobin turns = flow.numbering().turns();
    int only = turns == null ? DeviceRanges.SEVERAL : ranges.of(turns);
    if (only == DeviceRanges.SEVERAL && (turns == null || flow.groups() == null)) {
      return false;
    }
    boolean hasBackend = backend != null && !flow.terms().deviceOnly();
    MessageSet refused =
        hasBackend
            ? flow.numbering().measured(flow.withoutCommand().and(backend.commands(name).refused()))
            : new MessageSet();
    long[] refusedOfEach = split(refused, turns, only);
    for (int i = 0; i < counts.length; i++) {
      if (only == DeviceRanges.SEVERAL || only == i) {
        FlowCounts own = only == i ? flow.totals().measured() : flow.groups().get(i);
        counts[i] =
            counts[i].plus(
                own.withCause(CommandLedger.MISSING, CommandLedger.REFUSED, refusedOfEach[i]));
        received[i] |= hasBackend && own.scheduled() > 0;
        ok[i] += hasBackend ? own.ok() : 0;
      }
    }
    if (hasBackend) {
      arrived(flow, backend.flow(name), only, end);
    }
    return true;
  }

  private void arrived(
      DeviceBook.DeviceFlow flow, BackendBook.BackendFlow backend, int only, BooksEnd end) {
    backend
        .troubles()
        .forEach((device, trouble) -> duplicate[ranges.of(device)] += trouble.duplicate());
    if (end != BooksEnd.UNKNOWN) {
      long[] missing =
          split(
              flow.numbering().measured(flow.ok()).minus(backend.receivedByAll()),
              flow.numbering().turns(),
              only);
      for (int i = 0; i < missing.length; i++) {
        lost[i] += missing[i];
      }
    }
  }

  /** Numbers of messages by group. Those of several groups are few: lost, or without a command. */
  private long[] split(MessageSet numbers, RoundRobin turns, int only) {
    long[] split = new long[counts.length];
    if (only == DeviceRanges.SEVERAL) {
      numbers.forEach(n -> split[ranges.of(turns.device(n))]++);
    } else {
      split[only] = numbers.size();
    }
    return split;
  }
}
