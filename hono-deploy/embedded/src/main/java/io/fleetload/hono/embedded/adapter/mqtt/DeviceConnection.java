// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.micrometer.core.instrument.Timer.Sample;
import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.mqtt.MqttEndpoint;
import io.vertx.mqtt.messages.MqttPublishMessage;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import org.eclipse.hono.adapter.AbstractProtocolAdapterBase;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.command.CommandResponse;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags;
import org.eclipse.hono.service.metric.MetricsTags.Direction;
import org.eclipse.hono.service.metric.MetricsTags.EndpointType;
import org.eclipse.hono.service.metric.MetricsTags.ProcessingOutcome;
import org.eclipse.hono.util.MessageHelper;
import org.eclipse.hono.util.QoS;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.ResourceIdentifier;
import org.eclipse.hono.util.TenantObject;

/**
 * A device's connection: takes its messages to Kafka, and acknowledges each when Kafka has it. A
 * message that cannot be taken ends the connection, as in Hono, but where its property {@code
 * on-error} says otherwise.
 */
final class DeviceConnection {
  private static final int RESPONSE_LEVELS = 6;
  private static final int REQUEST_ID = 4;
  private static final int STATUS = 5;

  private final MqttAdapter adapter;
  private final MqttEndpoint endpoint;
  private final DeviceUser device;

  private DeviceConnection(MqttAdapter adapter, MqttEndpoint endpoint, DeviceUser device) {
    this.adapter = adapter;
    this.endpoint = endpoint;
    this.device = device;
  }

  /** Serves a device that was admitted. */
  static void serve(MqttAdapter adapter, MqttEndpoint endpoint, DeviceUser device) {
    DeviceConnection connection = new DeviceConnection(adapter, endpoint, device);
    CommandSubscriptions commands = new CommandSubscriptions(adapter, endpoint, device);
    endpoint
        .publishHandler(connection::publish)
        .publishAcknowledgeHandler(commands::acknowledged)
        .subscribeHandler(commands::subscribe)
        .unsubscribeHandler(commands::unsubscribe)
        // A broken packet; the server then closes the connection.
        .exceptionHandler(broken -> {})
        .closeHandler(
            closed -> {
              commands.close();
              adapter.left(endpoint, device);
              adapter.metrics().decrementConnections(device.getTenantId());
            });
  }

  private void publish(MqttPublishMessage packet) {
    Span span = adapter.span("PUBLISH");
    Optional<DeviceMessage> read = DeviceMessage.of(packet, span, device);
    if (read.isEmpty()) {
      endpoint.close();
      span.finish();
      return;
    }
    DeviceMessage message = read.get();
    checked(message)
        .compose(topic -> adapter.addressOf(topic, device))
        .compose(address -> take(message, address, span))
        .onSuccess(taken -> acknowledge(message))
        .onFailure(error -> fail(message, error, span))
        .onComplete(done -> span.finish());
  }

  private Future<ResourceIdentifier> checked(DeviceMessage message) {
    QoS qos = message.getRequestedQos();
    boolean taken =
        switch (message.endpoint()) {
          case TELEMETRY, COMMAND -> qos != null;
          case EVENT -> qos == QoS.AT_LEAST_ONCE;
          default -> false;
        };
    if (device.expired()) {
      return refused(HttpURLConnection.HTTP_FORBIDDEN, "the credentials have expired");
    }
    return taken
        ? Future.succeededFuture(message.topic())
        : refused(HttpURLConnection.HTTP_BAD_REQUEST, "no such endpoint, or not with this QoS");
  }

  private Future<Void> take(DeviceMessage message, ResourceIdentifier address, Span span) {
    Sample timer = adapter.metrics().startTimer();
    int length = message.payload().length();
    return adapter
        .tenant(address.getTenantId(), span)
        .compose(
            tenant ->
                asserted(tenant, address, length, span)
                    .compose(
                        assertion ->
                            message.endpoint() == EndpointType.COMMAND
                                ? respond(message, tenant, assertion, span)
                                : send(message, tenant, assertion, span))
                    .onComplete(
                        done -> {
                          ProcessingOutcome outcome =
                              done.succeeded()
                                  ? ProcessingOutcome.FORWARDED
                                  : ProcessingOutcome.from(done.cause());
                          count(message, tenant, outcome, length, timer);
                        }));
  }

  private void count(
      DeviceMessage message,
      TenantObject tenant,
      ProcessingOutcome outcome,
      int length,
      Sample timer) {
    String id = tenant.getTenantId();
    if (message.endpoint() == EndpointType.COMMAND) {
      adapter.metrics().reportCommand(Direction.RESPONSE, id, tenant, outcome, length, timer);
    } else {
      adapter
          .metrics()
          .reportTelemetry(
              message.endpoint(),
              id,
              tenant,
              outcome,
              MetricsTags.QoS.from(message.qos()),
              length,
              timer);
    }
  }

  private Future<RegistrationAssertion> asserted(
      TenantObject tenant, ResourceIdentifier address, int length, Span span) {
    return Future.all(
            adapter.isAdapterEnabled(tenant),
            adapter.checkMessageLimit(tenant, length, span.context()))
        .compose(
            enabled ->
                adapter.getRegistrationAssertion(
                    address.getTenantId(), address.getResourceId(), device, span.context()));
  }

  private Future<Void> send(
      DeviceMessage message, TenantObject tenant, RegistrationAssertion assertion, Span span) {
    String type = message.contentType();
    if (!AbstractProtocolAdapterBase.isPayloadOfIndicatedType(message.payload(), type)) {
      return refused(HttpURLConnection.HTTP_BAD_REQUEST, "the content type is of another payload");
    }
    Map<String, Object> properties = adapter.getDownstreamMessageProperties(message);
    properties.put(MessageHelper.APP_PROPERTY_QOS, message.qos());
    if (message.isRetained()) {
      properties.put(MessageHelper.ANNOTATION_X_OPT_RETAIN, true);
    }
    return message.endpoint() == EndpointType.EVENT
        ? adapter
            .getEventSender(tenant)
            .sendEvent(tenant, assertion, type, message.payload(), properties, span.context())
        : adapter
            .getTelemetrySender(tenant)
            .sendTelemetry(
                tenant,
                assertion,
                message.getRequestedQos(),
                type,
                message.payload(),
                properties,
                span.context());
  }

  /** {@code command/[tenant]/[device]/res/REQUEST-ID/STATUS}. */
  private Future<Void> respond(
      DeviceMessage message, TenantObject tenant, RegistrationAssertion assertion, Span span) {
    String[] levels = message.topic().getResourcePath();
    CommandResponse response =
        levels.length == RESPONSE_LEVELS && levels[STATUS].matches("\\d{3}")
            ? CommandResponse.fromRequestId(
                levels[REQUEST_ID],
                tenant.getTenantId(),
                assertion.getDeviceId(),
                message.payload(),
                message.contentType(),
                Integer.valueOf(levels[STATUS]))
            : null;
    return response == null
        ? refused(HttpURLConnection.HTTP_BAD_REQUEST, "no topic of a command response")
        : adapter.respond(tenant, assertion, response, span);
  }

  private void acknowledge(DeviceMessage message) {
    if (message.getRequestedQos() == QoS.AT_LEAST_ONCE && endpoint.isConnected()) {
      endpoint.publishAcknowledge(message.id());
    }
  }

  private void fail(DeviceMessage message, Throwable error, Span span) {
    String wish = message.property("on-error").orElse("");
    boolean goesOn = wish.equals("ignore") || wish.equals("skip-ack");
    adapter
        .endsConnection(error, message.topic().getResourceId(), device, span)
        .otherwise(false)
        .onSuccess(
            ends -> {
              if (endpoint.isConnected() && (ends || !goesOn)) {
                endpoint.close();
              } else if (wish.equals("ignore")) {
                acknowledge(message);
              }
            });
  }

  private static <T> Future<T> refused(int status, String why) {
    return Future.failedFuture(new ClientErrorException(status, why));
  }
}
