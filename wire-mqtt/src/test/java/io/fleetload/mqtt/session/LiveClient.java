// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A session with a real server; what happens to it is kept as words, to be waited for. */
final class LiveClient implements MqttSessionListener {
  private static final SourceAddress SOURCE =
      SourceAddress.of(List.of(), ShardDevices.all(100)).get(0);

  private final NioLoop loop;
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final MqttSession session;
  private final TcpConnection connection;
  volatile boolean acknowledges = true;

  LiveClient(NioLoop loop, MqttLoop shared) {
    this.loop = loop;
    this.session = new MqttSession(shared, this);
    this.connection = new TcpConnection(loop, session);
  }

  void connect(ConnectPacket request, int port) throws Exception {
    connect(request, SessionLimits.DEFAULT, port);
  }

  void connect(ConnectPacket request, SessionLimits limits, int port) throws Exception {
    call(
        () -> {
          session.begin(request, limits, connection);
          connection.open(SOURCE, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
          return null;
        });
  }

  Acceptance publish(String topic, String payload, int qos) throws Exception {
    return call(
        () -> session.publish(MqttPublish.of(topic, payload.getBytes(UTF_8), qos), payload));
  }

  void subscribe(String filter, int qos) throws Exception {
    List<TopicSubscription> filters = List.of(TopicSubscription.of(filter, qos));
    call(() -> session.subscribe(filters, PropertyBlock.EMPTY, "subscribed"));
  }

  /** Calls something on the loop's thread. */
  <T> T call(Supplier<T> task) throws Exception {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.execute(() -> done.complete(task.get()));
    return done.get(60, TimeUnit.SECONDS);
  }

  MqttSession session() {
    return session;
  }

  /** What is next heard, in at most a minute. */
  String next() throws InterruptedException {
    return heard.poll(60, TimeUnit.SECONDS);
  }

  /** What is heard until now. */
  List<String> soFar() {
    return List.copyOf(heard);
  }

  @Override
  public void connected(ConnAckPacket answer) {
    heard.add("connected" + (answer.sessionPresent() ? " again" : ""));
  }

  @Override
  public void ended(MqttEnd end) {
    heard.add("ended " + end.cause().key());
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    heard.add(token + " " + by);
  }

  @Override
  public void dropped(Object token, Cause cause) {
    heard.add("dropped " + token);
  }

  @Override
  public void unexpected(PacketType type, int id) {
    heard.add("unexpected " + type + " " + id);
  }

  @Override
  public boolean published(PublishView message) {
    String text = new String(message.payloadBytes(), UTF_8);
    heard.add("got " + text + " q" + message.qos() + (message.dup() ? " again" : ""));
    return acknowledges;
  }

  @Override
  public void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {
    heard.add(token + " " + codes);
  }
}
