// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.grid;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.hono.deviceconnection.common.Cache;
import org.infinispan.client.hotrod.RemoteCache;

/**
 * The router's view of the grid: device to adapter instance. Its futures complete on the context
 * that asked, for the router must not be entered from HotRod's threads.
 */
public final class RouteCache implements Cache<String, String> {

  private final Vertx vertx;
  private final Supplier<RemoteCache<String, String>> cache;

  /** A view of the cache, which is another one after a restart of the grid. */
  public RouteCache(Vertx vertx, Supplier<RemoteCache<String, String>> cache) {
    this.vertx = vertx;
    this.cache = cache;
  }

  private <T> Future<T> here(Function<RemoteCache<String, String>, CompletionStage<T>> request) {
    try {
      return Future.fromCompletionStage(request.apply(cache.get()), vertx.getOrCreateContext());
    } catch (RuntimeException e) {
      // What a client throws that is closed, as that of a grid that is away.
      return Future.failedFuture(e);
    }
  }

  @Override
  public Future<JsonObject> checkForCacheAvailability() {
    return get("availability-check").map(answer -> new JsonObject());
  }

  @Override
  public Future<Void> put(String key, String value) {
    return here(grid -> grid.putAsync(key, value)).mapEmpty();
  }

  @Override
  public Future<Void> put(String key, String value, long lifespan, TimeUnit unit) {
    return here(grid -> grid.putAsync(key, value, lifespan, unit)).mapEmpty();
  }

  @Override
  public Future<Void> putAll(Map<? extends String, ? extends String> entries) {
    return here(grid -> grid.putAllAsync(entries)).mapEmpty();
  }

  @Override
  public Future<Void> putAll(
      Map<? extends String, ? extends String> entries, long lifespan, TimeUnit unit) {
    return here(grid -> grid.putAllAsync(entries, lifespan, unit)).mapEmpty();
  }

  @Override
  public Future<String> get(String key) {
    return here(grid -> grid.getAsync(key));
  }

  /**
   * Removes the entry if it still has the value. HotRod knows no removal by value, so it goes by
   * the version read with it: a device that moved on in between keeps its new route.
   */
  @Override
  public Future<Boolean> remove(String key, String value) {
    return here(grid -> grid.getWithMetadataAsync(key))
        .compose(
            found ->
                found != null && value.equals(found.getValue())
                    ? here(grid -> grid.removeWithVersionAsync(key, found.getVersion()))
                    : Future.succeededFuture(false));
  }

  @Override
  public Future<Map<String, String>> getAll(Set<? extends String> keys) {
    return here(grid -> grid.getAllAsync(new HashSet<Object>(keys)));
  }
}
