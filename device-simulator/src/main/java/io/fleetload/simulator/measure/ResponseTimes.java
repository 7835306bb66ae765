// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.ResponseIntervals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The response times of a flow, interval by interval. Only the second that goes on is a histogram
 * that can be recorded into; an interval that is over is encoded once and never touched again, so a
 * snapshot shares it.
 */
final class ResponseTimes {
  private final ResponseIntervals shape;
  private final Series warmUp = new Series();
  private final Series measured = new Series();
  private final LatencyHistogram unreported = new LatencyHistogram();
  private int second;

  /**
   * Nothing yet.
   *
   * @param intervalSeconds length of an interval, in s
   * @param measuredFrom the first whole second of the measured phase, with which one begins
   */
  ResponseTimes(int intervalSeconds, int measuredFrom) {
    this.shape = shape(intervalSeconds, measuredFrom);
  }

  /** Intervals of that length with nothing in them. */
  static ResponseIntervals shape(int intervalSeconds, int measuredFrom) {
    return new ResponseIntervals(
        intervalSeconds,
        ResponseIntervals.firstFor(intervalSeconds, measuredFrom),
        List.of(),
        List.of());
  }

  /** A message was confirmed; the outcomes of a thread come in the order of time. */
  void record(int inSecond, boolean ofMeasured, long nanos) {
    closeBefore(inSecond);
    (ofMeasured ? measured : warmUp).current.record(nanos);
  }

  /** The seconds before this one are over. */
  void closeBefore(int next) {
    if (next <= second) {
      return;
    }
    int place = shape.place(second);
    boolean intervalIsOver = shape.place(next) > place;
    warmUp.close(place, intervalIsOver);
    measured.close(place, intervalIsOver);
    second = next;
  }

  /** The response times of the seconds that are over, since {@link #reported()}. */
  LatencyHistogram unreported() {
    return unreported;
  }

  /** Notes that they were reported. */
  void reported() {
    unreported.reset();
  }

  /** All so far, with the interval that goes on. */
  ResponseIntervals snapshot() {
    int place = shape.place(second);
    return new ResponseIntervals(
        shape.seconds(), shape.first(), warmUp.upTo(place), measured.upTo(place));
  }

  /** The messages of one period. */
  private final class Series {
    private final List<String> closed = new ArrayList<>();
    private final LatencyHistogram current = new LatencyHistogram();
    private final LatencyHistogram interval = new LatencyHistogram();

    void close(int place, boolean intervalIsOver) {
      if (current.count() > 0) {
        unreported.add(current);
        // An interval of one second needs no sum.
        if (intervalIsOver && interval.count() == 0) {
          put(closed, place, current);
        } else {
          interval.add(current);
        }
        current.reset();
      }
      if (intervalIsOver && interval.count() > 0) {
        put(closed, place, interval);
        interval.reset();
      }
    }

    List<String> upTo(int place) {
      List<String> all = new ArrayList<>(closed);
      LatencyHistogram open = interval.copy();
      open.add(current);
      if (open.count() > 0) {
        put(all, place, open);
      }
      return Collections.unmodifiableList(all);
    }
  }

  /** Puts a histogram at its place, with nothing at those before it that had none. */
  static void put(List<String> histograms, int place, LatencyHistogram one) {
    while (histograms.size() < place) {
      histograms.add(null);
    }
    histograms.add(ResponseIntervals.encoded(one));
  }
}
