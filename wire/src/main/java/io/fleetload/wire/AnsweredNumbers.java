// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

/**
 * The last requests of a device that were answered, by the numbers that it counts them with. It
 * knows nothing of older ones, so that it takes a few bytes a device.
 */
public final class AnsweredNumbers {
  private static final int REMEMBERED = Integer.SIZE;

  private final int shift;
  private int answered;
  private int newest;

  /**
   * None yet.
   *
   * @param bits of how many bits the numbers are; they begin again after the highest
   */
  public AnsweredNumbers(int bits) {
    this.shift = Integer.SIZE - bits;
  }

  /** Notes an answer. */
  public void add(int number) {
    int later = distance(newest, number);
    if (answered == 0 || later >= REMEMBERED) {
      answered = 1;
      newest = number;
    } else if (later > 0) {
      answered = (answered << later) | 1;
      newest = number;
    } else if (-later < REMEMBERED) {
      answered |= 1 << -later;
    }
  }

  /** Returns whether a number is one of the last, and was answered. */
  public boolean contains(int number) {
    int earlier = distance(number, newest);
    return earlier >= 0 && earlier < REMEMBERED && ((answered >>> earlier) & 1) == 1;
  }

  /** Forgets all answers. */
  public void clear() {
    answered = 0;
  }

  /** Returns the distance from one number to another, where the highest is followed by 0. */
  private int distance(int from, int to) {
    return ((to - from) << shift) >> shift;
  }
}
