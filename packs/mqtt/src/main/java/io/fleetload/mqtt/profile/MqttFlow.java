// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.quantity.Span;

/** A flow of messages, of any kind. */
public sealed interface MqttFlow extends Flow
    permits MqttFlow.Publish, MqttFlow.Request, MqttFlow.Receive, MqttFlow.Will {
  /** Its messages. */
  MqttMessage message();

  /** Messages of a device that may be under way at once. */
  Integer window();

  /** The longest time that the broker may keep a message; null for any time. */
  Span expiry();

  /** Returns whether the broker keeps the last message of each topic. */
  default boolean retain() {
    return false;
  }

  /** The topic of its messages, with placeholders. */
  default String topic() {
    return message().topic();
  }

  /** The quality of service of its messages: 0, 1 or 2. */
  default int qos() {
    return message().qos();
  }

  /** Returns whether the subscribers receive its messages. */
  default boolean isForSubscribers() {
    return !(this instanceof Receive);
  }

  /** Messages for the clients that subscribed. */
  @Doc("messages that a client publishes")
  record Publish(
      @Inline Timing timing,
      @Inline MqttMessage message,
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
          Integer window)
      implements MqttFlow {
    /** Fills in what the profile leaves open. */
    public Publish {
      message = message.orTopic(Topic.USUAL);
      window = window == null ? 16 : window;
    }
  }

  /** Messages with a response (5:4.10). */
  @Doc(
      "messages with a response topic and correlation data; a subscriber responds, and the response"
          + " ends the message")
  record Request(
      @Inline Timing timing,
      @Inline MqttMessage message,
      @Doc(
              value = "how long the broker may keep a request for a subscriber, whole seconds",
              byDefault = "any time")
          Span expiry,
      @Doc(
              value = "requests of a device that may be under way at once",
              byDefault = "16",
              least = 1,
              most = 65_535)
          Integer window)
      implements MqttFlow {
    /** Fills in what the profile leaves open. */
    public Request {
      message = message.orTopic(Topic.USUAL);
      window = window == null ? 16 : window;
    }
  }

  /** Messages for devices. */
  @Doc("messages that the application publishes to a device, which has subscribed to its topic")
  record Receive(
      @Inline Timing timing,
      @Inline({
            @Inline.Key(
                name = "topic",
                doc =
                    @Doc(
                        value =
                            "topic of the messages; {device} is the device's name, {index} its"
                                + " number, {flow} the flow's name",
                        byDefault = Topic.OF_RECEIVED))
          })
          MqttMessage message,
      @Doc(
              value = "how long the broker may keep a message for a device, whole seconds",
              byDefault = "any time")
          Span expiry,
      @Doc(
              value = "messages to a device that may be under way at once",
              byDefault = "16",
              least = 1,
              most = 65_535)
          Integer window)
      implements MqttFlow {
    /** Fills in what the profile leaves open. */
    public Receive {
      message = message.orTopic(Topic.OF_RECEIVED);
      window = window == null ? 16 : window;
    }
  }

  /** Wills (5:3.1.2.5). */
  @Doc(
      "losses of power: a client connects once more, with a will; it loses that connection, the"
          + " broker publishes the will, and the client comes back")
  record Will(
      @Inline Timing timing,
      @Inline MqttMessage message,
      @Doc(value = "whether the broker keeps the last will of each topic", byDefault = "false")
          boolean retain,
      @Doc(
              value =
                  "how long the broker waits before it publishes a will, whole seconds; the client"
                      + " comes back a second later",
              byDefault = "0s")
          Span delay)
      implements MqttFlow {
    /** Fills in what the profile leaves open. */
    public Will {
      message = message.orTopic(Topic.USUAL);
      delay = delay == null ? new Span(0) : delay;
    }

    @Override
    public Integer window() {
      return 1;
    }

    @Override
    public Span expiry() {
      return null;
    }
  }
}
