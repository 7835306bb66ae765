// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter;

import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.part.StackOptions;
import io.fleetload.hono.embedded.wire.ReadinessChecks;
import io.fleetload.hono.embedded.wire.Service;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentracing.Tracer;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.eclipse.californium.core.coap.option.StandardOptionRegistry;
import org.eclipse.hono.adapter.coap.CoapAdapterProperties;
import org.eclipse.hono.adapter.coap.CommandResponseResource;
import org.eclipse.hono.adapter.coap.DeviceRegistryBasedCertificateVerifier;
import org.eclipse.hono.adapter.coap.DeviceRegistryBasedPskStore;
import org.eclipse.hono.adapter.coap.EventResource;
import org.eclipse.hono.adapter.coap.MicrometerBasedCoapAdapterMetrics;
import org.eclipse.hono.adapter.coap.TelemetryResource;
import org.eclipse.hono.adapter.coap.impl.ConfigBasedCoapEndpointFactory;
import org.eclipse.hono.adapter.coap.impl.VertxBasedCoapAdapter;

/**
 * Hono's CoAP adapter.
 *
 * <p>Heap: to recognise duplicates it remembers a finished exchange for the exchange lifetime, 247
 * s by default. At 600 requests/s that was 145,000 exchanges and 508 MB live, so give the JVM about
 * 3.5 kB for each request of the last 247 s, or shorten the lifetime, which trades away late
 * duplicates that a local network does not have.
 */
public final class CoapAdapter implements Part {

  private static final int TIMEOUT_TO_ACK_MILLIS = 500;
  private static final Duration TENANT_IDLE_TIMEOUT = Duration.ofHours(1);

  private final Listener listener;
  private final AdapterIdentity identity;
  private final StackOptions.Coap sizes;
  private final AdapterClients clients;
  private final MeterRegistry meters;
  private Vertx vertx;

  /** Creates an adapter that is not started; it takes what it needs of the others when it is. */
  public CoapAdapter(
      Listener listener,
      AdapterIdentity identity,
      StackOptions.Coap sizes,
      AdapterClients clients,
      MeterRegistry meters) {
    this.listener = listener;
    this.identity = identity;
    this.sizes = sizes;
    this.clients = clients;
    this.meters = meters;
  }

  @Override
  public String name() {
    return "CoAP adapter";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() throws Exception {
    identity.make(listener.host());
    // Hono adds its option to it at each start, and the second time it would be taken already.
    StandardOptionRegistry.setDefaultOptionRegistry(StandardOptionRegistry.STANDARD_OPTIONS);
    vertx = Vertx.vertx();
    VertxBasedCoapAdapter adapter = adapter();
    ReadinessChecks checks = new ReadinessChecks(vertx, adapter::registerReadinessChecks);
    FutureWait.on(vertx.deployVerticle(adapter));
    FutureWait.on(checks.passed());
  }

  private CoapAdapterProperties properties() {
    CoapAdapterProperties p = new CoapAdapterProperties();
    p.setBindAddress(listener.host());
    p.setPort(listener.port());
    p.setKeyPath(identity.key().toString());
    p.setCertPath(identity.certificate().toString());
    p.setMaxPayloadSize(sizes.maxPayload());
    p.setTimeoutToAck(TIMEOUT_TO_ACK_MILLIS);
    p.setTenantIdleTimeout(TENANT_IDLE_TIMEOUT);
    // Left alone, Hono derives the limit from the heap's size at start.
    p.setMaxConnections(sizes.maxConnections());
    p.setConnectorThreads(1);
    p.setDtlsThreads(sizes.dtlsThreads());
    p.setCoapThreads(sizes.coapThreads());
    p.setExchangeLifetime((int) sizes.exchangeLifetime().toMillis());
    return p;
  }

  private VertxBasedCoapAdapter adapter() {
    CoapAdapterProperties properties = properties();
    Tracer tracer = clients.wire().tracer();
    // Not the no-op metrics: with them the adapter answers every request with 5.00.
    MicrometerBasedCoapAdapterMetrics metrics =
        new MicrometerBasedCoapAdapterMetrics(meters, vertx, properties);
    VertxBasedCoapAdapter adapter = new VertxBasedCoapAdapter();
    adapter.setConfig(properties);
    adapter.setMetrics(metrics);
    clients.connect(adapter, Service.COAP_ADAPTER, vertx, properties.isDefaultsEnabled(), metrics);
    resources(adapter, tracer);
    ConfigBasedCoapEndpointFactory endpoint = new ConfigBasedCoapEndpointFactory(vertx, properties);
    endpoint.setPskStore(new DeviceRegistryBasedPskStore(adapter, tracer));
    endpoint.setCertificateVerifier(new DeviceRegistryBasedCertificateVerifier(adapter, tracer));
    adapter.setCoapEndpointFactory(endpoint);
    return adapter;
  }

  private void resources(VertxBasedCoapAdapter adapter, Tracer tracer) {
    adapter.addResources(
        Set.of(
            new TelemetryResource("telemetry", adapter, tracer, vertx),
            new TelemetryResource("t", adapter, tracer, vertx),
            new EventResource("event", adapter, tracer, vertx),
            new EventResource("e", adapter, tracer, vertx),
            new CommandResponseResource("command_response", adapter, tracer, vertx),
            new CommandResponseResource("cr", adapter, tracer, vertx)));
  }

  @Override
  public void stop() throws Exception {
    if (vertx != null) {
      FutureWait.on(vertx.close());
    }
  }
}
