// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import java.util.List;

/**
 * Events of a flow in the course of time; enough to judge any window of it.
 *
 * @param asked rate asked for, msg/s; null for a flow that only answers
 * @param perSecond counts by second
 * @param intervals response times by interval; null in a book that has none
 * @param tenants the parts of the tenants; empty where no threshold asked for their windows
 */
public record Course(
    Double asked, PerSecond perSecond, ResponseIntervals intervals, List<TenantCourse> tenants) {

  /** Without parts of tenants. */
  public Course(Double asked, PerSecond perSecond, ResponseIntervals intervals) {
    this(asked, perSecond, intervals, List.of());
  }
}
