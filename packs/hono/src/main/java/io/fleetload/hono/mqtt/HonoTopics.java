// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.payload.WrittenCommands;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.hono.profile.HonoFlows;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.mqtt.packet.MqttPublish;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Hono's MQTT API as topics (https://www.eclipse.org/hono/docs/user-guide/mqtt-adapter/): where a
 * flow is published, and what a command's topic says. A gateway names the device in the topic; a
 * device leaves it out.
 */
final class HonoTopics {
  private static final String JSON = "/?content-type=application%2Fjson";
  private static final int LEVELS_BEFORE_ID = 4;

  /**
   * The part that the messages of a flow have in common.
   *
   * @param endpoint the first level of their topic
   * @param qos their quality of service
   * @param bag what follows the topic; empty for none
   */
  private record Kind(String endpoint, int qos, String bag) {}

  private final Map<String, Kind> kinds = new TreeMap<>();

  /** The status of the answers to commands, by the flow of the answers. */
  private final Map<String, Integer> statuses = new TreeMap<>();

  private final FleetNames names;
  private final boolean gateways;
  private final WrittenCommands commands;

  HonoTopics(HonoProfile profile) {
    names = new FleetNames(profile.devices());
    gateways = profile.gateways() != null;
    commands = new WrittenCommands(names::name);
    profile.flows().forEach(this::add);
  }

  private void add(String name, HonoFlow flow) {
    String bag = flow.contents().saysJson() ? JSON : "";
    if (flow instanceof HonoFlow.CommandQuery query) {
      kinds.put(name, new Kind("telemetry", 1, bag));
      commands.add(name, query.command().subject());
      statuses.put(HonoFlows.answers(name), query.command().answer());
    } else if (flow instanceof HonoFlow.Telemetry telemetry) {
      kinds.put(name, new Kind("telemetry", telemetry.confirmable() ? 1 : 0, bag));
    } else {
      kinds.put(name, new Kind("event", 1, bag));
    }
  }

  /** The filter by which a session asks for commands; null if no flow asks for some. */
  String filter() {
    if (statuses.isEmpty()) {
      return null;
    }
    return gateways ? "command//+/req/#" : "command///req/#";
  }

  /** Returns whether a message waits for a command. */
  boolean isQuery(Message message) {
    return statuses.containsKey(HonoFlows.answers(message.flow()));
  }

  /** A message as it is published. */
  MqttPublish of(Message message) {
    if (message.answers() != null) {
      String topic = message.answers().replyTo() + "/" + statuses.get(message.flow()) + JSON;
      return MqttPublish.of(topic, message.payload(), 1);
    }
    Kind kind = kinds.get(message.flow());
    String device = gateways ? "//" + names.name(message.device()) : "";
    return MqttPublish.of(kind.endpoint() + device + kind.bag(), message.payload(), kind.qos());
  }

  /**
   * The request/response command that was published to a session; null for anything else.
   *
   * @param session the session's number, which is the device's where it has its own
   * @param body the body; asked for only where there is a command
   */
  Inbound command(int session, String topic, Supplier<byte[]> body) {
    String[] levels = topic.split("/", -1);
    boolean command =
        levels.length == LEVELS_BEFORE_ID + 2
            && levels[0].equals("command")
            && levels[3].equals("req")
            && !levels[LEVELS_BEFORE_ID].isEmpty();
    if (!command || levels[2].isEmpty() == gateways) {
      return null;
    }
    String replyTo = "command//" + levels[2] + "/res/" + levels[LEVELS_BEFORE_ID];
    // A command for an unknown device can only be for the one that asked for it.
    int device = gateways ? Math.max(0, names.indexOf(levels[2])) : session;
    return commands.inbound(device, replyTo, body.get());
  }
}
