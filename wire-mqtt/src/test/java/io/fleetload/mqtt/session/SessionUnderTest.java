// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PacketWriter;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.rig.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A session, its loop, its server, and what its listener heard, in words. */
class SessionUnderTest implements MqttSessionListener {
  final ManualLoop loop = new ManualLoop();
  final MqttLoop shared = new MqttLoop(loop, loop::nanos);
  final MqttSession session = new MqttSession(shared, this);
  final List<String> heard = new ArrayList<>();
  final List<MqttEnd> ends = new ArrayList<>();
  final PacketWriter server = new PacketWriter();
  FakeStream stream = new FakeStream();
  boolean acknowledges = true;
  private final MqttVersion version;

  SessionUnderTest(MqttVersion version) {
    this.version = version;
  }

  /** Opens a connection up to the server's answer. */
  SessionUnderTest connect(boolean clean, PropertyBlock asked, SessionLimits limits) {
    stream = new FakeStream();
    session.begin(ConnectPacket.of(version, clean, 10, "me").with(asked), limits, stream);
    session.connected();
    stream.taken();
    return this;
  }

  SessionUnderTest open(boolean clean, boolean present, PropertyBlock answer) {
    connect(clean, PropertyBlock.EMPTY, SessionLimits.DEFAULT);
    return answered(present, answer);
  }

  SessionUnderTest answered(boolean present, PropertyBlock answer) {
    return from(to -> to.connAck(version, new ConnAckPacket(present, 0, answer)));
  }

  /** Lets the server send packets, which arrive in one read. */
  SessionUnderTest from(Consumer<PacketWriter> packets) {
    packets.accept(server);
    session.received(server.take());
    return this;
  }

  SessionUnderTest acknowledge(PacketType type, int id, int reason) {
    return from(to -> to.acknowledgement(version, type, id, reason, PropertyBlock.EMPTY));
  }

  SessionUnderTest serverPublishes(String topic, int qos, int id, boolean dup) {
    return from(
        to -> to.publish(version, MqttPublish.of(topic, new byte[] {'x'}, qos), id, dup, 0, false));
  }

  Acceptance publish(String topic, int qos, Object token) {
    return session.publish(MqttPublish.of(topic, "body".getBytes(US_ASCII), qos), token);
  }

  /** What the client wrote since the last call. */
  List<String> written() {
    loop.pass(0);
    return stream.taken();
  }

  List<String> takeHeard() {
    List<String> all = List.copyOf(heard);
    heard.clear();
    return all;
  }

  @Override
  public void connected(ConnAckPacket answer) {
    heard.add("connected");
  }

  @Override
  public void ended(MqttEnd end) {
    ends.add(end);
    heard.add("ended " + end.cause().key());
  }

  @Override
  public void written(Object token, boolean again) {
    heard.add("written " + token + (again ? " again" : ""));
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    heard.add(token + " " + by + (reason == 0 ? "" : " " + Integer.toHexString(reason)));
  }

  @Override
  public void dropped(Object token, Cause cause) {
    heard.add("dropped " + token + " " + cause.key());
  }

  @Override
  public boolean published(PublishView message) {
    heard.add("got " + message.topic() + " q" + message.qos());
    return acknowledges;
  }

  @Override
  public void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {
    heard.add(token + " " + codes);
  }

  @Override
  public void unexpected(PacketType type, int id) {
    heard.add("unexpected " + type + " " + id);
  }
}
