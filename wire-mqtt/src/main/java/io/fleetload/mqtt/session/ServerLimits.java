// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.PropertyBlock;

/**
 * Limits that a server set in its CONNACK (5:3.2.2.3); those of 3.1.1 are the greatest there are.
 *
 * @param receiveMaximum messages of QoS 1 and 2 that may wait for their acknowledgement
 * @param maximumPacket bytes of the longest packet
 * @param maximumQos the highest QoS of a message
 * @param retain whether messages may be retained
 * @param aliasMaximum the highest topic alias; 0 for no alias
 * @param keepAlive seconds; -1 if the client's own holds
 * @param sessionExpiry seconds, {@code 0xffffffff} for ever; -1 if the client's own holds
 */
public record ServerLimits(
    int receiveMaximum,
    long maximumPacket,
    int maximumQos,
    boolean retain,
    int aliasMaximum,
    int keepAlive,
    long sessionExpiry) {
  private static final int MOST_IN_FLIGHT = 65_535;

  /** Limits of a server that sets no limits. */
  static final ServerLimits NONE = of(PropertyBlock.EMPTY);

  /** Limits by the properties of a CONNACK. */
  static ServerLimits of(PropertyBlock properties) {
    return new ServerLimits(
        (int) properties.number(MqttProperty.RECEIVE_MAXIMUM, MOST_IN_FLIGHT),
        properties.number(MqttProperty.MAXIMUM_PACKET, Long.MAX_VALUE),
        (int) properties.number(MqttProperty.MAXIMUM_QOS, 2),
        properties.number(MqttProperty.RETAIN_AVAILABLE, 1) == 1,
        (int) properties.number(MqttProperty.ALIAS_MAXIMUM, 0),
        (int) properties.number(MqttProperty.SERVER_KEEP_ALIVE, -1),
        properties.number(MqttProperty.SESSION_EXPIRY, -1));
  }
}
