// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The sum of {@link ResponseIntervals} of one length, which are added one after the other. What was
 * added waits until it is half as long as the sum, so that adding many costs what they hold, and
 * not the sum each time.
 */
public final class IntervalSum {
  private final List<ResponseIntervals.ResponseOffset> waiting = new ArrayList<>();
  private byte[][] warmUp = {};
  private byte[][] measured = {};
  private long waitingBytes;
  private long sumBytes;
  private int seconds;
  private int first;

  /**
   * Adds the intervals of a process. A shift of less than half an interval is ignored: shards begin
   * within a second of each other.
   *
   * @param part of the same length as those before
   * @param offsetSeconds how much later they began than the earliest of all, in s
   * @throws IllegalArgumentException if one that was added holds no histograms
   */
  public void add(ResponseIntervals part, int offsetSeconds) {
    seconds = part.seconds();
    first = part.first();
    waiting.add(new ResponseIntervals.ResponseOffset(part, offsetSeconds));
    waitingBytes += length(part.warmUp()) + length(part.measured());
    if (2 * waitingBytes >= sumBytes) {
      addWaiting();
    }
  }

  private static long length(List<String> histograms) {
    long length = 0;
    for (String histogram : histograms) {
      length += histogram == null ? 0 : histogram.length();
    }
    return length;
  }

  private void addWaiting() {
    warmUp = withWaiting(warmUp, ResponseIntervals::warmUp);
    measured = withWaiting(measured, ResponseIntervals::measured);
    sumBytes = length(warmUp) + length(measured);
    waiting.clear();
    waitingBytes = 0;
  }

  private static long length(byte[][] sums) {
    long length = 0;
    for (byte[] sum : sums) {
      length += sum == null ? 0 : sum.length;
    }
    return length;
  }

  private byte[][] withWaiting(
      byte[][] before, Function<ResponseIntervals, List<String>> histograms) {
    List<IntervalOffset> parts =
        waiting.stream()
            .map(
                each ->
                    new IntervalOffset(
                        histograms.apply(each.intervals()),
                        each.intervals().places(each.offsetSeconds())))
            .toList();
    int size = parts.stream().mapToInt(IntervalOffset::end).reduce(before.length, Math::max);
    byte[][] sums = Arrays.copyOf(before, size);
    TwoThreads.halve(
        size,
        (from, to) -> {
          try (EncodedCounts counts = new EncodedCounts()) {
            for (int place = from; place < to; place++) {
              add(parts, place, sums, counts);
            }
          }
        });
    return sums;
  }

  private static void add(
      List<IntervalOffset> parts, int place, byte[][] sums, EncodedCounts counts) {
    boolean more = false;
    for (IntervalOffset part : parts) {
      String histogram = part.at(place);
      if (histogram != null) {
        counts.add(histogram);
        more = true;
      }
    }
    if (more) {
      if (sums[place] != null) {
        counts.add(sums[place]);
      }
      sums[place] = counts.take();
    }
  }

  /** The intervals of all that were added. */
  public ResponseIntervals sum() {
    addWaiting();
    if (seconds == 0) {
      return new ResponseIntervals(1, 1, List.of(), List.of());
    }
    return new ResponseIntervals(seconds, first, encoded(warmUp), encoded(measured));
  }

  private static List<String> encoded(byte[][] sums) {
    String[] texts = new String[sums.length];
    TwoThreads.halve(
        texts.length,
        (from, to) -> {
          try (EncodedCounts counts = new EncodedCounts()) {
            for (int place = from; place < to; place++) {
              texts[place] = sums[place] == null ? null : counts.encoded(sums[place]);
            }
          }
        });
    return Arrays.asList(texts);
  }

  /** Histograms that begin so many places after the first of all. */
  private record IntervalOffset(List<String> histograms, int later) {
    int end() {
      return histograms.size() + later;
    }

    String at(int place) {
      int its = place - later;
      return its < 0 || its >= histograms.size() ? null : histograms.get(its);
    }
  }
}
