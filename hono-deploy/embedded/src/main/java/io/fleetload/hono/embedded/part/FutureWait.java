// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits on a Vert.x future from the thread that starts or stops a part; never on an event loop. */
public final class FutureWait {

  /** The longest a part may take, in seconds. */
  public static final long SECONDS = 60;

  private FutureWait() {}

  /**
   * The future's value.
   *
   * @throws ExecutionException with what the future failed with
   * @throws TimeoutException after {@value #SECONDS} s
   * @throws InterruptedException if the stack is being stopped
   */
  public static <T> T on(Future<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
  }
}
