// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

/**
 * Schedule of the writes of the book to disk: every 2 s, and less often once writing it takes
 * longer than a twentieth of that, so that a long run does not spend itself on its book.
 */
final class BookPace {
  private static final long SHORTEST_NANOS = 1_900_000_000L;
  private static final int SHARE = 20;

  private long writtenNanos;
  private long tookNanos;
  private boolean warm;

  /** Nothing was written before that time. */
  BookPace(long nanos) {
    this.writtenNanos = nanos;
  }

  /** Returns whether the book is to be written now. */
  boolean isDue(long nanos) {
    return nanos - writtenNanos >= Math.max(SHORTEST_NANOS, SHARE * tookNanos);
  }

  /** It was written. */
  void wrote(long beginNanos, long endNanos) {
    writtenNanos = beginNanos;
    // The first one runs code that is not compiled yet, and says nothing about those after it.
    tookNanos = warm ? endNanos - beginNanos : 0;
    warm = true;
  }
}
