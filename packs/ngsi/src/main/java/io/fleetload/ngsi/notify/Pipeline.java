// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.vertx.core.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Begins work one after the other, so much of it at once. */
public final class Pipeline {
  private final int atOnce;
  private final Semaphore free;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  public Pipeline(int atOnce) {
    this.atOnce = atOnce;
    this.free = new Semaphore(atOnce);
  }

  /**
   * Begins once there is room.
   *
   * @param within how long to wait for room at most, in ns
   * @return whether it began
   * @throws InterruptedException if the thread was interrupted
   */
  public boolean begin(long within, Supplier<Future<?>> work) throws InterruptedException {
    if (!free.tryAcquire(within, TimeUnit.NANOSECONDS)) {
      return false;
    }
    var unused =
        work.get()
            .onComplete(
                outcome -> {
                  if (outcome.failed()) {
                    failure.compareAndSet(null, outcome.cause());
                  }
                  free.release();
                });
    return true;
  }

  /** The first failure; null if there is no failure yet. */
  public Throwable failure() {
    return failure.get();
  }

  /**
   * Waits for the end of all that was begun.
   *
   * @param within how long at most, in ns
   * @return whether all of it ended
   * @throws InterruptedException if the thread was interrupted
   */
  public boolean end(long within) throws InterruptedException {
    return free.tryAcquire(atOnce, within, TimeUnit.NANOSECONDS);
  }
}
