// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import java.util.List;

/**
 * Gets what happens to a session, on the loop's thread. A token is what the caller gave with a
 * message or request; the session only hands it back.
 */
public interface MqttSessionListener {
  /**
   * The server let the client in. Where its session is present, messages that were not acknowledged
   * have been sent again by then, in their order.
   */
  void connected(ConnAckPacket answer);

  /** The cause of a code in CONNACK that is not 0. */
  default Cause refusal(int code) {
    return MqttCause.ofConnAck(code).cause();
  }

  /**
   * The connection is over, and was not ended by this side; also where the server refused it. The
   * messages of a session that outlives its connection still wait for the next one.
   */
  void ended(MqttEnd end);

  /**
   * A message that was queued or acknowledged by no packet yet is written.
   *
   * @param again whether it was sent in a connection of before, so that it is marked as sent again
   */
  default void written(Object token, boolean again) {}

  /**
   * The server acknowledged a message. PUBACK and PUBCOMP are the last word, and so is PUBREC with
   * a code of 0x80 or above; another PUBREC says that the server has it, and PUBCOMP follows.
   *
   * @param by the packet
   * @param reason the reason code of 5.0; 0x10 if no subscriber was there; 0 in 3.1.1
   */
  void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties);

  /**
   * A message will not be acknowledged: the session that it was sent in is over. The server may
   * have it all the same.
   */
  void dropped(Object token, Cause cause);

  /**
   * A message came; it holds until this returns. Of QoS 2 each comes once, also where the server
   * sends it again.
   *
   * @return whether it is acknowledged now; else {@link MqttSession#acknowledge} does it later
   */
  default boolean published(PublishView message) {
    return true;
  }

  /**
   * The server answered a subscription, or the end of one.
   *
   * @param codes one for each filter: the granted QoS, or a code of 0x80 or above; no codes for the
   *     end of one in 3.1.1
   */
  default void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {}

  /**
   * The server acknowledged or released a packet id that is not in use; or, with PUBLISH, it sent
   * more messages than the client's receive maximum. At twice as many the session leaves it.
   */
  default void unexpected(PacketType type, int id) {}
}
