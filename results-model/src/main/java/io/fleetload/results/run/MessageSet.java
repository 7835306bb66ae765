// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.roaringbitmap.IntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A set of message numbers of one flow. It costs at most one bit a message (12.5 MB for 100
 * million) and next to nothing where runs of numbers are whole, which is what makes an exact ledger
 * affordable: the two halves of the books are compared message by message, not count by count. Not
 * thread-safe.
 */
public final class MessageSet {
  private final RoaringBitmap bits;

  /** An empty set. */
  public MessageSet() {
    this(new RoaringBitmap());
  }

  private MessageSet(RoaringBitmap bits) {
    this.bits = bits;
  }

  /**
   * Adds a message number.
   *
   * @return false if it was in the set already
   */
  public boolean add(int n) {
    return bits.checkedAdd(n);
  }

  /** Takes a message number out, if it is in the set. */
  public void remove(int n) {
    bits.remove(n);
  }

  /** Returns whether the message number is in the set. */
  public boolean contains(int n) {
    return bits.contains(n);
  }

  /** An independent copy, for a thread that writes it down while this one goes on. */
  public MessageSet copy() {
    return new MessageSet(bits.clone());
  }

  /** The numbers, smallest first; for a set that is small by its nature. */
  public int[] toArray() {
    return bits.toArray();
  }

  /** Count of the numbers in the set. */
  public long size() {
    return bits.getLongCardinality();
  }

  /** Does something with every number, smallest first. */
  public void forEach(IntConsumer action) {
    bits.forEach((org.roaringbitmap.IntConsumer) action::accept);
  }

  /** Gives every number, largest first, for as long as it is answered with true. */
  public void forEachDownwards(IntPredicate goOn) {
    IntIterator numbers = bits.getReverseIntIterator();
    while (numbers.hasNext()) {
      if (!goOn.test(numbers.next())) {
        return;
      }
    }
  }

  /**
   * The smallest number.
   *
   * @throws java.util.NoSuchElementException if the set is empty
   */
  public int first() {
    return bits.first();
  }

  /** The numbers from {@code from} (inclusive) to {@code to} (exclusive). */
  public MessageSet between(long from, long to) {
    RoaringBitmap window = new RoaringBitmap();
    window.add(from, Math.max(from, to));
    window.and(bits);
    return new MessageSet(window);
  }

  /** The numbers before {@code from}, and from {@code to} on. */
  MessageSet outside(long from, long to) {
    return minus(between(from, to));
  }

  /** The numbers in both sets. */
  public MessageSet and(MessageSet other) {
    return new MessageSet(RoaringBitmap.and(bits, other.bits));
  }

  /** Count of the numbers that are in both sets. */
  public long common(MessageSet other) {
    return RoaringBitmap.andCardinality(bits, other.bits);
  }

  /** The numbers in this set and not in the other. */
  public MessageSet minus(MessageSet other) {
    return new MessageSet(RoaringBitmap.andNot(bits, other.bits));
  }

  /** Adds the numbers of another set to this one. */
  public void addAll(MessageSet other) {
    bits.or(other.bits);
  }

  /** The numbers in either set. */
  public MessageSet or(MessageSet other) {
    return new MessageSet(RoaringBitmap.or(bits, other.bits));
  }

  /** A number that two sets share only by chance, once in four billion, unless they are equal. */
  public int digest() {
    return Arrays.hashCode(serialised());
  }

  /** The portable serialised form of RoaringBitmap. */
  public byte[] serialised() {
    RoaringBitmap compact = bits.clone();
    compact.runOptimize();
    ByteBuffer buffer = ByteBuffer.allocate(compact.serializedSizeInBytes());
    compact.serialize(buffer);
    return buffer.array();
  }

  /**
   * Reads what {@link #serialised()} made.
   *
   * @throws IllegalArgumentException if the bytes are no such set
   */
  public static MessageSet of(byte[] serialised) {
    RoaringBitmap bits = new RoaringBitmap();
    try {
      bits.deserialize(ByteBuffer.wrap(serialised));
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("no set of message numbers: " + e.getMessage(), e);
    }
    return new MessageSet(bits);
  }
}
