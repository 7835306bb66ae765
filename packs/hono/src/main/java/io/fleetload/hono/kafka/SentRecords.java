// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.body.StampedBodies;
import io.fleetload.driver.Flaw;
import io.fleetload.flow.FlowSpec;
import io.fleetload.hono.coap.HonoFlowSpecs;
import io.fleetload.hono.name.Topics;
import io.fleetload.hono.payload.CorrelationId;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.hono.profile.HonoFlows;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Records that Hono makes of the messages that devices send, by Hono's <a
 * href="https://eclipse.dev/hono/docs/api/telemetry-kafka/">telemetry</a>, event and command
 * response APIs for Kafka: the tenant's topic, the device's id as key and header, the content type,
 * the body as it was sent. Not thread-safe.
 */
final class SentRecords {
  private final StampedBodies bodies;
  private final Map<String, FlowSpec> flows;
  private final HonoFlows stamps;
  private final Map<String, HonoFlow> dueFlows;
  private final Map<String, String> contentTypes;
  private final HonoDevices devices;
  private final IntFunction<String> names;
  private final TopicsOfTenants topics;

  /** The records of a profile's devices. */
  SentRecords(HonoProfile profile) {
    bodies = new StampedBodies(profile);
    flows =
        HonoFlowSpecs.of(profile, bodies).stream()
            .collect(Collectors.toMap(FlowSpec::name, Function.identity()));
    dueFlows = profile.flows();
    stamps = new HonoFlows(dueFlows);
    contentTypes =
        dueFlows.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    each ->
                        each.getValue().contents().saysJson()
                            ? HonoHeaders.JSON
                            : HonoHeaders.OCTETS));
    devices = profile.devices();
    names = new DeviceNames(profile.devices().naming())::of;
    topics = new TopicsOfTenants(profile);
  }

  /**
   * Reads the files of data that bodies take values from.
   *
   * @throws UsageException with one line if one of them cannot be read or has no rows
   */
  void readData() throws UsageException {
    bodies.read();
  }

  /** The stamp of a message, if it has one. */
  Optional<Stamp> stamp(byte[] payload) {
    return stamps.stamp(payload);
  }

  /** The command that a flow's messages ask for; null if they ask for no command. */
  HonoFlow.CommandQuery.Command command(String flow) {
    return dueFlows.get(flow) instanceof HonoFlow.CommandQuery query ? query.command() : null;
  }

  /** Returns whether a device waits for commands in its session, and not with a query alone. */
  boolean waitsAlways(int device) {
    return devices.protocolOf(device) == HonoDevices.Protocol.MQTT;
  }

  /** The name of a device. */
  String name(int device) {
    return names.apply(device);
  }

  /** Differences between a record and what Hono makes of the message with its stamp. */
  Set<Flaw> flaws(ConsumerRecord<byte[], byte[]> record, Stamp stamp) {
    FlowSpec flow = flows.get(stamp.flow());
    if (flow == null || stamp.device() < 0) {
      return Set.of();
    }
    String name = names.apply(stamp.device());
    return Flaw.of(
        !isOf(name, record) || !isInItsPlace(record, stamp),
        !flow.made(record.value(), name, stamp));
  }

  private static boolean isOf(String name, ConsumerRecord<byte[], byte[]> record) {
    String id = HonoHeaders.text(record.headers(), HonoHeaders.DEVICE_ID);
    String key = record.key() == null ? id : new String(record.key(), StandardCharsets.UTF_8);
    return name.equals(id == null ? key : id) && name.equals(key);
  }

  private boolean isInItsPlace(ConsumerRecord<byte[], byte[]> record, Stamp stamp) {
    Topics its = topics.of(stamp.device());
    String answered = flows.get(stamp.flow()).answers();
    if (answered != null) {
      return record.topic().equals(its.commandResponse())
          && new CorrelationId(stamp.run(), answered, stamp.n())
              .text()
              .equals(HonoHeaders.text(record.headers(), HonoHeaders.CORRELATION_ID));
    }
    boolean event = dueFlows.get(stamp.flow()) instanceof HonoFlow.Event;
    String topic = event ? its.event() : its.telemetry();
    return record.topic().equals(topic)
        && contentTypes
            .get(stamp.flow())
            .equals(HonoHeaders.text(record.headers(), HonoHeaders.CONTENT_TYPE));
  }
}
