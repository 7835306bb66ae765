// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.session.Acceptance;
import io.fleetload.mqtt.session.MqttCause;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A message that is over when something came to its device: the response, or the message itself.
 */
final class Expectation {
  private final Message message;
  private final String topic;
  private final byte[] correlation;

  /** Null when it is over. */
  private Exchange exchange;

  /**
   * An expectation.
   *
   * @param topic on which something is to come
   * @param correlation the correlation data that it is to have; null for none
   */
  Expectation(Message message, String topic, byte[] correlation, Exchange exchange) {
    this.message = message;
    this.topic = topic;
    this.correlation = correlation;
    this.exchange = exchange;
  }

  /** Correlation data of a request, which no other of its device and flow has (5:3.3.2.3.6). */
  static byte[] correlation(Message message) {
    return ByteBuffer.allocate(2 * Integer.BYTES)
        .putInt(message.device())
        .putInt(message.stamp().n())
        .array();
  }

  String topic() {
    return topic;
  }

  byte[] correlation() {
    return correlation;
  }

  Message message() {
    return message;
  }

  boolean isOf(Exchange other) {
    return exchange == other;
  }

  /** Returns whether something may still come that its device waits for. */
  boolean isOpen() {
    return exchange != null;
  }

  /** The broker sent what carries its stamp. */
  void came(String onTopic, byte[] payload, PublishView view) {
    boolean same =
        topic.equals(onTopic)
            && Arrays.equals(message.payload(), payload)
            && (correlation == null
                || Arrays.equals(
                    correlation,
                    view.properties().binary(MqttProperty.CORRELATION_DATA).orElse(null)));
    if (same) {
      Exchange over = exchange;
      exchange = null;
      over.succeeded(null);
    } else {
      fail(MqttCause.WRONG_CONTENT.cause());
    }
  }

  /** It was handed to a session, which may not have taken it. */
  void published(Acceptance accepted) {
    if (!accepted.isAccepted()) {
      fail(accepted.cause());
    }
  }

  void acknowledged(int reason) {
    if (MqttCause.isFailure(reason)) {
      fail(MqttCause.of(reason).cause());
    } else if (exchange != null) {
      exchange.accepted();
    }
  }

  void writtenAgain() {
    if (exchange != null) {
      exchange.retransmitted();
    }
  }

  void fail(Cause cause) {
    Exchange failed = exchange;
    exchange = null;
    if (failed != null) {
      failed.failed(cause);
    }
  }

  /** Its device waits no longer. */
  void abandon() {
    exchange = null;
  }
}
