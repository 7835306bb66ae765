// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;

/**
 * The sum of {@link ResponseIntervals} of one length, which are added one after the other; those
 * that were added are not kept.
 */
public final class IntervalSum {
  private final List<EncodedCounts> warmUp = new ArrayList<>();
  private final List<EncodedCounts> measured = new ArrayList<>();
  private final BucketCounts scratch = new BucketCounts();
  private int seconds;
  private int first;

  /**
   * Adds the intervals of a process. A shift of less than half an interval is none: shards begin
   * within a second of each other.
   *
   * @param part of the same length as those before
   * @param offsetSeconds how much later they began than the earliest of all, in s
   */
  public void add(ResponseIntervals part, int offsetSeconds) {
    seconds = part.seconds();
    first = part.first();
    int later = part.places(offsetSeconds);
    add(warmUp, part.warmUp(), later);
    add(measured, part.measured(), later);
  }

  private void add(List<EncodedCounts> sums, List<String> histograms, int later) {
    Inflater inflater = new Inflater();
    try {
      add(sums, histograms, later, inflater);
    } finally {
      inflater.end();
    }
  }

  private void add(
      List<EncodedCounts> sums, List<String> histograms, int later, Inflater inflater) {
    for (int i = Math.max(0, -later); i < histograms.size(); i++) {
      while (sums.size() <= i + later) {
        sums.add(null);
      }
      if (histograms.get(i) != null) {
        EncodedCounts more = EncodedCounts.of(histograms.get(i), inflater);
        EncodedCounts sum = sums.get(i + later);
        if (sum == null) {
          sums.set(i + later, more);
        } else {
          sum.add(more, scratch);
        }
      }
    }
  }

  /** The intervals of all that were added. */
  public ResponseIntervals sum() {
    return new ResponseIntervals(seconds, first, encoded(warmUp), encoded(measured));
  }

  private List<String> encoded(List<EncodedCounts> sums) {
    List<String> texts = new ArrayList<>();
    sums.forEach(each -> texts.add(each == null ? null : each.encoded(scratch)));
    return texts;
  }
}
