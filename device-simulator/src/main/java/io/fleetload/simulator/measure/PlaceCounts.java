// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** Counts of one thing in the course of time, one a place; a place is a second or an interval. */
final class PlaceCounts {
  private long[] counts = new long[64];

  void add(int place) {
    if (place >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(place + 1, counts.length * 2));
    }
    counts[place]++;
  }

  List<Long> copy(int length) {
    return new Copied(Arrays.copyOf(counts, length));
  }

  /** Boxed by the thread that reads it, not by that of the wire, which took the copy. */
  private static final class Copied extends AbstractList<Long> implements RandomAccess {
    private final long[] counts;

    Copied(long[] counts) {
      this.counts = counts;
    }

    @Override
    public Long get(int index) {
      return counts[index];
    }

    @Override
    public int size() {
      return counts.length;
    }
  }
}
