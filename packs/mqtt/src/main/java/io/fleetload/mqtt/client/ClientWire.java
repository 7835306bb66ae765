// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.packet.Will;
import io.fleetload.mqtt.profile.Contents;
import io.fleetload.mqtt.profile.MqttDevices;
import io.fleetload.mqtt.profile.MqttFlow;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Topic;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part that all clients of a thread share. */
final class ClientWire {
  private static final long SECOND = 1_000_000_000L;
  private static final long BEHIND_DELAY_NANOS = SECOND;

  private final MqttProfile profile;
  private final NioLoop nio;
  private final MqttLoop loop;
  private final Brokers brokers;
  private final Publisher publisher;
  private final DeviceNames names;
  private final Contents contents;
  private final Map<String, PropertyBlock> properties = new HashMap<>();
  private final boolean receives;

  ClientWire(
      MqttProfile profile, NioLoop nio, MqttLoop loop, Brokers brokers, Publisher publisher) {
    this.profile = profile;
    this.nio = nio;
    this.loop = loop;
    this.brokers = brokers;
    this.publisher = publisher;
    this.names = new DeviceNames(profile.devices().naming());
    this.contents = new Contents(profile);
    this.receives = profile.flows().values().stream().anyMatch(ClientWire::comesToDevice);
    profile.flows().forEach((name, flow) -> properties.put(name, properties(flow)));
  }

  private static boolean comesToDevice(MqttFlow flow) {
    return flow instanceof MqttFlow.Request || flow instanceof MqttFlow.Receive;
  }

  private static PropertyBlock properties(MqttFlow flow) {
    PropertyBlock.Builder block = PropertyBlock.builder();
    if (flow.expiry() != null) {
      block.number(MqttProperty.MESSAGE_EXPIRY, flow.expiry().nanos() / SECOND);
    }
    if (flow instanceof MqttFlow.Will will && will.delay().nanos() > 0) {
      block.number(MqttProperty.WILL_DELAY, will.delay().nanos() / SECOND);
    }
    return block.build();
  }

  MqttLoop loop() {
    return loop;
  }

  List<Layer.Factory> layers(int device) {
    return brokers.layers(device);
  }

  /** The flow of a message. */
  MqttFlow flow(Message message) {
    return profile.flows().get(message.flow());
  }

  /** The stamp of a payload, if it has one. */
  Optional<Stamp> stamp(byte[] payload) {
    return contents.stamp(payload);
  }

  /**
   * The request by which a device connects.
   *
   * @param first whether it is its first in the run: in 5.0 that ends what an earlier run left
   */
  ConnectPacket connect(int device, boolean first) {
    MqttDevices its = (MqttDevices) profile.devices().groupOf(device).devices();
    MqttVersion version = profile.target().version().wire();
    boolean clean = its.cleanStart() || (first && version == MqttVersion.V5);
    ConnectPacket request =
        ConnectPacket.of(version, clean, its.keepAliveSeconds(), names.of(device));
    if (its.user() != null) {
      request = request.with(its.user(device), its.password(device));
    }
    return request.with(MqttDevices.kept(version, its.sessionExpirySeconds()));
  }

  /** The same with a message as its will. */
  ConnectPacket connect(Message will) {
    MqttPublish message = publish(will);
    return connect(will.device(), false)
        .with(
            new Will(
                message.topic(),
                message.payload(),
                message.qos(),
                message.retain(),
                message.properties()));
  }

  /** Does something when the broker has published a will, before which a client must not return. */
  void afterWill(Message will, Runnable task) {
    long delay = ((MqttFlow.Will) flow(will)).delay().nanos();
    nio.after(delay == 0 ? 0 : delay + BEHIND_DELAY_NANOS, task);
  }

  /** The topics that a device subscribes to; empty if nothing comes to it. */
  List<TopicSubscription> subscriptions(int device) {
    if (!receives) {
      return List.of();
    }
    List<TopicSubscription> all = new ArrayList<>();
    int responses = -1;
    for (Map.Entry<String, MqttFlow> each : profile.flows().entrySet()) {
      MqttFlow flow = each.getValue();
      if (profile.devices().group(flow.timing().of()).has(device)) {
        if (flow instanceof MqttFlow.Receive) {
          String topic = new Topic(flow.topic(), "", each.getKey()).of(names.of(device), device);
          all.add(TopicSubscription.of(topic, flow.qos()));
        } else if (flow instanceof MqttFlow.Request) {
          responses = Math.max(responses, flow.qos());
        }
      }
    }
    if (responses >= 0) {
      all.add(TopicSubscription.of(responseTopic(device), responses));
    }
    return all;
  }

  private String responseTopic(int device) {
    return Topic.response(names.of(device));
  }

  /** A message as it is published. */
  MqttPublish publish(Message message) {
    MqttFlow flow = flow(message);
    return new MqttPublish(
        topic(message, flow),
        message.payload(),
        flow.qos(),
        flow.retain(),
        properties.get(message.flow()));
  }

  private String topic(Message message, MqttFlow flow) {
    return new Topic(flow.topic(), message.stamp().run().toString(), message.flow())
        .of(names.of(message.device()), message.device());
  }

  /** A request; the device waits for its response. */
  MqttPublish request(Message message, Expectation response) {
    MqttPublish plain = publish(message);
    PropertyBlock block =
        PropertyBlock.builder()
            .all(plain.properties())
            .text(MqttProperty.RESPONSE_TOPIC, response.topic())
            .binary(MqttProperty.CORRELATION_DATA, response.correlation())
            .build();
    return new MqttPublish(plain.topic(), plain.payload(), plain.qos(), plain.retain(), block);
  }

  /** The response that a device waits for. */
  Expectation response(Message message, Exchange exchange) {
    return new Expectation(
        message, responseTopic(message.device()), Expectation.correlation(message), exchange);
  }

  /** The message itself, which a device waits for. */
  Expectation delivery(Message message, Exchange exchange) {
    return new Expectation(message, topic(message, flow(message)), null, exchange);
  }

  Publisher publisher() {
    return publisher;
  }
}
