// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.opentracing.Span;
import io.vertx.core.buffer.Buffer;
import io.vertx.mqtt.messages.MqttPublishMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.hono.adapter.MapBasedTelemetryExecutionContext;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags.EndpointType;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.MessageHelper;
import org.eclipse.hono.util.QoS;
import org.eclipse.hono.util.ResourceIdentifier;

/**
 * A message of a device. Hono's property bag is what follows the last {@code /?} of its topic, in
 * the form of a query.
 */
final class DeviceMessage extends MapBasedTelemetryExecutionContext {
  private static final String BAG = "/?";

  private final MqttPublishMessage message;
  private final ResourceIdentifier topic;
  private final Map<String, List<String>> bag;

  private DeviceMessage(
      MqttPublishMessage message,
      ResourceIdentifier topic,
      Map<String, List<String>> bag,
      Span span,
      DeviceUser device) {
    super(span, device);
    this.message = message;
    this.topic = topic;
    this.bag = bag;
  }

  /** A message as it arrived; empty if its topic or its property bag is malformed. */
  static Optional<DeviceMessage> of(MqttPublishMessage message, Span span, DeviceUser device) {
    String topic = message.topicName();
    int end = topic.lastIndexOf(BAG);
    if (topic.isEmpty() || topic.startsWith("/")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new DeviceMessage(
              message,
              ResourceIdentifier.fromString(end < 0 ? topic : topic.substring(0, end)),
              end < 0 ? Map.of() : new QueryStringDecoder(topic.substring(end)).parameters(),
              span,
              device));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  ResourceIdentifier topic() {
    return topic;
  }

  EndpointType endpoint() {
    return EndpointType.fromString(topic.getEndpoint());
  }

  Buffer payload() {
    return message.payload();
  }

  int id() {
    return message.messageId();
  }

  int qos() {
    return message.qosLevel().value();
  }

  /** Type of its content as the property bag says; null for none. */
  String contentType() {
    return property(MessageHelper.SYS_PROPERTY_CONTENT_TYPE).orElse(null);
  }

  Optional<String> property(String name) {
    return Optional.ofNullable(bag.get(name)).map(values -> values.get(0));
  }

  boolean isRetained() {
    return message.isRetain();
  }

  /** Null for QoS 2, which Hono has no word for. */
  @Override
  public QoS getRequestedQos() {
    return switch (message.qosLevel()) {
      case AT_MOST_ONCE -> QoS.AT_MOST_ONCE;
      case AT_LEAST_ONCE -> QoS.AT_LEAST_ONCE;
      default -> null;
    };
  }

  @Override
  public Optional<Duration> getTimeToLive() {
    return endpoint() == EndpointType.EVENT
        ? property(Constants.HEADER_TIME_TO_LIVE)
            .filter(text -> text.matches("\\d{1,18}"))
            .map(text -> Duration.ofSeconds(Long.parseLong(text)))
        : Optional.empty();
  }

  @Override
  public String getOrigAddress() {
    return message.topicName();
  }
}
