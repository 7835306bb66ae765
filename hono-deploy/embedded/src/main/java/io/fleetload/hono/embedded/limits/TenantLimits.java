// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.limits;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.fleetload.hono.embedded.part.Listener;
import io.opentracing.Tracer;
import io.vertx.core.Vertx;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.time.Duration;
import org.eclipse.hono.adapter.resourcelimits.ConnectedDevicesAsyncCacheLoader;
import org.eclipse.hono.adapter.resourcelimits.ConnectionDurationAsyncCacheLoader;
import org.eclipse.hono.adapter.resourcelimits.DataVolumeAsyncCacheLoader;
import org.eclipse.hono.adapter.resourcelimits.PrometheusBasedResourceLimitChecks;
import org.eclipse.hono.adapter.resourcelimits.PrometheusBasedResourceLimitChecksConfig;
import org.eclipse.hono.adapter.resourcelimits.ResourceLimitChecks;
import org.eclipse.hono.client.registry.TenantClient;

/**
 * Hono's own checks of a tenant's limits, against {@link PrometheusAnswers} instead of a
 * Prometheus. They look up what a tenant has used every two seconds, and not every 30 s as Hono's
 * default has it, so that a short run meets a limit.
 *
 * @param status the status pages, which answer the queries
 */
public record TenantLimits(Listener status) {
  private static final Duration CACHED = Duration.ofSeconds(4);
  private static final long MOST_TENANTS = 1_000;

  /** The checks of an adapter. */
  public ResourceLimitChecks checks(Vertx vertx, TenantClient tenants, Tracer tracer) {
    PrometheusBasedResourceLimitChecksConfig config =
        new PrometheusBasedResourceLimitChecksConfig();
    config.setHost(status.host());
    config.setPort(status.port());
    config.setCacheTimeout(CACHED.toSeconds());
    WebClient client =
        WebClient.create(
            vertx,
            new WebClientOptions()
                .setConnectTimeout(config.getConnectTimeout())
                .setDefaultHost(status.host())
                .setDefaultPort(status.port()));
    return new PrometheusBasedResourceLimitChecks(
        cache().buildAsync(new ConnectedDevicesAsyncCacheLoader(client, config, tracer)),
        cache().buildAsync(new ConnectionDurationAsyncCacheLoader(client, config, tracer)),
        cache().buildAsync(new DataVolumeAsyncCacheLoader(client, config, tracer)),
        tenants,
        tracer);
  }

  /** The loaders do not block, so they need no thread of their own. */
  private static Caffeine<Object, Object> cache() {
    return Caffeine.newBuilder()
        .executor(Runnable::run)
        .maximumSize(MOST_TENANTS)
        .expireAfterWrite(CACHED)
        .refreshAfterWrite(CACHED.dividedBy(2));
  }
}
