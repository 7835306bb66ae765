// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter;

import io.fleetload.hono.embedded.kafka.KafkaClients;
import io.fleetload.hono.embedded.limits.TenantLimits;
import io.fleetload.hono.embedded.registry.Registry;
import io.fleetload.hono.embedded.router.CommandRouter;
import io.fleetload.hono.embedded.wire.Service;
import io.fleetload.hono.embedded.wire.Wire;
import io.opentracing.Tracer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import org.eclipse.hono.adapter.AbstractProtocolAdapterBase;
import org.eclipse.hono.adapter.MessagingClientProviders;
import org.eclipse.hono.adapter.monitoring.HonoEventConnectionEventProducer;
import org.eclipse.hono.client.amqp.connection.SendMessageSampler;
import org.eclipse.hono.client.command.CommandResponseSender;
import org.eclipse.hono.client.command.CommandRouterClient;
import org.eclipse.hono.client.command.ProtocolAdapterCommandConsumerFactoryImpl;
import org.eclipse.hono.client.command.kafka.KafkaBasedCommandResponseSender;
import org.eclipse.hono.client.command.kafka.KafkaBasedInternalCommandConsumer;
import org.eclipse.hono.client.kafka.metrics.NoopKafkaClientMetricsSupport;
import org.eclipse.hono.client.kafka.producer.CachingKafkaProducerFactory;
import org.eclipse.hono.client.registry.TenantClient;
import org.eclipse.hono.client.telemetry.EventSender;
import org.eclipse.hono.client.telemetry.TelemetrySender;
import org.eclipse.hono.client.telemetry.kafka.KafkaBasedEventSender;
import org.eclipse.hono.client.telemetry.kafka.KafkaBasedTelemetrySender;
import org.eclipse.hono.client.util.MessagingClientProvider;

/**
 * Services that an adapter of any protocol asks and writes to: the registry, the command router and
 * Kafka.
 *
 * @param wire the connections between the services
 * @param registry knows tenants, devices and credentials
 * @param router knows which adapter a device waits at
 * @param kafka settings of Kafka's clients
 * @param limits checks the tenants' limits
 * @param connectionEvents whether an adapter writes an event where a device connects or disconnects
 */
public record AdapterClients(
    Wire wire,
    Registry registry,
    CommandRouter router,
    KafkaClients kafka,
    TenantLimits limits,
    boolean connectionEvents) {

  /** Gives an adapter its clients; they connect when the adapter is started. */
  public void connect(
      AbstractProtocolAdapterBase<?> adapter,
      Service service,
      Vertx vertx,
      boolean defaults,
      SendMessageSampler.Factory metrics) {
    adapter.setTracer(wire.tracer());
    if (connectionEvents) {
      adapter.setConnectionEventProducer(new HonoEventConnectionEventProducer());
    }
    Wire.Clients clients = wire.clients(service, vertx, metrics);
    CommandRouterClient commandRouter = clients.router(router.port());
    TenantClient tenants = clients.tenants(registry.port());
    adapter.setTenantClient(tenants);
    adapter.setResourceLimitChecks(limits.checks(vertx, tenants, wire.tracer()));
    adapter.setRegistrationClient(clients.registrations(registry.port()));
    adapter.setCredentialsClient(clients.credentials(registry.port()));
    adapter.setCommandRouterClient(commandRouter);
    commands(adapter, vertx, commandRouter, senders(adapter, vertx, defaults));
  }

  private KafkaBasedCommandResponseSender senders(
      AbstractProtocolAdapterBase<?> adapter, Vertx vertx, boolean defaults) {
    Tracer tracer = wire.tracer();
    CachingKafkaProducerFactory<String, Buffer> producers =
        // Shared ones are those of all parts of this process, and end with the first part that
        // ends.
        CachingKafkaProducerFactory.nonSharedFactory(vertx);
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
    return responses;
  }

  private void commands(
      AbstractProtocolAdapterBase<?> adapter,
      Vertx vertx,
      CommandRouterClient commandRouter,
      CommandResponseSender responses) {
    ProtocolAdapterCommandConsumerFactoryImpl commands =
        new ProtocolAdapterCommandConsumerFactoryImpl(vertx, commandRouter, adapter.getTypeName());
    commands.registerInternalCommandConsumer(
        (instance, handlers) ->
            new KafkaBasedInternalCommandConsumer(
                    vertx,
                    kafka.admin(),
                    kafka.consumer(),
                    adapter.getTenantClient(),
                    responses,
                    instance,
                    handlers,
                    wire.tracer())
                .setMetricsSupport(NoopKafkaClientMetricsSupport.INSTANCE));
    adapter.setCommandConsumerFactory(commands);
  }
}
