// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.WireLoop;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Work that another thread has done in turns of the wire's thread, which owns the fleet. */
final class WireTurns {
  private final WireLoop loop;

  WireTurns(WireLoop loop) {
    this.loop = loop;
  }

  /** Has it done in one turn and waits for what comes of it. */
  <T> T take(Supplier<T> work) throws InterruptedException {
    return got(CompletableFuture.supplyAsync(work, loop::execute));
  }

  /**
   * Has it done for each name in a turn of its own: what falls due meanwhile is not late for it.
   *
   * @return what came of each, in the order of the names
   */
  <T> Map<String, T> takeEach(Iterable<String> names, Function<String, T> work)
      throws InterruptedException {
    CompletableFuture<Map<String, T>> all = new CompletableFuture<>();
    loop.execute(() -> next(names.iterator(), work, new LinkedHashMap<>(), all));
    return got(all);
  }

  private <T> void next(
      Iterator<String> names,
      Function<String, T> work,
      Map<String, T> done,
      CompletableFuture<Map<String, T>> all) {
    if (!names.hasNext()) {
      all.complete(done);
      return;
    }
    try {
      String name = names.next();
      done.put(name, work.apply(name));
      loop.after(0, () -> next(names, work, done, all));
    } catch (RuntimeException e) {
      all.completeExceptionally(e);
    }
  }

  private static <T> T got(CompletableFuture<T> work) throws InterruptedException {
    try {
      return work.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the fleet's thread failed", e.getCause());
    }
  }
}
