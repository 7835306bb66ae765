// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectPayload;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Packets as Netty's codec reads them, in the words of {@link PacketTexts}. */
final class NettyTexts implements AutoCloseable {
  final List<String> texts = new ArrayList<>();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new MqttDecoder(1 << 20), MqttEncoder.INSTANCE);
  private final ByteBuf again = Unpooled.buffer();
  private Throwable failure;

  /** A codec that knows the version of its connection. */
  NettyTexts(MqttVersion version) {
    channel.writeOutbound(
        MqttMessageBuilders.connect()
            .clientId("x")
            .protocolVersion(
                version == MqttVersion.V5
                    ? io.netty.handler.codec.mqtt.MqttVersion.MQTT_5
                    : io.netty.handler.codec.mqtt.MqttVersion.MQTT_3_1_1)
            .build());
    ByteBuf connect = channel.readOutbound();
    connect.release();
  }

  /** What it found that is not a packet; null if all are packets. */
  Throwable failure() {
    return failure;
  }

  /** Reads packets, and writes each again by Netty's encoder. */
  void read(ByteBuffer bytes) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes));
    MqttMessage message;
    while ((message = channel.readInbound()) != null) {
      if (message.decoderResult().isFailure()) {
        failure = message.decoderResult().cause();
        continue;
      }
      try {
        texts.add(text(message));
      } catch (NullPointerException e) {
        // A code of an answer that it does not know.
        failure = e;
        continue;
      }
      channel.writeOutbound(message);
      ByteBuf encoded;
      while ((encoded = channel.readOutbound()) != null) {
        again.writeBytes(encoded);
        encoded.release();
      }
    }
  }

  /** What Netty wrote again. */
  ByteBuffer again() {
    return ByteBuffer.wrap(ByteBufUtil.getBytes(again));
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
    again.release();
  }

  private static String text(MqttMessage message) {
    MqttFixedHeader header = message.fixedHeader();
    String type = header.messageType().name();
    return switch (header.messageType()) {
      case CONNECT -> connect((MqttConnectMessage) message);
      case CONNACK -> {
        var all = ((MqttConnAckMessage) message).variableHeader();
        yield "CONNACK sp=%s rc=%s %s"
            .formatted(
                all.isSessionPresent(),
                all.connectReturnCode().byteValue() & 0xff,
                properties(all.properties()));
      }
      case PUBLISH -> {
        var publish = (MqttPublishMessage) message;
        var all = publish.variableHeader();
        yield PacketTexts.publish(
            all.topicName(),
            header.qosLevel().value(),
            header.isRetain(),
            header.isDup(),
            header.qosLevel().value() == 0 ? 0 : all.packetId(),
            properties(all.properties()),
            ByteBufUtil.getBytes(publish.payload()));
      }
      case PUBACK, PUBREC, PUBREL, PUBCOMP -> {
        var id = (MqttMessageIdVariableHeader) message.variableHeader();
        int reason = 0;
        String properties = "[]";
        if (id instanceof MqttPubReplyMessageVariableHeader reply) {
          reason = reply.reasonCode() & 0xff;
          properties = properties(reply.properties());
        }
        yield "%s id=%s rc=%s %s".formatted(type, id.messageId(), reason, properties);
      }
      case SUBSCRIBE -> {
        var subscribe = (MqttSubscribeMessage) message;
        yield "SUBSCRIBE id=%s %s %s"
            .formatted(
                subscribe.variableHeader().messageId(),
                subscribe.payload().topicSubscriptions().stream()
                    .map(NettyTexts::subscription)
                    .toList(),
                properties(subscribe.idAndPropertiesVariableHeader().properties()));
      }
      case UNSUBSCRIBE -> {
        var unsubscribe = (MqttUnsubscribeMessage) message;
        yield "UNSUBSCRIBE id=%s %s %s"
            .formatted(
                unsubscribe.variableHeader().messageId(),
                unsubscribe.payload().topics(),
                properties(unsubscribe.idAndPropertiesVariableHeader().properties()));
      }
      case SUBACK -> {
        var all = (MqttSubAckMessage) message;
        yield "SUBACK id=%s codes=%s %s"
            .formatted(
                all.variableHeader().messageId(),
                all.payload().reasonCodes(),
                properties(all.idAndPropertiesVariableHeader().properties()));
      }
      case UNSUBACK -> {
        var all = (MqttUnsubAckMessage) message;
        List<Integer> codes = new ArrayList<>();
        if (all.payload() != null) {
          all.payload().unsubscribeReasonCodes().forEach(each -> codes.add(each & 0xff));
        }
        MqttMessageIdAndPropertiesVariableHeader id = all.idAndPropertiesVariableHeader();
        yield "UNSUBACK id=%s codes=%s %s"
            .formatted(id.messageId(), codes, properties(id.properties()));
      }
      case PINGREQ, PINGRESP -> type;
      case DISCONNECT, AUTH -> {
        var all = (MqttReasonCodeAndPropertiesVariableHeader) message.variableHeader();
        yield "%s rc=%s %s"
            .formatted(
                type,
                all == null ? 0 : all.reasonCode() & 0xff,
                all == null ? "[]" : properties(all.properties()));
      }
    };
  }

  private static String connect(MqttConnectMessage message) {
    MqttConnectVariableHeader header = message.variableHeader();
    MqttConnectPayload payload = message.payload();
    String will =
        !header.isWillFlag()
            ? "none"
            : PacketTexts.publish(
                payload.willTopic(),
                header.willQos(),
                header.isWillRetain(),
                false,
                0,
                properties(payload.willProperties()),
                payload.willMessageInBytes());
    return "CONNECT %s clean=%s ka=%s id=%s will=%s user=%s pass=%s %s"
        .formatted(
            header.version(),
            header.isCleanSession(),
            header.keepAliveTimeSeconds(),
            payload.clientIdentifier(),
            will,
            header.hasUserName() ? payload.userName() : "none",
            header.hasPassword() ? PacketTexts.hex(payload.passwordInBytes()) : "none",
            properties(header.properties()));
  }

  private static TopicSubscription subscription(MqttTopicSubscription each) {
    MqttSubscriptionOption option = each.option();
    return new TopicSubscription(
        each.topicFilter(),
        option.qos().value(),
        option.isNoLocal(),
        option.isRetainAsPublished(),
        option.retainHandling().value());
  }

  private static String properties(MqttProperties properties) {
    List<String> all = new ArrayList<>();
    for (MqttProperty each : MqttProperty.values()) {
      for (MqttProperties.MqttProperty<?> found : properties.getProperties(each.id())) {
        if (found instanceof MqttProperties.UserProperties users) {
          users.value().forEach(user -> all.add(each.id() + "=" + Map.entry(user.key, user.value)));
        } else if (found instanceof MqttProperties.UserProperty user) {
          all.add(each.id() + "=" + Map.entry(user.value().key, user.value().value));
        } else {
          all.add(each.id() + "=" + value(found.value()));
        }
      }
    }
    return all.toString();
  }

  private static String value(Object value) {
    if (value instanceof byte[] bytes) {
      return PacketTexts.hex(bytes);
    }
    // It has numbers of four bytes with a sign.
    return value instanceof Integer number ? Integer.toUnsignedString(number) : value.toString();
  }
}
