// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.NotSent;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.StoredHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One flow's measured messages by the tenant of their device. A message has a response time where
 * it went well or ended unsettled. Only kept where there are several tenants.
 */
public final class TenantParts {
  private final Tenants tenants;
  private final byte[] tenantOf;
  private final RoundRobin turns;
  private final PeriodCounts[] due;
  private final long[] dueLater;
  private final long[] sent;
  private final long[] failed;
  private final long[] unsettled;
  private final LatencyHistogram[] response;
  private final TenantIntervals[] intervals;

  /**
   * Nothing yet.
   *
   * @param tenants the tenants
   * @param tenantOf each device's, by its place among them
   * @param turns which device sends which message
   * @param intervalSeconds length of the intervals in which each part is kept as well, of all
   *     messages and not of the measured ones alone, in s; 0 for none
   * @param measuredFrom the first whole second of the measured phase, with which one begins
   */
  public TenantParts(
      Tenants tenants, byte[] tenantOf, RoundRobin turns, int intervalSeconds, int measuredFrom) {
    this.tenants = tenants;
    this.tenantOf = tenantOf;
    this.turns = turns;
    this.due = new PeriodCounts[tenants.count()];
    Arrays.setAll(due, tenant -> new PeriodCounts());
    this.dueLater = new long[tenants.count()];
    this.sent = new long[tenants.count()];
    this.failed = new long[tenants.count()];
    this.unsettled = new long[tenants.count()];
    this.response = new LatencyHistogram[tenants.count()];
    for (int i = 0; i < response.length; i++) {
      response[i] = new LatencyHistogram();
    }
    this.intervals = new TenantIntervals[intervalSeconds == 0 ? 0 : response.length];
    for (int i = 0; i < intervals.length; i++) {
      intervals[i] =
          new TenantIntervals(tenants.id(i), ResponseTimes.shape(intervalSeconds, measuredFrom));
    }
  }

  /**
   * A message is due.
   *
   * @param later whether it is a measured one that is due after the phase
   */
  void scheduled(int n, boolean ofMeasured, boolean later, int second) {
    int tenant = tenant(n);
    if (ofMeasured) {
      due[tenant].scheduled++;
      dueLater[tenant] += later ? 1 : 0;
    }
    if (intervals.length > 0) {
      intervals[tenant].scheduled(second);
    }
  }

  /** A measured message that was due will not be sent. */
  void notSent(int n, NotSent cause) {
    due[tenant(n)].notSent(n, cause);
  }

  void sent(int n, boolean ofMeasured, boolean inPeriod, int second) {
    int tenant = tenant(n);
    if (ofMeasured) {
      sent[tenant]++;
      due[tenant].sentInPeriod += inPeriod ? 1 : 0;
    }
    if (intervals.length > 0) {
      intervals[tenant].sent(second);
    }
  }

  void ok(int n, boolean ofMeasured, int second, long responseNanos) {
    int tenant = tenant(n);
    if (ofMeasured) {
      response[tenant].record(responseNanos);
    }
    if (intervals.length > 0) {
      intervals[tenant].ok(second, responseNanos);
    }
  }

  void failed(int n, boolean ofMeasured, int second) {
    int tenant = tenant(n);
    if (ofMeasured) {
      failed[tenant]++;
    }
    if (intervals.length > 0) {
      intervals[tenant].failed(second);
    }
  }

  /** A message has no outcome though the run is over. */
  void unsettled(int n, boolean ofMeasured, int second, long waitedNanos) {
    int tenant = tenant(n);
    if (ofMeasured) {
      unsettled[tenant]++;
      response[tenant].record(waitedNanos);
    }
    if (intervals.length > 0) {
      intervals[tenant].unsettled(second, waitedNanos);
    }
  }

  /** The run is over in that second. */
  void close(int second) {
    for (TenantIntervals each : intervals) {
      each.close(second);
    }
  }

  /** The parts in the course of time up to that second; empty where they are not kept. */
  List<TenantCourse> courses(int second) {
    List<TenantCourse> courses = new ArrayList<>();
    for (TenantIntervals each : intervals) {
      each.overBefore(second);
      courses.add(each.snapshot());
    }
    return courses;
  }

  /** The counts so far. */
  List<TenantCounts> counts() {
    List<TenantCounts> counts = new ArrayList<>();
    for (int i = 0; i < response.length; i++) {
      counts.add(
          new TenantCounts(tenants.id(i), sent[i], response[i].count() - unsettled[i], failed[i]));
    }
    return counts;
  }

  List<TenantBook.TenantFlowBook> snapshot() {
    List<TenantBook.TenantFlowBook> parts = new ArrayList<>();
    for (int i = 0; i < response.length; i++) {
      parts.add(
          new TenantBook.TenantFlowBook(
              sent[i],
              failed[i],
              unsettled[i],
              new StoredHistogram(response[i].copy()),
              intervals.length == 0 ? null : intervals[i].snapshot(),
              due(i)));
    }
    return parts;
  }

  private TenantBook.TenantDue due(int tenant) {
    FlowCounts counts = due[tenant].snapshot();
    return new TenantBook.TenantDue(
        counts.scheduled(), dueLater[tenant], counts.sentInPeriod(), counts.notSent());
  }

  private int tenant(int n) {
    return tenantOf[turns.device(n)];
  }
}
