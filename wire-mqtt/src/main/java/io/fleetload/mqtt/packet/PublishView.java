// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * A received PUBLISH, read where it lies. One object reads all of a thread, one after the other:
 * what it says holds until the listener that was given it returns.
 */
public final class PublishView {
  private static final long ALIAS_BIT = MqttProperty.ALIAS.bit();

  final BodyReader body = new BodyReader();

  private int flags;
  private int id;
  private int topicAt;
  private int topicLength;
  private int propertiesAt;
  private int propertiesLength;
  private int alias;
  private int payloadAt;
  private int payloadLength;

  /** Null until it is asked for. */
  private String topic;

  /** Reads the packet that the body is over. */
  void read(int firstByte, MqttVersion version) {
    flags = firstByte;
    topic = null;
    alias = 0;
    propertiesLength = 0;
    if (qos() == 3) {
      throw PacketFault.QOS.broken();
    }
    if (qos() == 0 && dup()) {
      throw PacketFault.DUP.broken();
    }
    topicLength = body.passText();
    topicAt = body.at() - topicLength;
    for (int i = topicAt; i < body.at(); i++) {
      byte each = body.buffer().get(i);
      if (each == '#' || each == '+') {
        throw PacketFault.TOPIC.broken();
      }
    }
    id = qos() == 0 ? 0 : body.packetId();
    if (version == MqttVersion.V5) {
      readProperties();
    }
    if (topicLength == 0 && alias == 0) {
      throw PacketFault.NO_TOPIC.broken();
    }
    payloadAt = body.at();
    payloadLength = body.end() - payloadAt;
  }

  private void readProperties() {
    propertiesAt = body.at();
    long seen = body.passProperties(PacketType.PUBLISH);
    propertiesLength = body.at() - propertiesAt;
    if ((seen & ALIAS_BIT) != 0) {
      alias = (int) properties().number(MqttProperty.ALIAS, 0);
    }
  }

  public int qos() {
    return (flags >> 1) & 3;
  }

  /** Returns whether the sender sent it with that id before. */
  public boolean dup() {
    return (flags & 8) != 0;
  }

  public boolean retain() {
    return (flags & 1) != 0;
  }

  /** The packet id; 0 at QoS 0. */
  public int id() {
    return id;
  }

  /** The topic alias; 0 if there is no alias. */
  public int alias() {
    return alias;
  }

  /** Returns whether the topic is to be had by the alias alone. */
  public boolean hasNoTopic() {
    return topicLength == 0 && topic == null;
  }

  /** The topic; empty if only the alias says it. */
  public String topic() {
    if (topic == null) {
      topic = new String(body.copy(topicAt, topicLength), UTF_8);
    }
    return topic;
  }

  /** Sets the topic that the alias means. */
  public void resolve(String known) {
    topic = known;
  }

  public int payloadLength() {
    return payloadLength;
  }

  /** The payload where it lies; copy what has to last. */
  public ByteBuffer payload() {
    return body.buffer().slice(payloadAt, payloadLength);
  }

  /** A copy of the payload. */
  public byte[] payloadBytes() {
    return body.copy(payloadAt, payloadLength);
  }

  /** A copy of the properties. */
  public PropertyBlock properties() {
    if (propertiesLength <= 1) {
      return PropertyBlock.EMPTY;
    }
    return body.properties(propertiesAt, propertiesAt + propertiesLength);
  }
}
