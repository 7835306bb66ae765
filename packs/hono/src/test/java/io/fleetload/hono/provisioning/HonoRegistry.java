// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.opentracing.noop.NoopTracerFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.User;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BasicAuthHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.hono.config.ServiceConfigProperties;
import org.eclipse.hono.deviceregistry.server.DeviceRegistryHttpServer;
import org.eclipse.hono.service.http.AbstractHttpEndpoint;
import org.eclipse.hono.service.http.HttpServiceConfigProperties;
import org.eclipse.hono.service.management.credentials.DelegatingCredentialsManagementHttpEndpoint;
import org.eclipse.hono.service.management.device.DelegatingDeviceManagementHttpEndpoint;
import org.eclipse.hono.service.management.tenant.DelegatingTenantManagementHttpEndpoint;

/**
 * The device registry of Hono 2.6.0 with its management API. HTTP server, endpoints, checks and
 * statuses are Hono's own; only its MongoDB is replaced, by {@link RegistryStore}.
 */
final class HonoRegistry implements AutoCloseable {
  static final String USER = "admin";
  static final String PASSWORD = "geheim-0815";

  final RegistryStore store;

  /** The most requests that were under way at once. */
  final AtomicInteger most = new AtomicInteger();

  private final Vertx vertx = Vertx.vertx();
  private final Server server = new Server();
  private final HttpServiceConfigProperties settings = new HttpServiceConfigProperties();

  HonoRegistry() {
    store = new RegistryStore(vertx);
    settings.setInsecurePortEnabled(true);
    settings.setInsecurePortBindAddress("127.0.0.1");
    settings.setInsecurePort(0);
    server.setConfig(settings);
    server.setTracer(NoopTracerFactory.create());
    server.setAuthHandler(
        BasicAuthHandler.create(
            (login, answer) ->
                answer.handle(
                    USER.equals(login.getString("username"))
                            && PASSWORD.equals(login.getString("password"))
                        ? Future.succeededFuture(User.fromName(USER))
                        : Future.failedFuture("unknown"))));
    add(new DelegatingTenantManagementHttpEndpoint<>(vertx, store.tenantService));
    add(new DelegatingDeviceManagementHttpEndpoint<>(vertx, store.deviceService));
    add(new DelegatingCredentialsManagementHttpEndpoint<>(vertx, store.credentialsService));
    vertx.deployVerticle(server).toCompletionStage().toCompletableFuture().join();
  }

  private void add(AbstractHttpEndpoint<ServiceConfigProperties> endpoint) {
    endpoint.setConfiguration(settings);
    server.addEndpoint(endpoint);
  }

  String url() {
    return "http://127.0.0.1:" + server.getInsecurePort();
  }

  /** What a profile says of it, with more of its keys. */
  String override(String... more) {
    return "target.registry={url: '%s', user: %s, password: %s%s}"
        .formatted(url(), USER, PASSWORD, String.join("", more));
  }

  /** Lets the next requests about devices wait until so many are under way. */
  void hold(int count) {
    server.hold = count;
  }

  /** Refuses devices with other names, with status 400. */
  void allowOnly(String devices) {
    settings.setDeviceIdPattern(devices);
  }

  private final class Server extends DeviceRegistryHttpServer {
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<RoutingContext> held = new ArrayList<>();
    private volatile int hold;

    @Override
    protected Router createRouter() {
      Router router = super.createRouter();
      router.route().handler(this::count);
      return router;
    }

    private void count(RoutingContext request) {
      int now = underWay.incrementAndGet();
      most.accumulateAndGet(now, Math::max);
      request.addEndHandler(ended -> underWay.decrementAndGet());
      if (!request.request().path().startsWith("/v1/devices/")) {
        request.next();
        return;
      }
      held.add(request);
      if (held.size() >= hold) {
        hold = 0;
        List.copyOf(held).forEach(RoutingContext::next);
        held.clear();
      }
    }
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
