// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;

/** Outcome of asking a session to publish, which is final where it is not accepted. */
public enum Acceptance {
  /** The message is written. */
  WRITTEN(null),
  /** The message waits for credit; {@link MqttSessionListener#written} says when it has it. */
  QUEUED(null),
  /** The client is not connected. */
  OFFLINE(null),
  /** Too many messages wait for credit. */
  QUEUE_FULL(MqttCause.RECEIVE_MAXIMUM),
  /** The network has not taken what was written before. */
  CONGESTED(MqttCause.RATE),
  /** The packet is larger than the server takes (5:3.1.2.11.4). */
  TOO_LARGE(MqttCause.TOO_LARGE),
  /** The server does not take that QoS (5:3.2.2.3.4). */
  QOS(MqttCause.QOS),
  /** The server does not retain messages (5:3.2.2.3.5). */
  RETAIN(MqttCause.RETAIN);

  private final MqttCause cause;

  Acceptance(MqttCause cause) {
    this.cause = cause;
  }

  public boolean isAccepted() {
    return this == WRITTEN || this == QUEUED;
  }

  /** The reason for not accepting it, as the books have it; null if it was accepted. */
  public Cause cause() {
    if (this == OFFLINE) {
      return Cause.Transport.DISCONNECTED;
    }
    return cause == null ? null : cause.cause();
  }
}
