// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.Arrays;

/** The buckets with a count, lowest first, of a payload of HdrHistogram's encoding V2. */
final class FilledBuckets {
  private static final int BITS = 7;
  private static final int MORE = 0x80;

  /** A ninth byte has all of its bits, and is the last one. */
  private static final int LAST_SHIFT = 8 * BITS;

  private final byte[] payload;
  private int at;
  private int next;
  private int bucket;
  private long count;

  /**
   * At the first of them.
   *
   * @throws IllegalArgumentException if the bytes are no such payload, as {@link #next} does
   */
  FilledBuckets(byte[] payload) {
    this.payload = payload;
    next();
  }

  /** Goes on to the next one. */
  void next() {
    while (at < payload.length) {
      long number = number();
      long after = next + Math.max(1, -number);
      if (number == Long.MIN_VALUE || after > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("no compressed histogram: has too many buckets");
      }
      bucket = next;
      count = number;
      next = (int) after;
      if (number > 0) {
        return;
      }
    }
    bucket = Integer.MAX_VALUE;
    count = 0;
  }

  /** Whether it is at one: whether there was another. */
  boolean isAtOne() {
    return count > 0;
  }

  /** Which one it is at, from 0; the largest number after the last one. */
  int bucket() {
    return bucket;
  }

  /** How many values are in it. */
  long count() {
    return count;
  }

  private long number() {
    long bits = 0;
    for (int shift = 0; at < payload.length; shift += BITS) {
      byte read = payload[at++];
      if (shift == LAST_SHIFT) {
        return signed(bits | ((long) read << shift));
      }
      bits |= (long) (read & (MORE - 1)) << shift;
      if (read >= 0) {
        return signed(bits);
      }
    }
    throw new IllegalArgumentException("no compressed histogram: breaks off in a number");
  }

  private static long signed(long zigZag) {
    return (zigZag >>> 1) ^ -(zigZag & 1);
  }

  /** Writes such a payload. */
  static final class Writer {
    private final byte[] bytes;
    private int at;
    private int next;

    /** For at most so many bytes. */
    Writer(int most) {
      bytes = new byte[most];
    }

    /** Writes a bucket after the one before. */
    void write(int bucket, long count) {
      int empty = bucket - next;
      if (empty > 0) {
        // A single empty one is written as what it holds.
        number(empty == 1 ? 0 : -empty);
      }
      number(count);
      next = bucket + 1;
    }

    private void number(long value) {
      long rest = (value << 1) ^ (value >> (Long.SIZE - 1));
      for (int shift = 0; shift < LAST_SHIFT && rest >>> BITS != 0; shift += BITS) {
        bytes[at++] = (byte) (rest | MORE);
        rest >>>= BITS;
      }
      bytes[at++] = (byte) rest;
    }

    /** What was written. */
    byte[] bytes() {
      return Arrays.copyOf(bytes, at);
    }
  }
}
