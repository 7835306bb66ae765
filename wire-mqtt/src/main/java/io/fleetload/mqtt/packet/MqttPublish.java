// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/**
 * A message to publish.
 *
 * @param payload its content, which must not change as long as the message may be sent again
 * @param properties those of 5.0, without an alias of the topic; empty in 3.1.1
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
public record MqttPublish(
    String topic, byte[] payload, int qos, boolean retain, PropertyBlock properties) {

  /** A message that is not retained and has no properties. */
  public static MqttPublish of(String topic, byte[] payload, int qos) {
    return new MqttPublish(topic, payload, qos, false, PropertyBlock.EMPTY);
  }
}
