// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.router;

import io.fleetload.hono.embedded.grid.DataGrid;
import io.fleetload.hono.embedded.grid.RouteCache;
import io.fleetload.hono.embedded.kafka.KafkaClients;
import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.registry.Registry;
import io.fleetload.hono.embedded.wire.ReadinessChecks;
import io.fleetload.hono.embedded.wire.Service;
import io.fleetload.hono.embedded.wire.Wire;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentracing.Tracer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import org.eclipse.hono.client.kafka.metrics.NoopKafkaClientMetricsSupport;
import org.eclipse.hono.client.kafka.producer.CachingKafkaProducerFactory;
import org.eclipse.hono.client.registry.DeviceRegistrationClient;
import org.eclipse.hono.client.registry.TenantClient;
import org.eclipse.hono.client.telemetry.EventSender;
import org.eclipse.hono.client.telemetry.kafka.KafkaBasedEventSender;
import org.eclipse.hono.client.util.MessagingClientProvider;
import org.eclipse.hono.commandrouter.CommandConsumerFactory;
import org.eclipse.hono.commandrouter.CommandRouterAmqpServer;
import org.eclipse.hono.commandrouter.CommandTargetMapper;
import org.eclipse.hono.commandrouter.MicrometerBasedCommandRouterMetrics;
import org.eclipse.hono.commandrouter.impl.CommandRouterServiceImpl;
import org.eclipse.hono.commandrouter.impl.DelegatingCommandRouterAmqpEndpoint;
import org.eclipse.hono.commandrouter.impl.UnknownStatusProvidingService;
import org.eclipse.hono.commandrouter.impl.kafka.KafkaBasedCommandConsumerFactoryImpl;
import org.eclipse.hono.config.ServiceConfigProperties;
import org.eclipse.hono.deviceconnection.common.CacheBasedDeviceConnectionInfo;

/** Hono's command router behind its AMQP server, with event loops of its own. */
public final class CommandRouter implements Part {

  private final Wire wire;
  private final Registry registry;
  private final DataGrid grid;
  private final KafkaClients kafka;
  private final MeterRegistry meters;
  private Vertx vertx;
  private int port;

  /** Creates a router that is not started; it takes what it needs of the others when it is. */
  public CommandRouter(
      Wire wire, Registry registry, DataGrid grid, KafkaClients kafka, MeterRegistry meters) {
    this.wire = wire;
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
    vertx = Vertx.vertx();
    CommandRouterServiceImpl service = service();
    ReadinessChecks checks = new ReadinessChecks(vertx, service::registerReadinessChecks);
    port =
        FutureWait.on(
            wire.serve(
                vertx,
                new CommandRouterAmqpServer(),
                List.of(new DelegatingCommandRouterAmqpEndpoint<>(vertx, service)),
                // Where the adapters look for it, if it was there before.
                port));
    FutureWait.on(checks.passed());
  }

  private CommandRouterServiceImpl service() {
    Tracer tracer = wire.tracer();
    MicrometerBasedCommandRouterMetrics metrics =
        new MicrometerBasedCommandRouterMetrics(meters, vertx);
    Wire.Clients clients = wire.clients(Service.COMMAND_ROUTER, vertx, metrics);
    TenantClient tenants = clients.tenants(registry.port());
    DeviceRegistrationClient registrations = clients.registrations(registry.port());
    CacheBasedDeviceConnectionInfo routes =
        new CacheBasedDeviceConnectionInfo(new RouteCache(vertx, grid::routes), tracer);
    CachingKafkaProducerFactory<String, Buffer> producers =
        // Shared ones are those of all parts of this process, and end with the first part that
        // ends.
        CachingKafkaProducerFactory.nonSharedFactory(vertx);
    KafkaBasedCommandConsumerFactoryImpl consumers =
        new KafkaBasedCommandConsumerFactoryImpl(
            vertx,
            tenants,
            CommandTargetMapper.create(registrations, routes, tracer),
            producers,
            kafka.producer(),
            kafka.producer(),
            kafka.consumer(),
            metrics,
            NoopKafkaClientMetricsSupport.INSTANCE,
            tracer);
    return new CommandRouterServiceImpl(
        new ServiceConfigProperties(),
        registrations,
        tenants,
        routes,
        new MessagingClientProvider<CommandConsumerFactory>().setClient(consumers),
        new MessagingClientProvider<EventSender>()
            .setClient(new KafkaBasedEventSender(vertx, producers, kafka.producer(), true, tracer)),
        new UnknownStatusProvidingService(),
        tracer);
  }

  /** Port of its AMQP server on the loopback interface; known only once it is started. */
  public int port() {
    return port;
  }

  @Override
  public void stop() throws Exception {
    if (vertx != null) {
      FutureWait.on(vertx.close());
    }
  }
}
