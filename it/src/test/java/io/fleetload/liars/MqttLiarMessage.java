// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.PropertyBlock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A message of a device as its stamp has it, which is text or compact; or one without a stamp.
 *
 * @param topic that of the profile: run, flow and device
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record MqttLiarMessage(String topic, byte[] payload, int qos, PropertyBlock properties) {
  private static final int COMPACT = 0xf8;

  /** One without properties. */
  MqttLiarMessage(String topic, byte[] payload, int qos) {
    this(topic, payload, qos, PropertyBlock.EMPTY);
  }

  /** Whether its stamp says so; not that of the subscribers' own messages. */
  boolean isMeasured() {
    return isCompact() ? (payload[0] & 1) == 1 : text().startsWith("fl1:") && field(3).equals("m");
  }

  /** The flow, which is the last level but one of the topic. */
  String flow() {
    String[] levels = topic.split("/");
    return levels[levels.length - 2];
  }

  int device() {
    return isCompact() ? ByteBuffer.wrap(payload).getShort(10) : Integer.parseInt(field(4));
  }

  int n() {
    return isCompact() ? ByteBuffer.wrap(payload).getInt(5) : Integer.parseInt(field(5));
  }

  private boolean isCompact() {
    return payload.length > 0 && (payload[0] & COMPACT) == COMPACT;
  }

  private String text() {
    return new String(payload, StandardCharsets.ISO_8859_1);
  }

  /** One field of the stamp in text, by its place from 0. */
  String field(int place) {
    return text().split(":")[place];
  }

  /** The same with another text in a field of the stamp. */
  MqttLiarMessage with(int place, String text) {
    String[] fields = text().split(":");
    fields[place] = text;
    return new MqttLiarMessage(
        topic, String.join(":", fields).getBytes(StandardCharsets.ISO_8859_1), qos, properties);
  }

  /** The same with another bit in a byte. */
  MqttLiarMessage altered(int at) {
    byte[] other = payload.clone();
    other[at] ^= 1;
    return new MqttLiarMessage(topic, other, qos, properties);
  }

  /** The same with what another request has to be known by. */
  MqttLiarMessage withOtherCorrelation() {
    byte[] other = properties.binary(MqttProperty.CORRELATION_DATA).orElseThrow().clone();
    other[other.length - 1] ^= 1;
    return new MqttLiarMessage(
        topic,
        payload,
        qos,
        PropertyBlock.builder().binary(MqttProperty.CORRELATION_DATA, other).build());
  }

  /** The same in the topic of another device. */
  MqttLiarMessage to(int device) {
    return new MqttLiarMessage(
        topic.substring(0, topic.lastIndexOf('-') + 1) + device, payload, qos, properties);
  }
}
