// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.micrometer.core.instrument.Timer.Sample;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mqtt.MqttEndpoint;
import io.vertx.mqtt.messages.MqttSubscribeMessage;
import io.vertx.mqtt.messages.MqttUnsubscribeMessage;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.NoConsumerException;
import org.eclipse.hono.client.ServerErrorException;
import org.eclipse.hono.client.command.Command;
import org.eclipse.hono.client.command.CommandContext;
import org.eclipse.hono.client.command.ProtocolAdapterCommandConsumer;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags.Direction;
import org.eclipse.hono.service.metric.MetricsTags.ProcessingOutcome;
import org.eclipse.hono.util.TenantObject;

/**
 * Subscriptions of a device, which can only be of commands. A command of QoS 1 counts as delivered
 * when the device has acknowledged it.
 */
final class CommandSubscriptions {
  /** Time that Hono gives a device to acknowledge a command. */
  private static final long ACKNOWLEDGED_WITHIN_MILLIS = 1_000;

  private final MqttAdapter adapter;
  private final MqttEndpoint endpoint;
  private final DeviceUser device;

  /** By the device that commands are for. */
  private final Map<String, ProtocolAdapterCommandConsumer> consumers = new HashMap<>();

  /** Listeners for whether a command was acknowledged in time, by its packet's id. */
  private final Map<Integer, Consumer<Boolean>> unacknowledged = new HashMap<>();

  CommandSubscriptions(MqttAdapter adapter, MqttEndpoint endpoint, DeviceUser device) {
    this.adapter = adapter;
    this.endpoint = endpoint;
    this.device = device;
  }

  void subscribe(MqttSubscribeMessage packet) {
    List<Future<MqttQoS>> granted =
        packet.topicSubscriptions().stream()
            .map(
                asked ->
                    CommandFilter.of(asked, device)
                        .map(this::subscribe)
                        .orElseGet(() -> Future.succeededFuture(MqttQoS.FAILURE)))
            .toList();
    Future.join(granted)
        .onComplete(
            done -> {
              if (endpoint.isConnected()) {
                endpoint.subscribeAcknowledge(
                    packet.messageId(), granted.stream().map(Future::result).toList());
              }
            });
  }

  private Future<MqttQoS> subscribe(CommandFilter filter) {
    Span span = adapter.span("SUBSCRIBE");
    String tenant = device.getTenantId();
    return adapter
        .getRegistrationAssertion(tenant, filter.target(), device, span.context())
        .compose(
            asserted ->
                filter.isForAnother()
                    ? adapter
                        .getCommandConsumerFactory()
                        .createCommandConsumer(
                            tenant,
                            filter.target(),
                            device.getDeviceId(),
                            true,
                            command -> deliver(filter, command),
                            null,
                            span.context())
                    : adapter
                        .getCommandConsumerFactory()
                        .createCommandConsumer(
                            tenant,
                            filter.target(),
                            true,
                            command -> deliver(filter, command),
                            null,
                            span.context()))
        .map(
            consumer -> {
              consumers.put(filter.target(), consumer);
              return filter.qos();
            })
        .otherwise(MqttQoS.FAILURE)
        .onComplete(done -> span.finish());
  }

  private Future<Void> deliver(CommandFilter filter, CommandContext context) {
    Command command = context.getCommand();
    Sample timer = adapter.metrics().startTimer();
    return adapter
        .tenant(device.getTenantId(), context.getTracingSpan())
        .compose(
            tenant ->
                deliverable(filter, tenant, context)
                    .compose(may -> publish(filter, command))
                    .onSuccess(
                        id ->
                            whenAcknowledged(filter, id, in -> settle(context, tenant, in, timer)))
                    .onFailure(
                        error -> {
                          count(context, tenant, ProcessingOutcome.from(error), timer);
                          if (error instanceof ClientErrorException) {
                            context.reject(error);
                          } else {
                            context.release(error);
                          }
                        }))
        .mapEmpty();
  }

  private Future<Void> deliverable(
      CommandFilter filter, TenantObject tenant, CommandContext context) {
    Command command = context.getCommand();
    if (!command.isValid()) {
      return Future.failedFuture(
          new ClientErrorException(HttpURLConnection.HTTP_BAD_REQUEST, "malformed command"));
    }
    if (!filter.isForAnother() && !filter.isForAll() && command.isTargetedAtGateway()) {
      return Future.failedFuture(
          new NoConsumerException("the gateway waits for commands of its own only"));
    }
    Future<Void> within =
        adapter.checkMessageLimit(tenant, command.getPayloadSize(), context.getTracingContext());
    return filter.isForAnother()
        ? within
            .compose(
                checked ->
                    adapter.getRegistrationAssertion(
                        tenant.getTenantId(), filter.target(), device, context.getTracingContext()))
            .mapEmpty()
        : within;
  }

  private Future<Integer> publish(CommandFilter filter, Command command) {
    if (!endpoint.isConnected()) {
      return Future.failedFuture(
          new ServerErrorException(HttpURLConnection.HTTP_UNAVAILABLE, "the connection is closed"));
    }
    Buffer payload = Optional.ofNullable(command.getPayload()).orElseGet(Buffer::buffer);
    return endpoint.publish(filter.topicOf(command), payload, filter.qos(), false, false);
  }

  private void whenAcknowledged(CommandFilter filter, int id, Consumer<Boolean> listener) {
    if (filter.qos() == MqttQoS.AT_MOST_ONCE) {
      listener.accept(true);
      return;
    }
    unacknowledged.put(id, listener);
    adapter
        .getVertx()
        .setTimer(
            ACKNOWLEDGED_WITHIN_MILLIS,
            timer -> {
              if (unacknowledged.remove(id, listener)) {
                listener.accept(false);
              }
            });
  }

  void acknowledged(int id) {
    Consumer<Boolean> listener = unacknowledged.remove(id);
    if (listener != null) {
      listener.accept(true);
    }
  }

  private void settle(CommandContext context, TenantObject tenant, boolean inTime, Sample timer) {
    if (inTime) {
      count(context, tenant, ProcessingOutcome.FORWARDED, timer);
      context.accept();
    } else {
      count(context, tenant, ProcessingOutcome.UNDELIVERABLE, timer);
      context.release(
          new ServerErrorException(
              HttpURLConnection.HTTP_UNAVAILABLE, "did not receive PUBACK from device"));
    }
  }

  private void count(
      CommandContext context, TenantObject tenant, ProcessingOutcome outcome, Sample timer) {
    Command command = context.getCommand();
    adapter
        .metrics()
        .reportCommand(
            command.isOneWay() ? Direction.ONE_WAY : Direction.REQUEST,
            tenant.getTenantId(),
            tenant,
            outcome,
            command.getPayloadSize(),
            timer);
  }

  void unsubscribe(MqttUnsubscribeMessage packet) {
    for (String topic : packet.topics()) {
      CommandFilter.of(topic, MqttQoS.AT_MOST_ONCE, device)
          .map(filter -> consumers.remove(filter.target()))
          .ifPresent(this::close);
    }
    endpoint.unsubscribeAcknowledge(packet.messageId());
  }

  void close() {
    consumers.values().forEach(this::close);
    consumers.clear();
  }

  private void close(ProtocolAdapterCommandConsumer consumer) {
    Span span = adapter.span("UNSUBSCRIBE");
    consumer.close(true, span.context()).onComplete(done -> span.finish());
  }
}
