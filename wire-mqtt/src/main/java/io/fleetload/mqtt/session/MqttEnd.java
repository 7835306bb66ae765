// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.PacketFault;
import io.fleetload.mqtt.packet.PropertyBlock;
import java.util.Optional;

/**
 * End of a connection that was not asked for on this side.
 *
 * @param cause why, as the books have it
 * @param refused whether it ended before the server let the client in
 * @param code the code of the server's CONNACK or DISCONNECT; -1 if neither came
 * @param properties those of that packet
 * @param fault the rule that the server broke; null if it broke no rule
 */
public record MqttEnd(
    Cause cause, boolean refused, int code, PropertyBlock properties, PacketFault fault) {

  /** The server that the client is to use, which came with 9c or 9d. */
  public Optional<String> serverReference() {
    return properties.text(MqttProperty.SERVER_REFERENCE);
  }

  /** The server's words for it. */
  public Optional<String> reason() {
    return properties.text(MqttProperty.REASON);
  }
}
