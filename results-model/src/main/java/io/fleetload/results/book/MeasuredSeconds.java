// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import java.util.List;

/**
 * The whole seconds of the measured phase, as the courses of the flows count them.
 *
 * @param first the first one
 * @param count how many there are
 * @param firstEpochMs when the first one began, ms since the epoch
 */
public record MeasuredSeconds(int first, int count, long firstEpochMs) {
  /** Phases are noted in ms, so a second may seem to begin a little early or late. */
  private static final double ROUNDING_SECONDS = 0.005;

  /** The counts of these seconds; 0 where the course has ended. */
  public long[] of(List<Long> perSecond) {
    long[] counts = new long[count];
    for (int i = 0; i < count && first + i < perSecond.size(); i++) {
      counts[i] = perSecond.get(first + i);
    }
    return counts;
  }

  /** The measured seconds of a book; none where the phase did not begin. */
  public static MeasuredSeconds of(DeviceBook book) {
    long began = book.timeline().flowsBeganEpochMs().orElse(0);
    for (DeviceBook.PhaseTimes phase : book.timeline().phases()) {
      if (phase.name().equals("measure")) {
        double start = (phase.startEpochMs() - began) / 1e3;
        int first = (int) Math.ceil(start - ROUNDING_SECONDS);
        int end = (int) Math.floor(start + book.timeline().measuredSeconds() + ROUNDING_SECONDS);
        return new MeasuredSeconds(first, Math.max(0, end - first), began + first * 1_000L);
      }
    }
    return new MeasuredSeconds(0, 0, began);
  }
}
