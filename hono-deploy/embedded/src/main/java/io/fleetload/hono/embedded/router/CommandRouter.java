package io.fleetload.hono.embedded.router;

import io.fleetload.hono.embedded.Listener;
import io.fleetload.hono.embedded.Part;
import io.fleetload.hono.embedded.Waiting;
import io.fleetload.hono.embedded.grid.DataGrid;
import io.fleetload.hono.embedded.grid.RouteCache;
import io.fleetload.hono.embedded.kafka.KafkaClients;
import io.fleetload.hono.embedded.registry.Registry;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentracing.Tracer;
import io.opentracing.noop.NoopTracerFactory;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.eclipse.hono.client.command.CommandRouterClient;
import org.eclipse.hono.client.kafka.metrics.NoopKafkaClientMetricsSupport;
import org.eclipse.hono.client.kafka.producer.CachingKafkaProducerFactory;
import org.eclipse.hono.client.telemetry.EventSender;
import org.eclipse.hono.client.telemetry.kafka.KafkaBasedEventSender;
import org.eclipse.hono.client.util.MessagingClientProvider;
import org.eclipse.hono.commandrouter.CommandConsumerFactory;
import org.eclipse.hono.commandrouter.CommandTargetMapper;
import org.eclipse.hono.commandrouter.MicrometerBasedCommandRouterMetrics;
import org.eclipse.hono.commandrouter.impl.CommandRouterServiceImpl;
import org.eclipse.hono.commandrouter.impl.UnknownStatusProvidingService;
import org.eclipse.hono.commandrouter.impl.kafka.KafkaBasedCommandConsumerFactoryImpl;
import org.eclipse.hono.config.ServiceConfigProperties;
import org.eclipse.hono.deviceconnection.common.CacheBasedDeviceConnectionInfo;

/** Hono's command router on an event loop of its own. */
public final class CommandRouter implements Part {

  private final Vertx vertx;
  private final Registry registry;
  private final DataGrid grid;
  private final KafkaClients kafka;
  private final MeterRegistry meters;
  private final Promise<Void> consuming = Promise.promise();
  private String deployment;
  private CommandRouterClient client;

  /** Creates a router that is not started; it takes what it needs of the others when it is. */
  public CommandRouter(
      Vertx vertx, Registry registry, DataGrid grid, KafkaClients kafka, MeterRegistry meters) {
    this.vertx = vertx;
    this.registry = registry;
    this.grid = grid;
    this.kafka = kafka;
    this.meters = meters;
  }

  @Override
  public String name() {
    return "command router";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.empty();
  }

  @Override
  public void start() throws Exception {
    deployment = Waiting.on(vertx.deployVerticle(new Loop()));
    Waiting.on(consuming.future());
  }

  /** How the adapter calls the router; only once started. */
  public CommandRouterClient client() {
    return client;
  }

  @Override
  public void stop() throws Exception {
    if (deployment != null) {
      Waiting.on(vertx.undeploy(deployment));
    }
  }

  /** The router keeps to the context it starts in, which a verticle gives it. */
  private final class Loop extends AbstractVerticle {

    private CommandRouterServiceImpl service;

    @Override
    public void start(Promise<Void> started) {
      Tracer tracer = NoopTracerFactory.create();
      CacheBasedDeviceConnectionInfo routes =
          new CacheBasedDeviceConnectionInfo(new RouteCache(vertx, grid.routes()), tracer);
      CachingKafkaProducerFactory<String, Buffer> producers =
          CachingKafkaProducerFactory.nonSharedFactory(vertx);
      KafkaBasedCommandConsumerFactoryImpl consumers =
          new KafkaBasedCommandConsumerFactoryImpl(
              vertx,
              registry.tenants(),
              CommandTargetMapper.create(registry.registrations(), routes, tracer),
              producers,
              kafka.producer(),
              kafka.producer(),
              kafka.consumer(),
              new MicrometerBasedCommandRouterMetrics(meters, vertx),
              NoopKafkaClientMetricsSupport.INSTANCE,
              tracer);
      consumers.addOnFactoryReadyHandler(consuming);
      service =
          new CommandRouterServiceImpl(
              new ServiceConfigProperties(),
              registry.registrations(),
              registry.tenants(),
              routes,
              new MessagingClientProvider<CommandConsumerFactory>().setClient(consumers),
              new MessagingClientProvider<EventSender>()
                  .setClient(
                      new KafkaBasedEventSender(vertx, producers, kafka.producer(), true, tracer)),
              new UnknownStatusProvidingService(),
              tracer);
      client = new InProcessRouterClient(vertx, context, service);
      service.start().onComplete(started);
    }

    @Override
    public void stop(Promise<Void> stopped) {
      service.stop().onComplete(stopped);
    }
  }
}
