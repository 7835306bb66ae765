// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.backend.SubscribedTopics.Request;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.profile.MqttDevices;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.mqtt.profile.Subscribers;
import io.fleetload.mqtt.session.Acceptance;
import io.fleetload.mqtt.session.MqttCause;
import io.fleetload.mqtt.session.MqttEnd;
import io.fleetload.mqtt.session.MqttSession;
import io.fleetload.mqtt.session.MqttSessionListener;
import io.fleetload.mqtt.session.SessionLimits;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A subscriber: a client that asks for topics and hands on what comes. */
final class Subscriber implements MqttSessionListener {
  private static final int FILTERS_A_PACKET = 200;
  private static final int KEEP_ALIVE_SECONDS = 30;
  private static final byte[] FENCE = "fence".getBytes(StandardCharsets.US_ASCII);
  private static final Object OPTIONAL = new Object();
  private static final Object RESPONSE = new Object();

  private final int number;
  private final SubscribedTopics topics;
  private final SubscriberLoop loop;
  private final MqttSession session;
  private final TcpConnection connection;
  private final String fence;
  private int unanswered;
  private boolean ready;
  private boolean fenced;
  private boolean leaving;

  Subscriber(int number, SubscribedTopics topics, SubscriberLoop loop) {
    this.number = number;
    this.topics = topics;
    this.loop = loop;
    this.session = new MqttSession(loop.mqtt(), this);
    this.connection = new TcpConnection(loop.loop(), session, loop.brokers().layers(number));
    this.fence = topics.fence(number);
  }

  int number() {
    return number;
  }

  void open(SourceAddress source, InetSocketAddress broker) {
    MqttProfile profile = loop.profile();
    Subscribers who = profile.subscribers();
    MqttVersion version = profile.target().version().wire();
    long kept = who.sessionExpirySeconds();
    // In 3.1.1 a clean session ends with its connection; the id is of this run alone.
    boolean clean = kept == 0 || leaving || (version == MqttVersion.V5 && !ready);
    ConnectPacket request =
        ConnectPacket.of(version, clean, KEEP_ALIVE_SECONDS, topics.clientId(number))
            .with(MqttDevices.kept(version, kept));
    session.begin(who.identified(request), SessionLimits.DEFAULT, connection);
    connection.open(source, broker);
  }

  @Override
  public void connected(ConnAckPacket answer) {
    if (leaving) {
      session.disconnect(0, PropertyBlock.EMPTY);
      return;
    }
    if (answer.sessionPresent() && ready) {
      return;
    }
    if (ready && loop.profile().subscribers().sessionExpirySeconds() > 0) {
      loop.forgotten();
    }
    List<Request> all = topics.of(number);
    for (int from = 0; from < all.size(); from += FILTERS_A_PACKET) {
      List<Request> some = all.subList(from, Math.min(all.size(), from + FILTERS_A_PACKET));
      unanswered++;
      session.subscribe(
          some.stream().map(Request::subscription).toList(), PropertyBlock.EMPTY, some);
    }
    if (number == 0) {
      session.subscribe(
          List.of(TopicSubscription.of(Drops.TOPIC, 0), TopicSubscription.of(Drops.UPTIME, 0)),
          PropertyBlock.EMPTY,
          OPTIONAL);
    }
  }

  @Override
  public void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {
    if (!(token instanceof List<?> asked)) {
      return;
    }
    for (int i = 0; i < asked.size(); i++) {
      Request each = (Request) asked.get(i);
      String filter = each.subscription().filter();
      int code = i < codes.size() ? codes.get(i) : MqttCause.UNSPECIFIED.code();
      if (MqttCause.isFailure(code)) {
        loop.failed(
            "the broker does not let subscriber %s have \"%s\": %s (subscribers, flows)"
                .formatted(topics.clientId(number), filter, MqttCause.of(code).meaning()));
        return;
      }
      if (code < each.least()) {
        loop.failed(
            "write %d for subscribers.qos: the broker grants subscriber %s no more for \"%s\", and messages of QoS %d would come at a lower one"
                .formatted(code, topics.clientId(number), filter, each.least()));
        return;
      }
    }
    unanswered--;
    if (unanswered == 0 && !ready) {
      ready = true;
      loop.ready();
    }
  }

  @Override
  public void ended(MqttEnd end) {
    unanswered = 0;
    if (loop.isOpened()) {
      if (!leaving) {
        loop.lost(this);
      }
    } else {
      String where = loop.profile().target().broker();
      loop.failed(
          end.cause() == Cause.Transport.UNREACHABLE
              ? "the broker at %s is not reachable: nothing listens there (target.broker)"
                  .formatted(where)
              : "the broker at %s does not let subscriber %s in: %s (target.broker, subscribers)%s"
                  .formatted(
                      where,
                      topics.clientId(number),
                      end.cause().key(),
                      loop.profile().target().advice(end.cause())));
    }
  }

  @Override
  public boolean published(PublishView message) {
    long now = loop.nanos();
    String topic = message.topic();
    if (topics.isFence(topic) && Arrays.equals(message.payloadBytes(), FENCE)) {
      // A wide filter of the profile may match those of others.
      if (!fenced && topic.equals(fence)) {
        fenced = true;
        loop.fenced();
      }
    } else if (topic.equals(Drops.TOPIC)) {
      String count = new String(message.payloadBytes(), StandardCharsets.UTF_8);
      loop.drops().said(count, message.retain(), now);
    } else if (topic.equals(Drops.UPTIME)) {
      loop.drops().ticked(now);
    } else {
      PropertyBlock properties = message.properties();
      loop.got(
          new SubscriberReception.Got(
              number,
              topic,
              message.qos(),
              message.payloadBytes(),
              now,
              properties.text(MqttProperty.RESPONSE_TOPIC).orElse(null),
              properties.binary(MqttProperty.CORRELATION_DATA).orElse(null)));
    }
    return true;
  }

  /** Publishes a message to itself. */
  void fence() {
    if (!fenced) {
      session.publish(MqttPublish.of(fence, FENCE, 1), FENCE);
    }
  }

  /** Responds to a request with what it says (5:4.10.1). */
  void respond(SubscriberReception.Got request) {
    PropertyBlock block =
        PropertyBlock.builder()
            .binary(MqttProperty.CORRELATION_DATA, request.correlation())
            .build();
    Acceptance accepted =
        session.publish(
            new MqttPublish(
                request.responseTopic(), request.payload(), request.qos(), false, block),
            RESPONSE);
    if (!accepted.isAccepted()) {
      loop.unanswered();
    }
  }

  /** Leaves for a time; the broker queues what comes meanwhile. */
  void sleep() {
    session.disconnect(0, PropertyBlock.EMPTY);
  }

  /** Returns whether it is connected. */
  boolean isThere() {
    return session.isOpen();
  }

  /** Publishes a message that has no subscriber, which the broker acknowledges. */
  void pulse() {
    session.publish(MqttPublish.of(fence + "/pulse", FENCE, 1), FENCE);
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    loop.answered(loop.nanos());
    if (token == RESPONSE && MqttCause.isFailure(reason)) {
      loop.unanswered();
    }
  }

  @Override
  public void dropped(Object token, Cause cause) {
    // A subscription or a fence of a connection that is over; the next one asks again.
    if (token == RESPONSE) {
      loop.unanswered();
    }
  }

  @Override
  public void unexpected(PacketType type, int id) {
    loop.unexpected();
  }

  /**
   * Leaves for good, so that the broker keeps nothing of it. In 3.1.1 a session that is kept ends
   * by a clean one.
   *
   * @return whether it connects once more for that
   */
  boolean close() {
    boolean v5 = loop.profile().target().version().wire() == MqttVersion.V5;
    PropertyBlock ends = PropertyBlock.builder().number(MqttProperty.SESSION_EXPIRY, 0).build();
    session.disconnect(0, v5 ? ends : PropertyBlock.EMPTY);
    leaving = !v5 && loop.profile().subscribers().sessionExpirySeconds() > 0;
    return leaving;
  }
}
