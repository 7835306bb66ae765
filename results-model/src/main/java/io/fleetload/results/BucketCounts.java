// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.Arrays;

/**
 * Counts by bucket, in which payloads of HdrHistogram's encoding V2 are added up: one ZigZag LEB128
 * number for each bucket from the lowest on, negative for so many empty ones. One of them serves
 * any number of sums, one after the other.
 *
 * @see <a
 *     href="https://github.com/HdrHistogram/HdrHistogram">AbstractHistogram.encodeIntoByteBuffer</a>
 */
final class BucketCounts {
  /** More than a {@link LatencyHistogram} has. */
  private static final int MOST_BUCKETS = 1 << 15;

  private static final int BITS = 7;
  private static final int MORE = 0x80;

  /** A ninth byte has all of its bits, and is the last one. */
  private static final int LAST_SHIFT = 8 * BITS;

  private static final int LONGEST_NUMBER = 9;

  private long[] counts = new long[0];
  private byte[] bytes = new byte[0];
  private int end;
  private int at;

  /**
   * Adds what a payload says.
   *
   * @throws IllegalArgumentException if the bytes are no such payload
   */
  void add(byte[] payload) {
    int bucket = 0;
    int next = 0;
    while (next < payload.length) {
      long zigZag = payload[next++];
      if (zigZag < 0) {
        zigZag &= MORE - 1;
        int shift = BITS;
        byte read;
        do {
          if (next == payload.length) {
            throw new IllegalArgumentException("no compressed histogram: breaks off in a number");
          }
          read = payload[next++];
          zigZag |= (shift == LAST_SHIFT ? (long) read : read & (MORE - 1L)) << shift;
          shift += BITS;
        } while (read < 0 && shift <= LAST_SHIFT);
      }
      long number = (zigZag >>> 1) ^ -(zigZag & 1);
      long after = bucket + (number < 0 ? -number : 1);
      // The negative of the least number is itself.
      if (after < 0 || after > MOST_BUCKETS) {
        throw new IllegalArgumentException("no compressed histogram: has too many buckets");
      }
      if (number > 0) {
        if (bucket >= counts.length) {
          counts = Arrays.copyOf(counts, Math.max(2 * counts.length, bucket + 1));
        }
        counts[bucket] += number;
        end = Math.max(end, bucket + 1);
      }
      bucket = (int) after;
    }
  }

  /** The payload of all that was added since the last time. */
  byte[] take() {
    at = 0;
    int next = 0;
    for (int bucket = 0; bucket < end; bucket++) {
      if (counts[bucket] > 0) {
        int empty = bucket - next;
        if (empty > 0) {
          // A single empty one is written as what it holds.
          write(empty == 1 ? 0 : -empty);
        }
        write(counts[bucket]);
        counts[bucket] = 0;
        next = bucket + 1;
      }
    }
    end = 0;
    return Arrays.copyOf(bytes, at);
  }

  private void write(long number) {
    if (at + LONGEST_NUMBER > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length + LONGEST_NUMBER);
    }
    long rest = (number << 1) ^ (number >> (Long.SIZE - 1));
    for (int shift = 0; shift < LAST_SHIFT && rest >>> BITS != 0; shift += BITS) {
      bytes[at++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    bytes[at++] = (byte) rest;
  }
}
