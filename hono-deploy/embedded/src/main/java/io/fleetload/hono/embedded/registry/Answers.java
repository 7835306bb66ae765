package io.fleetload.hono.embedded.registry;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.function.Supplier;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.util.StatusCodeMapper;
import org.eclipse.hono.util.RequestResponseResult;

/**
 * What the adapter remembers of a registry service's answers. As in Hono, good answers live for
 * {@link #LIFETIME} and others are asked for again each time: a change in the database is seen at
 * the latest then, and a new device at once.
 *
 * @param <K> what an answer is for
 */
final class Answers<K> {

  /** Hono's default of {@code responseCacheDefaultTimeout}. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** More than Hono's default of 1,000: a run has more devices, and none should be evicted. */
  private static final long MOST = 100_000;

  private final Cache<K, JsonObject> good =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(LIFETIME).build();

  private final String notFound;

  Answers(String notFound) {
    this.notFound = notFound;
  }

  /**
   * The remembered payload, or the one the service is asked for.
   *
   * @return a failed future with the exception that Hono's AMQP client would make of the status
   */
  Future<JsonObject> of(
      K key, Supplier<? extends Future<? extends RequestResponseResult<JsonObject>>> service) {
    JsonObject remembered = good.getIfPresent(key);
    return remembered != null
        ? Future.succeededFuture(remembered)
        : service.get().compose(result -> take(key, result));
  }

  private Future<JsonObject> take(K key, RequestResponseResult<JsonObject> result) {
    if (!result.isOk()) {
      return Future.failedFuture(
          result.getStatus() == HttpURLConnection.HTTP_NOT_FOUND
              ? new ClientErrorException(HttpURLConnection.HTTP_NOT_FOUND, notFound)
              : StatusCodeMapper.from(result));
    }
    if (result.getCacheDirective() == null || result.getCacheDirective().isCachingAllowed()) {
      good.put(key, result.getPayload());
    }
    return Future.succeededFuture(result.getPayload());
  }
}
