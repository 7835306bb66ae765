// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import java.util.List;

/**
 * Gets the packets of a connection, each when the last byte of it came. A side overrides those that
 * the other one sends; {@link PacketReader} reports all others as {@link PacketFault#TYPE}.
 */
public interface PacketListener {
  /** CONNECT came, to a server. */
  default void connect(ConnectPacket packet) {}

  /** CONNACK came, to a client. */
  default void connAck(ConnAckPacket packet) {}

  /** PUBLISH came; the packet holds until this returns. */
  default void publish(PublishView packet) {}

  /**
   * PUBACK, PUBREC, PUBREL or PUBCOMP came.
   *
   * @param reason the reason code of 5.0; 0 in 3.1.1
   */
  default void acknowledgement(PacketType type, int id, int reason, PropertyBlock properties) {}

  /** SUBSCRIBE came, to a server. */
  default void subscribe(int id, List<TopicSubscription> filters, PropertyBlock properties) {}

  /** UNSUBSCRIBE came, to a server. */
  default void unsubscribe(int id, List<String> filters, PropertyBlock properties) {}

  /**
   * SUBACK or UNSUBACK came, to a client.
   *
   * @param codes one for each filter, in their order; no codes in an UNSUBACK of 3.1.1
   */
  default void subscriptionAnswer(
      PacketType type, int id, List<Integer> codes, PropertyBlock properties) {}

  /** PINGREQ or PINGRESP came. */
  default void ping(PacketType type) {}

  /** DISCONNECT came; nothing may follow it. */
  default void disconnect(int reason, PropertyBlock properties) {}

  /** AUTH came. */
  default void auth(int reason, PropertyBlock properties) {}

  /** Bytes came that break a rule; the reader drops them and all that follow. */
  void faulty(PacketFault fault);
}
