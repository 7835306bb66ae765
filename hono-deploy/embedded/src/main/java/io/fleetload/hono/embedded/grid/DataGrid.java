// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.grid;

import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ClientIntelligence;
import org.infinispan.commons.marshall.ProtoStreamMarshaller;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;

/**
 * An Infinispan server with the one cache of the command router, and the router's client of it.
 * Always in memory, also where the data directory is kept: a route names an adapter instance that
 * is gone after a restart, and Hono does not keep them either.
 */
public final class DataGrid implements Part {

  /** The cache's name, as in Hono. */
  public static final String CACHE = "device-connection";

  private final Listener listener;
  private DefaultCacheManager caches;
  private HotRodServer server;
  private RemoteCacheManager client;

  /** Creates a grid that will listen at the given address. */
  public DataGrid(Listener listener) {
    this.listener = listener;
  }

  @Override
  public String name() {
    return "Infinispan server";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() {
    caches =
        new DefaultCacheManager(new GlobalConfigurationBuilder().nonClusteredDefault().build());
    ConfigurationBuilder cache = new ConfigurationBuilder();
    cache.encoding().mediaType("application/x-protostream");
    caches.defineConfiguration(CACHE, cache.build());
    caches.getCache(CACHE);
    server = new HotRodServer();
    server.start(
        new HotRodServerConfigurationBuilder()
            .host(listener.host())
            .port(listener.port())
            .ioThreads(2)
            .build(),
        caches);
    client = new RemoteCacheManager(clientConfiguration());
    answers();
  }

  private org.infinispan.client.hotrod.configuration.Configuration clientConfiguration() {
    return new org.infinispan.client.hotrod.configuration.ConfigurationBuilder()
        .addServer()
        .host(listener.host())
        .port(listener.port())
        // One server: there is no topology to learn.
        .clientIntelligence(ClientIntelligence.BASIC)
        .marshaller(new ProtoStreamMarshaller())
        .build();
  }

  private void answers() {
    String key = "start-up-check";
    routes().put(key, "answers", 1, TimeUnit.MINUTES);
    if (!"answers".equals(routes().get(key))) {
      throw new IllegalStateException("the cache does not return what was put");
    }
    routes().remove(key);
  }

  /** The router's cache; only once started. */
  public RemoteCache<String, String> routes() {
    return client.getCache(CACHE);
  }

  @Override
  public void stop() throws IOException {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.stop();
    }
    if (caches != null) {
      caches.close();
    }
  }
}
