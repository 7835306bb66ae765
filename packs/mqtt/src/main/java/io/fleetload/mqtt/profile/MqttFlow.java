// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;

/** A flow of messages, of any kind. */
public sealed interface MqttFlow extends Flow permits MqttFlow.Publish {
  /** The topic of its messages, with placeholders. */
  String topic();

  /** The quality of service of its messages: 0, 1 or 2. */
  Integer qos();

  /** Size of the messages; null if the user wrote the body. */
  Size size();

  /** Body as the user wrote it; or null. */
  String body();

  /** The longest time that the broker may keep a message; null for any time. */
  Span expiry();

  /** Messages for the clients that subscribed. */
  @Doc("messages that a client publishes")
  record Publish(
      @Inline Timing timing,
      @Doc(
              value =
                  "topic of the messages; {device} is the device's name, {index} its number, {flow}"
                      + " the flow's name, {run} the run's id",
              byDefault = "fleetload/{run}/{flow}/{device}")
          String topic,
      @Doc(value = "quality of service: 0, 1 or 2", byDefault = "1", least = 0, most = 2)
          Integer qos,
      @Doc(value = "whether the broker keeps the last message of each topic", byDefault = "false")
          boolean retain,
      @Doc(
              value = "how long the broker may keep a message for a subscriber, whole seconds",
              byDefault = "any time")
          Span expiry,
      @Doc(
              value = "messages of a device that may be under way at once",
              byDefault = "16",
              least = 1,
              most = 65_535)
          Integer window,
      @Doc(value = "exact size of the payloads, from 20B", byDefault = "256B") Size size,
      @Doc(
              "the payloads' own text, instead of size: one {{stamp}}, by which a subscriber knows the"
                  + " message; {{device}}, {{n}} and the other placeholders of bodies as often as"
                  + " you like")
          String body)
      implements MqttFlow {
    private static final Size USUAL = new Size(256);

    /** Fills in what the profile leaves open. */
    public Publish {
      topic = topic == null ? Topic.USUAL : topic;
      qos = qos == null ? 1 : qos;
      window = window == null ? 16 : window;
      size = size == null && body == null ? USUAL : size;
    }
  }
}
