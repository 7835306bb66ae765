// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

/**
 * The messages of one device in one flow that wait until it may send. Their number is bounded, so a
 * device that hangs cannot eat the memory.
 */
final class DeviceQueue {
  /** Most messages that may wait. */
  static final int LONGEST = 64;

  private final int[] numbers = new int[LONGEST];
  private final long[] dues = new long[LONGEST];
  private int head;
  private int size;

  /** Lets a message wait; false where too many wait already. */
  boolean add(int n, long due) {
    if (size == LONGEST) {
      return false;
    }
    int place = (head + size++) % LONGEST;
    numbers[place] = n;
    dues[place] = due;
    return true;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Number of the message that waits longest. */
  int firstNumber() {
    return numbers[head];
  }

  /** Time at which that message was due. */
  long firstDue() {
    return dues[head];
  }

  void removeFirst() {
    head = (head + 1) % LONGEST;
    size--;
  }
}
