// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.format.DamagedBook;
import java.util.Arrays;

/**
 * Counts by bucket, in which payloads of HdrHistogram's encoding V2 are added up: one ZigZag LEB128
 * number for each bucket from the lowest on, negative for so many empty ones. One of them serves
 * any number of sums, one after the other.
 *
 * <p>Which buckets are empty is random, so that a processor guesses it wrong half of the time: the
 * loops over short numbers have no branch for it.
 *
 * @see <a
 *     href="https://github.com/HdrHistogram/HdrHistogram">AbstractHistogram.encodeIntoByteBuffer</a>
 */
final class BucketCounts {
  /** More than a {@link LatencyHistogram} has. */
  private static final int MOST_BUCKETS = 1 << 15;

  private static final int BITS = 7;
  private static final int MORE = 0x80;

  /** Smallest value that takes more than one byte. */
  private static final int TWO_BYTES = 1 << (BITS - 1);

  /** A ninth byte has all of its bits, and is the last one. */
  private static final int LAST_SHIFT = 8 * BITS;

  private static final int LONGEST_NUMBER = 9;

  private final long[] counts = new long[MOST_BUCKETS];
  private byte[] bytes = new byte[0];
  private int begin = MOST_BUCKETS;
  private int end;
  private int at;

  /**
   * Adds what a payload says.
   *
   * @param from where in the bytes it begins
   * @param to the place after its end
   * @throws IllegalArgumentException if the bytes are no such payload
   */
  void add(byte[] payload, int from, int to) {
    int bucket = 0;
    int next = from;
    while (next < to) {
      long zigZag = payload[next++];
      if (zigZag < 0) {
        zigZag &= MORE - 1;
        int shift = BITS;
        byte read;
        do {
          if (next == to) {
            throw new DamagedBook("no compressed histogram: breaks off in a number", null);
          }
          read = payload[next++];
          zigZag |= (shift == LAST_SHIFT ? (long) read : read & (MORE - 1L)) << shift;
          shift += BITS;
        } while (read < 0 && shift <= LAST_SHIFT);
      }
      long negative = -(zigZag & 1);
      long number = (zigZag >>> 1) ^ negative;
      // Of an empty stretch its length, which is more than 0; of a bucket 1.
      long after = bucket + (-number & negative) + (1 + negative);
      // The negative of the least number is itself.
      if (after < 0 || after > MOST_BUCKETS) {
        throw new DamagedBook("no compressed histogram: has too many buckets", null);
      }
      counts[bucket] += number & ~negative;
      if (bucket == 0) {
        begin = Math.min(begin, (int) (after & negative));
      }
      bucket = (int) after;
    }
    end = Math.max(end, bucket);
  }

  /**
   * The payload of all that was added since the last time.
   *
   * @param before how many bytes to leave free before it
   */
  byte[] take(int before) {
    at = before;
    // An empty stretch has a bucket at least.
    int most = before + LONGEST_NUMBER * (end + 1);
    if (bytes.length < most) {
      bytes = new byte[most];
    }
    int empty = begin < end ? begin : 0;
    for (int bucket = begin; bucket < end; bucket++) {
      long count = counts[bucket];
      if (count < TWO_BYTES && empty < TWO_BYTES) {
        // Both are written; the next one is written over what was not due.
        int filled = (int) (-count >>> (Long.SIZE - 1));
        int stretch = (-empty >>> (Integer.SIZE - 1)) & filled;
        // A single empty one is written as what it holds, as 0.
        bytes[at] = (byte) ((2 * empty - 1) & ((1 - empty) >> (Integer.SIZE - 1)));
        bytes[at + stretch] = (byte) (2 * count);
        at += stretch + filled;
        empty = (empty + 1) & (filled - 1);
      } else if (count > 0) {
        if (empty > 0) {
          write(empty == 1 ? 0 : -empty);
        }
        write(count);
        empty = 0;
      } else {
        empty++;
      }
    }
    Arrays.fill(counts, 0, end, 0);
    begin = MOST_BUCKETS;
    end = 0;
    return Arrays.copyOf(bytes, at);
  }

  private void write(long number) {
    long rest = (number << 1) ^ (number >> (Long.SIZE - 1));
    for (int shift = 0; shift < LAST_SHIFT && rest >>> BITS != 0; shift += BITS) {
      bytes[at++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    bytes[at++] = (byte) rest;
  }
}
