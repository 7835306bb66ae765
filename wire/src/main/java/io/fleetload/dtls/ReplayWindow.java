// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/** The last 64 sequence numbers, and which of them arrived already; RFC 6347, section 4.1.2.6. */
final class ReplayWindow {
  private static final int SIZE = Long.SIZE;

  private long highest = -1;
  private long seen; // bit i: highest - i

  /** Returns whether a record of that number is neither too old nor a repetition. */
  boolean fresh(long sequence) {
    long age = highest - sequence;
    return age < 0 || (age < SIZE && (seen >>> age & 1) == 0);
  }

  /** Notes a record; only after it proved authentic, or a forged one could shut out the rest. */
  void arrived(long sequence) {
    long ahead = sequence - highest;
    if (ahead <= 0) {
      seen |= 1L << -ahead;
      return;
    }
    seen = ahead < SIZE ? seen << ahead | 1 : 1;
    highest = sequence;
  }
}
