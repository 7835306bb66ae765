// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.opentracingshim.OpenTracingShim;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentracing.Tracer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.List;
import org.eclipse.hono.client.amqp.config.RequestResponseClientConfigProperties;
import org.eclipse.hono.client.amqp.connection.HonoConnection;
import org.eclipse.hono.client.amqp.connection.SendMessageSampler;
import org.eclipse.hono.client.command.CommandRouterClient;
import org.eclipse.hono.client.command.amqp.ProtonBasedCommandRouterClient;
import org.eclipse.hono.client.registry.CredentialsClient;
import org.eclipse.hono.client.registry.DeviceRegistrationClient;
import org.eclipse.hono.client.registry.TenantClient;
import org.eclipse.hono.client.registry.amqp.ProtonBasedCredentialsClient;
import org.eclipse.hono.client.registry.amqp.ProtonBasedDeviceRegistrationClient;
import org.eclipse.hono.client.registry.amqp.ProtonBasedTenantClient;
import org.eclipse.hono.config.ServiceConfigProperties;
import org.eclipse.hono.service.amqp.AbstractAmqpEndpoint;
import org.eclipse.hono.service.amqp.AmqpServiceBase;
import org.eclipse.hono.service.auth.HonoSaslAuthenticatorFactory;
import org.eclipse.hono.service.cache.Caches;
import org.eclipse.hono.util.Constants;

/** The means of every service to serve the others and to call them. */
public final class Wire {

  private static final String LOOPBACK = Constants.LOOPBACK_DEVICE_ADDRESS;

  private final WireSettings settings;
  private final Authentication authentication;
  private final Tracer tracer;

  /** A wire that nothing is connected to yet. */
  public Wire(WireSettings settings, Clock clock) {
    this.settings = settings;
    this.authentication = new Authentication(clock);
    this.tracer = headersOnly();
  }

  /**
   * Gives every message its {@code traceparent}, as Hono does, and records nothing. Nothing
   * collects traces here, and recording would take processor time from what is measured.
   */
  private static Tracer headersOnly() {
    return OpenTracingShim.createTracerShim(
        OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().setSampler(Sampler.alwaysOff()).build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build());
  }

  /** The tracer of all services. */
  public Tracer tracer() {
    return tracer;
  }

  /**
   * Starts a server with its endpoints, and their services with them.
   *
   * @param port its port of the loopback interface; 0 lets the kernel choose one
   * @return its port of the loopback interface
   */
  public Future<Integer> serve(
      Vertx vertx,
      AmqpServiceBase<ServiceConfigProperties> server,
      List<AbstractAmqpEndpoint<ServiceConfigProperties>> endpoints,
      int port) {
    ServiceConfigProperties config = new ServiceConfigProperties();
    config.setInsecurePortBindAddress(LOOPBACK);
    config.setInsecurePort(port);
    server.setConfig(config);
    server.setTracer(tracer);
    server.setSaslAuthenticatorFactory(new HonoSaslAuthenticatorFactory(authentication));
    for (AbstractAmqpEndpoint<ServiceConfigProperties> endpoint : endpoints) {
      endpoint.setConfiguration(config);
      endpoint.setTracer(tracer);
      server.addEndpoint(endpoint);
    }
    return vertx.deployVerticle(server).map(deployed -> server.getInsecurePort());
  }

  /**
   * The clients of one service; each has a connection of its own.
   *
   * @param metrics counts requests that found no credit or no answer in time, by tenant
   */
  public Clients clients(Service of, Vertx vertx, SendMessageSampler.Factory metrics) {
    return new Clients(of, vertx, metrics);
  }

  /** Makes a service's clients; they connect when they are started. */
  public final class Clients {

    private final Service service;
    private final Vertx vertx;
    private final SendMessageSampler.Factory metrics;

    private Clients(Service service, Vertx vertx, SendMessageSampler.Factory metrics) {
      this.service = service;
      this.vertx = vertx;
      this.metrics = metrics;
    }

    /** Asks the registry at that port who a tenant is. */
    public TenantClient tenants(int port) {
      RequestResponseClientConfigProperties config = config("Tenant", port);
      return new ProtonBasedTenantClient(to(config), metrics, Caches.newCaffeineCache(config));
    }

    /** Asks the registry at that port whether a device may send. */
    public DeviceRegistrationClient registrations(int port) {
      RequestResponseClientConfigProperties config = config("Device Registration", port);
      config.setResponseCacheMaxSize(settings.cachedRegistrations());
      return new ProtonBasedDeviceRegistrationClient(
          to(config), metrics, Caches.newCaffeineCache(config));
    }

    /** Asks the registry at that port for a device's key. */
    public CredentialsClient credentials(int port) {
      RequestResponseClientConfigProperties config = config("Credentials", port);
      return new ProtonBasedCredentialsClient(to(config), metrics, Caches.newCaffeineCache(config));
    }

    /** Tells the router at that port where a device waits. */
    public CommandRouterClient router(int port) {
      return new ProtonBasedCommandRouterClient(to(config("Command Router", port)), metrics);
    }

    private HonoConnection to(RequestResponseClientConfigProperties config) {
      return HonoConnection.newConnection(vertx, config, tracer);
    }

    private RequestResponseClientConfigProperties config(String role, int port) {
      RequestResponseClientConfigProperties config = new RequestResponseClientConfigProperties();
      config.setServerRole(role);
      config.setName(service.user());
      config.setHost(LOOPBACK);
      config.setPort(port);
      config.setUsername(service.user());
      config.setPassword(authentication.passwordOf(service));
      config.setRequestTimeout(settings.requestTimeout().toMillis());
      config.setFlowLatency(settings.flowLatency().toMillis());
      return config;
    }
  }
}
