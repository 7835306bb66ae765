// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.mqtt.packet.MqttPublish;

/** A message or a subscription on its way, from the caller to the last acknowledgement. */
final class OutgoingRequest {
  /** Token of a request that the caller gave up. */
  static final Object ABANDONED = new Object();

  private Object token;
  private MqttPublish message;

  /** The id that it was sent with; 0 if it was not sent. */
  private int id;

  OutgoingRequest(Object token, MqttPublish message) {
    this.token = token;
    this.message = message;
  }

  Object token() {
    return token;
  }

  boolean isWanted() {
    return token != ABANDONED;
  }

  void abandon() {
    token = ABANDONED;
  }

  /** The message; null if it need not be sent again. */
  MqttPublish message() {
    return message;
  }

  void forgetMessage() {
    message = null;
  }

  int id() {
    return id;
  }

  void sentAs(int packetId) {
    id = packetId;
  }
}
