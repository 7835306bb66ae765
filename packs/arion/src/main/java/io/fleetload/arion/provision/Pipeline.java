// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Steps of a piece of work, some of which are under way at once, so that its memory is bounded. */
final class Pipeline {
  private static final int UNDER_WAY = 32;

  private final Semaphore places = new Semaphore(UNDER_WAY);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Begins a step once there is a place for it; after a failure none. */
  void begin(Supplier<CompletableFuture<Void>> step) {
    places.acquireUninterruptibly();
    if (failure.get() != null) {
      places.release();
      return;
    }
    CompletableFuture<Void> unused =
        step.get()
            .whenComplete(
                (nothing, why) -> {
                  if (why != null) {
                    failure.compareAndSet(null, why);
                  }
                  places.release();
                });
  }

  /** Checks whether a step failed. */
  boolean failed() {
    return failure.get() != null;
  }

  /**
   * Waits for all steps that began.
   *
   * @return the first failure; null if no step failed
   */
  Throwable end() {
    places.acquireUninterruptibly(UNDER_WAY);
    places.release(UNDER_WAY);
    return failure.get();
  }
}
