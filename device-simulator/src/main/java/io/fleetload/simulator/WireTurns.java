// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.WireLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Work that another thread has done in one turn of the wire's thread, which owns the fleet. */
final class WireTurns {
  private final WireLoop loop;

  WireTurns(WireLoop loop) {
    this.loop = loop;
  }

  /** Has it done and waits for what comes of it. */
  <T> T take(Supplier<T> work) throws InterruptedException {
    try {
      return CompletableFuture.supplyAsync(work, loop::execute).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the fleet's thread failed", e.getCause());
    }
  }
}
