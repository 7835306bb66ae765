// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.RoundRobin;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Counts of a flow that devices of several groups send, with the counts of each group. */
final class GroupedCounts extends PeriodCounts {
  private final DeviceRanges ranges;
  private final RoundRobin turns;
  private final PeriodCounts[] groups;

  /**
   * Nothing yet.
   *
   * @param ranges the groups' devices
   * @param turns which device sends which message
   */
  GroupedCounts(DeviceRanges ranges, RoundRobin turns) {
    this.ranges = ranges;
    this.turns = turns;
    this.groups = new PeriodCounts[ranges.count()];
    Arrays.setAll(groups, group -> new PeriodCounts());
  }

  @Override
  void scheduled(int n) {
    super.scheduled(n);
    of(n).scheduled(n);
  }

  @Override
  void notSent(int n, NotSent cause) {
    super.notSent(n, cause);
    of(n).notSent(n, cause);
  }

  @Override
  void sent(int n, boolean inPeriod) {
    super.sent(n, inPeriod);
    of(n).sent(n, inPeriod);
  }

  @Override
  void ok(int n) {
    super.ok(n);
    of(n).ok(n);
  }

  @Override
  void failed(int n, Cause cause) {
    super.failed(n, cause);
    of(n).failed(n, cause);
  }

  @Override
  void retransmitted(int n) {
    super.retransmitted(n);
    of(n).retransmitted(n);
  }

  @Override
  List<FlowCounts> byGroup() {
    return Stream.of(groups).map(PeriodCounts::snapshot).toList();
  }

  private PeriodCounts of(int n) {
    return groups[ranges.of(turns.device(n))];
  }
}
