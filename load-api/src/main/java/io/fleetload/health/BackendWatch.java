// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import io.fleetload.profile.Generator;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.time.LatencySummary;

/**
 * Watches the backend itself: how late it looks at what arrived, and how late it handles it. What
 * counts is from the first message of the measured phase that arrived to the last; a standstill
 * after that has hurt no figure. All calls come from the thread that receives.
 */
public final class BackendWatch {
  private static final long KEPT_EVERY_NANOS = 1_000_000_000L;

  private final GeneratorWatch watch;
  private boolean begun;
  private boolean measuredSinceKept;
  private long keptNanos;
  private long lookedBefore;
  private long looks;
  private long waitsUntil;
  private BackendBook.BackendHealth kept;

  /** With the profile's limits. */
  public BackendWatch(Generator limits) {
    this(new GeneratorWatch(Simulator.BACKEND, limits));
  }

  BackendWatch(GeneratorWatch watch) {
    this.watch = watch;
  }

  /**
   * It looks at what arrived, and waits for more.
   *
   * @param nowNanos monotonic time, ns
   * @param longestNanos how long it waits at most
   */
  public void looks(long nowNanos, long longestNanos) {
    if (begun) {
      watch.look(nowNanos);
    }
    lookedBefore = looks == 0 ? nowNanos : looks;
    looks = nowNanos;
    waitsUntil = nowNanos + longestNanos;
  }

  /**
   * It handled a message of the measured phase.
   *
   * @param arrivedNanos when that message was there, ns
   */
  public void turnedTo(long arrivedNanos, long nowNanos) {
    if (!begun) {
      begun = true;
      // From the look before on, as a standstill then has kept this message waiting.
      watch.begins(lookedBefore, lookedBefore);
      watch.measureBegins(lookedBefore);
      keptNanos = nowNanos;
    }
    watch.lag(arrivedNanos, nowNanos);
    measuredSinceKept = true;
  }

  /**
   * It handled everything that the look brought.
   *
   * @param returnedNanos when the wait was over, ns
   */
  public void turnedToAll(long returnedNanos) {
    if (!begun) {
      return;
    }
    watch.waited(waitsUntil, returnedNanos);
    if (measuredSinceKept && returnedNanos - keptNanos >= KEPT_EVERY_NANOS) {
      keep();
      keptNanos = returnedNanos;
    }
  }

  /** Lag with which it handled messages so far, in ms. */
  public LatencySummary lagSoFar() {
    return watch.lagSoFar();
  }

  /** Its own health; null before the first message of the measured phase. */
  public BackendBook.BackendHealth health() {
    if (measuredSinceKept) {
      keep();
    }
    return kept;
  }

  private void keep() {
    measuredSinceKept = false;
    kept = new BackendBook.BackendHealth(watch.health(0), watch.lags(), watch.times().loopDelay());
  }
}
