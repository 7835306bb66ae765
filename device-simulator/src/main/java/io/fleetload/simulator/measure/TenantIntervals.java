// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.ResponseIntervals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One tenant's part of a flow, interval by interval. Only the interval that goes on is a histogram
 * that can be recorded into. When it is over it is encoded, so the wire's thread encodes each once.
 */
final class TenantIntervals {
  private final String tenant;
  private final ResponseIntervals shape;
  private final PlaceCounts scheduled = new PlaceCounts();
  private final PlaceCounts sent = new PlaceCounts();
  private final PlaceCounts failed = new PlaceCounts();
  private final List<String> closed = new ArrayList<>();
  private final LatencyHistogram open = new LatencyHistogram();
  private int place;

  TenantIntervals(String tenant, ResponseIntervals shape) {
    this.tenant = tenant;
    this.shape = shape;
  }

  void scheduled(int second) {
    scheduled.add(shape.place(second));
  }

  void sent(int second) {
    sent.add(shape.place(second));
  }

  void ok(int second, long responseNanos) {
    closeBefore(shape.place(second));
    open.record(responseNanos);
  }

  /** A message waited at least so long, and has no outcome. */
  void unsettled(int second, long waitedNanos) {
    closeBefore(shape.place(second));
    open.record(waitedNanos);
  }

  void failed(int second) {
    failed.add(shape.place(second));
  }

  /** The intervals are over that are before the one in which this second lies. */
  void overBefore(int second) {
    closeBefore(shape.place(second));
  }

  /** The run is over, and with it the interval that goes on. */
  void close(int lastSecond) {
    closeBefore(shape.place(lastSecond) + 1);
  }

  private void closeBefore(int next) {
    if (next <= place) {
      return;
    }
    if (open.count() > 0) {
      ResponseTimes.put(closed, place, open);
      open.reset();
    }
    place = next;
  }

  /** The intervals that are over. */
  TenantCourse snapshot() {
    return new TenantCourse(
        tenant,
        scheduled.copy(place),
        sent.copy(place),
        failed.copy(place),
        new ResponseIntervals(
            shape.seconds(),
            shape.first(),
            List.of(),
            Collections.unmodifiableList(new ArrayList<>(closed))));
  }
}
