// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/**
 * Message that the server publishes when the client is gone (5:3.1.2.5).
 *
 * @param properties those of 5.0, such as {@link MqttProperty#WILL_DELAY}; empty in 3.1.1
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
public record Will(
    String topic, byte[] payload, int qos, boolean retain, PropertyBlock properties) {}
