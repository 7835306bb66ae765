// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.profile.MqttDevices;
import io.fleetload.mqtt.profile.MqttFlow;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Topic;
import io.fleetload.mqtt.session.MqttLoop;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.wire.Layer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The part that all clients of a thread share. */
final class ClientWire {
  private final MqttProfile profile;
  private final MqttLoop loop;
  private final Brokers brokers;
  private final DeviceNames names;
  private final Map<String, PropertyBlock> properties = new HashMap<>();

  ClientWire(MqttProfile profile, MqttLoop loop, Brokers brokers) {
    this.profile = profile;
    this.loop = loop;
    this.brokers = brokers;
    this.names = new DeviceNames(profile.devices().naming());
    profile.flows().forEach((name, flow) -> properties.put(name, properties(flow)));
  }

  private static PropertyBlock properties(MqttFlow flow) {
    return flow.expiry() == null
        ? PropertyBlock.EMPTY
        : PropertyBlock.builder()
            .number(MqttProperty.MESSAGE_EXPIRY, flow.expiry().nanos() / 1_000_000_000L)
            .build();
  }

  MqttLoop loop() {
    return loop;
  }

  List<Layer.Factory> layers(int device) {
    return brokers.layers(device);
  }

  /** The request by which a device connects. */
  ConnectPacket connect(int device) {
    MqttDevices its = (MqttDevices) profile.devices().groupOf(device).devices();
    MqttVersion version = profile.target().version().wire();
    ConnectPacket request =
        ConnectPacket.of(version, its.cleanStart(), its.keepAliveSeconds(), names.of(device));
    if (its.user() != null) {
      request = request.with(its.user(device), its.password(device));
    }
    if (version == MqttVersion.V5 && its.sessionExpirySeconds() > 0) {
      request =
          request.with(
              PropertyBlock.builder()
                  .number(
                      MqttProperty.SESSION_EXPIRY,
                      Math.min(0xffffffffL, its.sessionExpirySeconds()))
                  .build());
    }
    return request;
  }

  /** A message as it is published. */
  MqttPublish publish(Message message) {
    MqttFlow.Publish flow = (MqttFlow.Publish) profile.flows().get(message.flow());
    String topic =
        new Topic(flow.topic(), message.stamp().run().toString(), message.flow())
            .of(names.of(message.device()), message.device());
    return new MqttPublish(
        topic, message.payload(), flow.qos(), flow.retain(), properties.get(message.flow()));
  }
}
