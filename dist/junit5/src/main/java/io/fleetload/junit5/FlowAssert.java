// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.util.concurrent.TimeUnit;

/** Assertions on a flow of a result, in its measured phase. */
public final class FlowAssert {
  private static final double NANOS_PER_MILLI = 1e6;

  private final LoadResultAssert result;
  private final String name;

  FlowAssert(LoadResultAssert result, String name) {
    this.result = result;
    this.name = name;
  }

  /** Asserts how many messages devices saw confirmed and the backend received. */
  public FlowAssert delivered(long asked) {
    return is("ledger.delivered", "delivered", asked);
  }

  /** Asserts how many messages, at least, devices saw confirmed and the backend received. */
  public FlowAssert deliveredAtLeast(long asked) {
    result.figure(
        path("ledger.delivered"), label("delivered"), "at least ", asked, found -> found >= asked);
    return this;
  }

  /** Asserts how many messages were confirmed to a device and never came to the backend. */
  public FlowAssert lost(long asked) {
    return is("ledger.lost", "lost", asked);
  }

  /** Asserts how many messages came to the backend a further time. */
  public FlowAssert duplicate(long asked) {
    return is("ledger.duplicate", "duplicate", asked);
  }

  /** Asserts how many messages the target refused or did not answer. */
  public FlowAssert failed(long asked) {
    return is("failed", "failed", asked);
  }

  /** Asserts that half of the messages had their response in less than that. */
  public FlowAssert p50Below(double bound, TimeUnit unit) {
    return responseBelow("p50", bound, unit);
  }

  /** Asserts that 99 % of the messages had their response in less than that. */
  public FlowAssert p99Below(double bound, TimeUnit unit) {
    return responseBelow("p99", bound, unit);
  }

  /** Asserts that every message had its response in less than that. */
  public FlowAssert slowestBelow(double bound, TimeUnit unit) {
    return responseBelow("max", bound, unit);
  }

  /**
   * Asserts that the flow reached that part of the rate that was asked for.
   *
   * @param percent from 0 to 100
   */
  public FlowAssert achievedAtLeast(double percent) {
    double share = percent / 100;
    result.figure(path("achieved"), label("achieved"), "at least ", share, found -> found >= share);
    return this;
  }

  /** Asserts what became of another flow. */
  public FlowAssert flow(String other) {
    return result.flow(other);
  }

  /** Back to the whole result. */
  public LoadResultAssert result() {
    return result;
  }

  private FlowAssert is(String figure, String label, long asked) {
    result.figure(path(figure), label(label), "", asked, found -> found == asked);
    return this;
  }

  /** Counted from when a message was due, as everywhere. */
  private FlowAssert responseBelow(String percentile, double bound, TimeUnit unit) {
    double millis = bound * unit.toNanos(1) / NANOS_PER_MILLI;
    result.figure(
        path("response." + percentile),
        label(percentile + " of the response time"),
        "below ",
        millis,
        found -> found < millis);
    return this;
  }

  private String path(String figure) {
    return "flows." + name + "." + figure;
  }

  private String label(String what) {
    return "flow " + name + ": " + what;
  }
}
