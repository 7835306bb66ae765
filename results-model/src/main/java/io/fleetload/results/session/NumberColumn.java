// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Whole numbers in the order in which they were added, 8 bytes each. A book has them as their
 * differences, compressed: a few bytes each where they grow evenly. Not thread-safe.
 */
public final class NumberColumn {
  private static final int FIRST_LENGTH = 16;
  private static final int SEVEN_BITS = 0x7f;
  private static final int MORE = 0x80;

  private long[] numbers;
  private int count;

  /** An empty one. */
  public NumberColumn() {
    this(new long[FIRST_LENGTH], 0);
  }

  private NumberColumn(long[] numbers, int count) {
    this.numbers = numbers;
    this.count = count;
  }

  /** Count of its numbers. */
  public int count() {
    return count;
  }

  /**
   * The number at a place.
   *
   * @throws IndexOutOfBoundsException if it has no such place
   */
  public long get(int place) {
    if (place >= count) {
      throw new IndexOutOfBoundsException(place);
    }
    return numbers[place];
  }

  /** Adds a number at the end. */
  public void add(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    numbers[count++] = number;
  }

  /** Puts another number at a place. */
  public void set(int place, long number) {
    numbers[place] = number;
  }

  /** These, and those of another one behind them. */
  public NumberColumn plus(NumberColumn other) {
    NumberColumn both = copy();
    for (int i = 0; i < other.count; i++) {
      both.add(other.numbers[i]);
    }
    return both;
  }

  /** An independent copy, for a thread that writes it down while this one goes on. */
  public NumberColumn copy() {
    return new NumberColumn(Arrays.copyOf(numbers, Math.max(FIRST_LENGTH, count)), count);
  }

  /** Its form in a book. */
  public byte[] encoded() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      long before = 0;
      for (int i = 0; i < count; i++) {
        long step = numbers[i] - before;
        before = numbers[i];
        long left = (step << 1) ^ (step >> 63);
        while ((left & ~SEVEN_BITS) != 0) {
          out.write((int) (left & SEVEN_BITS) | MORE);
          left >>>= 7;
        }
        out.write((int) left);
      }
    } catch (IOException e) {
      throw new IllegalStateException("an array of bytes has no room", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #encoded()} made.
   *
   * @throws IllegalArgumentException if the bytes are no such numbers
   */
  public static NumberColumn of(byte[] encoded) {
    NumberColumn read = new NumberColumn();
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(encoded))) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
      long before = 0;
      while (bytes.hasRemaining()) {
        long number = 0;
        int shift = 0;
        int each;
        do {
          each = bytes.get();
          number |= (long) (each & SEVEN_BITS) << shift;
          shift += 7;
        } while ((each & MORE) != 0);
        before += (number >>> 1) ^ -(number & 1);
        read.add(before);
      }
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("no column of numbers: " + e.getMessage(), e);
    }
    return read;
  }
}
