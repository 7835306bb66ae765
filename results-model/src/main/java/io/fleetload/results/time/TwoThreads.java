// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Does work in independent pieces on the caller's thread and on another one. */
final class TwoThreads {
  /** Fewer pieces take no longer than it takes to start a thread. */
  private static final int WORTH_A_THREAD = 100;

  private TwoThreads() {}

  /** Does a range of pieces, the last of which is excluded. */
  @FunctionalInterface
  interface RangeTask {
    void of(int from, int to);
  }

  /**
   * Returns when all pieces are done. What the work throws is thrown here, and only when no thread
   * is at work any more.
   */
  static void halve(int pieces, RangeTask work) {
    if (pieces < WORTH_A_THREAD) {
      work.of(0, pieces);
      return;
    }
    int half = pieces / 2;
    CompletableFuture<Void> rest =
        CompletableFuture.runAsync(
            () -> work.of(half, pieces), task -> new Thread(task, "second half").start());
    try {
      work.of(0, half);
    } finally {
      rest.exceptionally(thrown -> null).join();
    }
    try {
      rest.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }
}
