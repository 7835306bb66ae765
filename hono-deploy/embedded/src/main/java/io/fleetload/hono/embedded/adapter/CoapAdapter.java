package io.fleetload.hono.embedded.adapter;

import io.fleetload.hono.embedded.Listener;
import io.fleetload.hono.embedded.Part;
import io.fleetload.hono.embedded.StackOptions;
import io.fleetload.hono.embedded.Waiting;
import io.fleetload.hono.embedded.kafka.KafkaClients;
import io.fleetload.hono.embedded.registry.Registry;
import io.fleetload.hono.embedded.router.CommandRouter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentracing.Tracer;
import io.opentracing.noop.NoopTracerFactory;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.eclipse.hono.adapter.MessagingClientProviders;
import org.eclipse.hono.adapter.coap.CoapAdapterProperties;
import org.eclipse.hono.adapter.coap.CommandResponseResource;
import org.eclipse.hono.adapter.coap.DeviceRegistryBasedPskStore;
import org.eclipse.hono.adapter.coap.EventResource;
import org.eclipse.hono.adapter.coap.MicrometerBasedCoapAdapterMetrics;
import org.eclipse.hono.adapter.coap.TelemetryResource;
import org.eclipse.hono.adapter.coap.impl.ConfigBasedCoapEndpointFactory;
import org.eclipse.hono.adapter.coap.impl.VertxBasedCoapAdapter;
import org.eclipse.hono.client.command.CommandHandlers;
import org.eclipse.hono.client.command.CommandResponseSender;
import org.eclipse.hono.client.command.InternalCommandConsumer;
import org.eclipse.hono.client.command.ProtocolAdapterCommandConsumerFactoryImpl;
import org.eclipse.hono.client.command.kafka.KafkaBasedCommandResponseSender;
import org.eclipse.hono.client.command.kafka.KafkaBasedInternalCommandConsumer;
import org.eclipse.hono.client.kafka.metrics.NoopKafkaClientMetricsSupport;
import org.eclipse.hono.client.kafka.producer.CachingKafkaProducerFactory;
import org.eclipse.hono.client.telemetry.EventSender;
import org.eclipse.hono.client.telemetry.TelemetrySender;
import org.eclipse.hono.client.telemetry.kafka.KafkaBasedEventSender;
import org.eclipse.hono.client.telemetry.kafka.KafkaBasedTelemetrySender;
import org.eclipse.hono.client.util.MessagingClientProvider;
import org.eclipse.hono.util.Constants;

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
  private static final int MAX_PAYLOAD_BYTES = 64_000;
  private static final Duration TENANT_IDLE_TIMEOUT = Duration.ofHours(1);

  private final Listener listener;
  private final StackOptions.Coap sizes;
  private final Vertx vertx;
  private final Registry registry;
  private final CommandRouter router;
  private final KafkaClients kafka;
  private final MeterRegistry meters;
  private final Tracer tracer = NoopTracerFactory.create();
  private final Promise<Void> takingCommands = Promise.promise();
  private String deployment;

  /** Creates an adapter that is not started; it takes what it needs of the others when it is. */
  public CoapAdapter(
      Listener listener,
      StackOptions.Coap sizes,
      Vertx vertx,
      Registry registry,
      CommandRouter router,
      KafkaClients kafka,
      MeterRegistry meters) {
    this.listener = listener;
    this.sizes = sizes;
    this.vertx = vertx;
    this.registry = registry;
    this.router = router;
    this.kafka = kafka;
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
    deployment = Waiting.on(vertx.deployVerticle(adapter()));
    Waiting.on(takingCommands.future());
  }

  private CoapAdapterProperties properties() {
    CoapAdapterProperties p = new CoapAdapterProperties();
    p.setBindAddress(listener.host());
    p.setPort(listener.port());
    p.setMaxPayloadSize(MAX_PAYLOAD_BYTES);
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
    VertxBasedCoapAdapter adapter = new VertxBasedCoapAdapter();
    adapter.setConfig(properties);
    adapter.setTracer(tracer);
    // Not the no-op metrics: with them the adapter answers every request with 5.00.
    adapter.setMetrics(new MicrometerBasedCoapAdapterMetrics(meters, vertx, properties));
    adapter.setTenantClient(registry.tenants());
    adapter.setRegistrationClient(registry.registrations());
    adapter.setCredentialsClient(registry.credentials());
    adapter.setCommandRouterClient(router.client());
    senders(adapter, properties.isDefaultsEnabled());
    resources(adapter);
    ConfigBasedCoapEndpointFactory endpoint = new ConfigBasedCoapEndpointFactory(vertx, properties);
    endpoint.setPskStore(new DeviceRegistryBasedPskStore(adapter, tracer));
    adapter.setCoapEndpointFactory(endpoint);
    return adapter;
  }

  private void senders(VertxBasedCoapAdapter adapter, boolean defaults) {
    CachingKafkaProducerFactory<String, Buffer> producers =
        CachingKafkaProducerFactory.sharedFactory(vertx);
    KafkaBasedCommandResponseSender responses =
        new KafkaBasedCommandResponseSender(vertx, producers, kafka.producer(), tracer);
    adapter.setMessagingClientProviders(
        new MessagingClientProviders(
            new MessagingClientProvider<TelemetrySender>()
                .setClient(
                    new KafkaBasedTelemetrySender(
                        vertx, producers, kafka.producer(), defaults, tracer)),
            new MessagingClientProvider<EventSender>()
                .setClient(
                    new KafkaBasedEventSender(
                        vertx, producers, kafka.producer(), defaults, tracer)),
            new MessagingClientProvider<CommandResponseSender>().setClient(responses)));
    ProtocolAdapterCommandConsumerFactoryImpl commands =
        new ProtocolAdapterCommandConsumerFactoryImpl(
            vertx, router.client(), Constants.PROTOCOL_ADAPTER_TYPE_COAP);
    commands.registerInternalCommandConsumer(
        (instance, handlers) -> internalCommands(instance, handlers, responses));
    adapter.setCommandConsumerFactory(commands);
  }

  private InternalCommandConsumer internalCommands(
      String instance, CommandHandlers handlers, CommandResponseSender responses) {
    KafkaBasedInternalCommandConsumer consumer =
        new KafkaBasedInternalCommandConsumer(
                vertx,
                kafka.admin(),
                kafka.consumer(),
                registry.tenants(),
                responses,
                instance,
                handlers,
                tracer)
            .setMetricsSupport(NoopKafkaClientMetricsSupport.INSTANCE);
    consumer.addOnKafkaConsumerReadyHandler(takingCommands);
    return consumer;
  }

  private void resources(VertxBasedCoapAdapter adapter) {
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
    if (deployment != null) {
      Waiting.on(vertx.undeploy(deployment));
    }
  }
}
