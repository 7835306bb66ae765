// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.format.RequiredWithGaps;
import java.util.ArrayList;
import java.util.List;

/**
 * The response times of a flow, interval by interval, each a whole histogram: the percentiles of
 * any stretch of intervals, and of any sum over shards, are exact. A message counts in the interval
 * in which it was confirmed.
 *
 * @param seconds length of an interval, in s; the first one may be shorter, so that one begins with
 *     the measured phase
 * @param first length of the first interval, in s, from the first due time of the flows
 * @param warmUp the messages due before the measured phase: an {@linkplain
 *     LatencyHistogram#encoded() encoded} histogram an interval, null if it has no messages
 * @param measured the messages due in the measured phase, likewise
 */
public record ResponseIntervals(
    int seconds,
    int first,
    @RequiredWithGaps List<String> warmUp,
    @RequiredWithGaps List<String> measured) {

  /** Refuses lengths with which no second has a place. */
  public ResponseIntervals {
    if (first < 1 || first > seconds) {
      throw new IllegalArgumentException(
          "intervals: found seconds %s and first %s, expected 1 or more, and first at most seconds"
              .formatted(seconds, first));
    }
  }

  /**
   * The most intervals of a run of up to 60 h. At 600 msg/s, half of them within a factor of two,
   * an interval takes 0.8 kB of 1 s, 2.4 kB of 10 s and 4.3 kB of 1 min, so a flow keeps at most 3
   * MB of an hour, 9 MB of ten and 7 MB of a day.
   */
  private static final int MOST = 3_600;

  private static final int[] LENGTHS = {1, 10, 60};

  private static final int[] LENGTHS_OF_PARTS = {1, 10, 60, 600, 3_600};

  /** The length of an interval, in s, in a run that takes that many seconds without connecting. */
  public static int lengthFor(double runSeconds) {
    return lengthFor(runSeconds, LENGTHS);
  }

  /**
   * The length of an interval where a flow's parts are kept apart, in s. All parts together have no
   * more intervals than a flow that is kept whole.
   *
   * @param runSeconds length of the run without connecting, in s
   * @param parts how many there are
   */
  public static int lengthFor(double runSeconds, int parts) {
    return lengthFor(runSeconds * parts, LENGTHS_OF_PARTS);
  }

  private static int lengthFor(double seconds, int[] lengths) {
    for (int length : lengths) {
      if (seconds <= (double) MOST * length) {
        return length;
      }
    }
    return lengths[lengths.length - 1];
  }

  /** The length of the first interval, for one to begin with that second. */
  public static int firstFor(int seconds, int measuredFrom) {
    int rest = measuredFrom % seconds;
    return rest == 0 ? seconds : rest;
  }

  /** The place of the interval in which a second lies. */
  public int place(int second) {
    return (second + seconds - first) / seconds;
  }

  /** The first second of an interval. */
  public int begin(int place) {
    return Math.max(0, place * seconds - (seconds - first));
  }

  /** The place after the interval in which the second before this one lies. */
  public int end(int toSecond) {
    return place(toSecond - 1) + 1;
  }

  /** Number of the intervals. */
  public int size() {
    return Math.max(warmUp.size(), measured.size());
  }

  /**
   * All messages confirmed from a second, the begin of an interval, up to another one. The last
   * window of a run may end within an interval, and has all of it.
   */
  public LatencyHistogram between(int fromSecond, int toSecond) {
    LatencyHistogram sum = new LatencyHistogram();
    add(sum, fromSecond, toSecond);
    return sum;
  }

  private void add(LatencyHistogram sum, int fromSecond, int toSecond) {
    int end = Math.min(size(), end(toSecond));
    for (int place = place(fromSecond); place < end; place++) {
      add(sum, warmUp, place);
      add(sum, measured, place);
    }
  }

  /** The figures of the measured messages so far, with their intervals of 95 %. */
  public LatencySummary estimates(int measuredFrom) {
    LatencyHistogram whole = new LatencyHistogram();
    for (int place = place(measuredFrom); place < measured.size(); place++) {
      add(whole, measured, place);
    }
    return estimates(whole, measuredFrom);
  }

  /**
   * The figures of the measured messages; the intervals from the begin of the measured phase on are
   * the blocks of time.
   *
   * @param whole all of them
   * @param measuredFrom the first whole second of the measured phase
   */
  public LatencySummary estimates(LatencyHistogram whole, int measuredFrom) {
    TimeConfidence confidence = new TimeConfidence(whole);
    for (int place = place(measuredFrom); place < measured.size(); place++) {
      String histogram = measured.get(place);
      confidence.add(
          histogram == null
              ? null
              : LatencyHistogram.decoded(histogram, LatencyHistogram.Edges.UNKNOWN));
    }
    return confidence.summary();
  }

  /** The percentiles that are drawn: of the interval in which each second lies. */
  public PerSecond.ResponseMs perSecond(int length) {
    List<Double> p50 = new ArrayList<>(length);
    List<Double> p90 = new ArrayList<>(length);
    List<Double> p99 = new ArrayList<>(length);
    List<Double> max = new ArrayList<>(length);
    LatencyHistogram interval = new LatencyHistogram();
    for (int begin = 0; begin < length; begin = begin(place(begin) + 1)) {
      int end = begin(place(begin) + 1);
      interval.reset();
      add(interval, begin, end);
      boolean empty = interval.count() == 0;
      repeat(p50, empty ? null : LatencySummary.millis(interval.percentile(50)), end, length);
      repeat(p90, empty ? null : LatencySummary.millis(interval.percentile(90)), end, length);
      repeat(p99, empty ? null : LatencySummary.millis(interval.percentile(99)), end, length);
      repeat(max, empty ? null : LatencySummary.millis(interval.max()), end, length);
    }
    return new PerSecond.ResponseMs(p50, p90, p99, max);
  }

  private static void repeat(List<Double> values, Double value, int end, int length) {
    while (values.size() < Math.min(end, length)) {
      values.add(value);
    }
  }

  /**
   * Intervals and how much later than others they began.
   *
   * @param intervals the intervals
   * @param offsetSeconds in s
   */
  public record ResponseOffset(ResponseIntervals intervals, int offsetSeconds) {}

  /** The sum of intervals of one length. */
  public static ResponseIntervals sum(List<ResponseOffset> parts) {
    IntervalSum sum = new IntervalSum();
    parts.forEach(part -> sum.add(part.intervals(), part.offsetSeconds()));
    return sum.sum();
  }

  /** Number of intervals that an offset in s has. */
  public int places(int offsetSeconds) {
    return Math.round((float) offsetSeconds / seconds);
  }

  /** Text form of a histogram, as in these lists. */
  public static String encoded(LatencyHistogram histogram) {
    return histogram.count() == 0 ? null : histogram.encoded();
  }

  private static void add(LatencyHistogram sum, List<String> histograms, int place) {
    if (place >= 0 && place < histograms.size() && histograms.get(place) != null) {
      sum.add(LatencyHistogram.decoded(histograms.get(place), LatencyHistogram.Edges.UNKNOWN));
    }
  }
}
