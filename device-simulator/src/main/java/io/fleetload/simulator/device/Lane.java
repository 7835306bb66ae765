// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

/**
 * One device in one flow: so many messages under way as the flow allows, the others wait their turn
 * and go out late. What waits is bounded, so a device that hangs cannot eat the memory.
 */
final class Lane {
  /** How many messages may wait. */
  static final int LONGEST_QUEUE = 64;

  final int device;
  private int underWay;
  private int[] waitingNumbers;
  private long[] waitingDues;
  private int head;
  private int waiting;

  Lane(int device) {
    this.device = device;
  }

  /** Whether no further message may be under way. */
  boolean busy(int window) {
    return underWay >= window;
  }

  void occupy() {
    underWay++;
  }

  void free() {
    underWay--;
  }

  /** Lets a message wait; false where too many wait already. */
  boolean queue(int n, long due) {
    if (waiting == LONGEST_QUEUE) {
      return false;
    }
    if (waitingNumbers == null) {
      waitingNumbers = new int[LONGEST_QUEUE];
      waitingDues = new long[LONGEST_QUEUE];
    }
    int place = (head + waiting) % LONGEST_QUEUE;
    waitingNumbers[place] = n;
    waitingDues[place] = due;
    waiting++;
    return true;
  }

  boolean anyWaiting() {
    return waiting > 0;
  }

  int nextNumber() {
    return waitingNumbers[head];
  }

  long nextDue() {
    return waitingDues[head];
  }

  void dropNext() {
    head = (head + 1) % LONGEST_QUEUE;
    waiting--;
    if (waiting == 0) {
      waitingNumbers = null;
      waitingDues = null;
      head = 0;
    }
  }
}
