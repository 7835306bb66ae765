// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a course of one value a second to a length that a page can show. Of every stretch of
 * seconds the smallest and the largest value stay, in the order in which they came: a spike of one
 * second is as high in a run of eight hours as in one of eight minutes.
 *
 * @param seconds length of the course, in s
 * @param width seconds that become one stretch; 1 where nothing is left out
 */
public record CourseSampler(int seconds, int width) {
  /** The most points that a course keeps. */
  public static final int MOST_POINTS = 1_200;

  static CourseSampler of(int seconds) {
    // Two points a stretch.
    return new CourseSampler(
        seconds, seconds <= MOST_POINTS ? 1 : (int) Math.ceil(2.0 * seconds / MOST_POINTS));
  }

  public boolean leavesOut() {
    return width > 1;
  }

  /** Returns a note for the reader of a thinned course; empty if all seconds are shown. */
  public String note() {
    return leavesOut()
        ? " Of every " + width + " seconds the smallest and the largest value are drawn."
        : "";
  }

  /** Returns the seconds of the points; for a stretch, its begin and its middle. */
  List<Double> at() {
    List<Double> at = new ArrayList<>();
    for (int from = 0; from < seconds; from += width) {
      at.add((double) from);
      if (leavesOut()) {
        at.add(from + Math.min(width, seconds - from) / 2.0);
      }
    }
    return at;
  }

  /** Returns the values of a course at these points, or null for a stretch without values. */
  List<Double> extremes(JsonNode course) {
    List<Double> kept = new ArrayList<>();
    for (int from = 0; from < seconds; from += width) {
      int smallest = -1;
      int largest = -1;
      for (int i = from; i < Math.min(seconds, from + width); i++) {
        if (course.path(i).isNumber()) {
          double value = course.path(i).doubleValue();
          smallest = smallest < 0 || value < course.path(smallest).doubleValue() ? i : smallest;
          largest = largest < 0 || value >= course.path(largest).doubleValue() ? i : largest;
        }
      }
      kept.add(value(course, Math.min(smallest, largest)));
      if (leavesOut()) {
        kept.add(value(course, Math.max(smallest, largest)));
      }
    }
    return kept;
  }

  /** The sums of a course over each stretch: for counts, none of which may go missing. */
  List<Double> sums(JsonNode course) {
    List<Double> sums = new ArrayList<>();
    for (int from = 0; from < seconds; from += width) {
      double sum = 0;
      for (int i = from; i < Math.min(seconds, from + width); i++) {
        sum += course.path(i).asDouble();
      }
      sums.add(sum);
    }
    return sums;
  }

  private static Double value(JsonNode course, int index) {
    return index < 0 ? null : (Double) course.path(index).doubleValue();
  }
}
