// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Size;

/** Keys of the messages of a flow, of whatever kind. */
public record MqttMessage(
    @Doc(
            value =
                "topic of the messages; {device} is the device's name, {index} its number, {flow}"
                    + " the flow's name, {run} the run's id",
            byDefault = Topic.USUAL)
        String topic,
    @Doc(value = "quality of service: 0, 1 or 2", byDefault = "1", least = 0, most = 2) Integer qos,
    @Doc(value = "exact size of the payloads, from 20B", byDefault = "256B") Size size,
    @Doc(
            "the payloads' own text, instead of size: one {{stamp}}, by which the receiver knows the"
                + " message; {{device}}, {{n}} and the other placeholders of bodies as often as you"
                + " like")
        String body) {
  private static final Size USUAL = new Size(256);

  /** Fills in what the profile leaves open, but the topic. */
  public MqttMessage {
    qos = qos == null ? 1 : qos;
    size = size == null && body == null ? USUAL : size;
  }

  MqttMessage orTopic(String usual) {
    return topic == null ? new MqttMessage(usual, qos, size, body) : this;
  }
}
