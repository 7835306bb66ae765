// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.netty.handler.codec.mqtt.MqttQoS;
import io.vertx.mqtt.MqttTopicSubscription;
import java.util.Optional;
import java.util.Set;
import org.eclipse.hono.auth.Device;
import org.eclipse.hono.client.command.Command;

/**
 * A filter by which a device asks for commands: {@code command/[tenant]/[device]/req/#}.
 *
 * @param endpoint {@code command} or {@code c}, as the device wrote it
 * @param tenant empty if the device left it out
 * @param device empty if the device left it out; + for all devices of a gateway
 * @param request {@code req} or {@code q}, as the device wrote it
 * @param qos that commands are published with
 * @param own the device that subscribed
 */
record CommandFilter(
    String endpoint, String tenant, String device, String request, MqttQoS qos, Device own) {
  private static final Set<String> ENDPOINTS = Set.of("command", "c");
  private static final Set<String> REQUESTS = Set.of("req", "q");
  private static final String EACH = "+";

  /** Reads a filter; empty if Hono's adapter refuses it too. */
  static Optional<CommandFilter> of(MqttTopicSubscription asked, Device own) {
    MqttQoS qos = asked.qualityOfService();
    return of(asked.topicName(), qos, own).filter(each -> qos != MqttQoS.EXACTLY_ONCE);
  }

  /** Reads a filter that is subscribed to no longer. */
  static Optional<CommandFilter> of(String filter, MqttQoS qos, Device own) {
    String[] levels = filter.split("/", -1);
    boolean valid =
        levels.length == 5
            && ENDPOINTS.contains(levels[0])
            && (levels[1].isEmpty() || levels[1].equals(own.getTenantId()))
            && REQUESTS.contains(levels[3])
            && levels[4].equals("#");
    return valid
        ? Optional.of(new CommandFilter(levels[0], levels[1], levels[2], levels[3], qos, own))
        : Optional.empty();
  }

  /** The device that commands are for; the gateway itself where they are for all of its devices. */
  String target() {
    return device.isEmpty() || isForAll() ? own.getDeviceId() : device;
  }

  boolean isForAll() {
    return device.equals(EACH);
  }

  /** Returns whether a gateway asks for the commands of one other device. */
  boolean isForAnother() {
    return !target().equals(own.getDeviceId());
  }

  /** The topic that a command is published to. */
  String topicOf(Command command) {
    String named = isForAll() ? "" : device;
    return String.join(
        "/",
        endpoint,
        tenant,
        command.isTargetedAtGateway() ? command.getDeviceId() : named,
        request,
        command.isOneWay() ? "" : command.getRequestId(),
        command.getName());
  }
}
