// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.Will;
import io.fleetload.rig.Mosquitto;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.TcpConnection;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions with a real broker. */
@Timeout(120)
class MosquittoIT {
  private static Mosquitto broker;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private NioLoop loop;
  private MqttLoop shared;

  @BeforeAll
  static void startBroker(@TempDir Path directory) throws Exception {
    broker = Mosquitto.start(directory);
  }

  @AfterAll
  static void stopBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  @BeforeEach
  void start() throws Exception {
    loop = new NioLoop("test", 150_000, key -> TcpConnection.ready(key, buffer));
    loop.start();
    shared = new MqttLoop(loop, System::nanoTime);
  }

  @AfterEach
  void stop() {
    loop.close();
  }

  private LiveClient client(ConnectPacket request) throws Exception {
    LiveClient client = new LiveClient(loop, shared);
    client.connect(request, broker.port());
    assertThat(client.next()).isEqualTo("connected");
    return client;
  }

  /** A request for a session that lasts. */
  private static ConnectPacket lasting(MqttVersion version, boolean clean, String id) {
    PropertyBlock minute = PropertyBlock.builder().number(MqttProperty.SESSION_EXPIRY, 60).build();
    ConnectPacket request = ConnectPacket.of(version, clean, 30, id + version);
    return version == MqttVersion.V5 ? request.with(minute) : request;
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void messagesOfEachQosComeBack(MqttVersion version) throws Exception {
    LiveClient client = client(ConnectPacket.of(version, true, 30, "self" + version));
    client.subscribe("self/#", 2);
    assertThat(client.next()).isEqualTo("subscribed [2]");
    for (int qos = 0; qos <= 2; qos++) {
      client.publish("self/" + qos, "m" + qos, qos);
    }
    List<String> heard = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      heard.add(client.next());
    }
    assertThat(heard)
        .containsExactlyInAnyOrder(
            "got m0 q0", "got m1 q1", "got m2 q2", "m1 PUBACK", "m2 PUBREC", "m2 PUBCOMP");
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void whatALostPublisherSendsAgainComesOnce(MqttVersion version) throws Exception {
    LiveClient receiver = client(ConnectPacket.of(version, true, 30, "once" + version));
    receiver.subscribe("once", 2);
    assertThat(receiver.next()).isEqualTo("subscribed [2]");
    LiveClient sender = new LiveClient(loop, shared);
    sender.connect(lasting(version, version == MqttVersion.V5, "sender"), broker.port());
    assertThat(sender.next()).isEqualTo("connected");
    for (int i = 0; i < 30; i++) {
      String text = "m" + i;
      // The connection is lost behind the message, before anything is read of its answer.
      sender.call(
          () -> {
            sender.session().publish(MqttPublish.of("once", text.getBytes(UTF_8), 2), text);
            sender.session().lose(Cause.Transport.DISCONNECTED);
            return null;
          });
      sender.connect(lasting(version, false, "sender"), broker.port());
      List<String> heard = new ArrayList<>();
      while (!heard.contains(text + " PUBCOMP")) {
        heard.add(sender.next());
      }
      assertThat(heard).contains("connected again");
      assertThat(receiver.next()).isEqualTo("got " + text + " q2");
    }
    assertThat(receiver.soFar()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void whatAReceiverDoesNotAcknowledgeComesAgain(MqttVersion version) throws Exception {
    LiveClient client = new LiveClient(loop, shared);
    client.connect(lasting(version, version == MqttVersion.V5, "slow"), broker.port());
    assertThat(client.next()).isEqualTo("connected");
    client.acknowledges = false;
    client.subscribe("slow" + version, 1);
    assertThat(client.next()).isEqualTo("subscribed [1]");
    LiveClient sender = client(ConnectPacket.of(version, true, 30, "tosl" + version));
    sender.publish("slow" + version, "m1", 1);
    sender.publish("slow" + version, "m2", 1);
    assertThat(client.next()).isEqualTo("got m1 q1");
    assertThat(client.next()).isEqualTo("got m2 q1");
    client.call(
        () -> {
          client.session().acknowledge(1);
          client.session().flush();
          client.session().lose(Cause.Transport.DISCONNECTED);
          return null;
        });
    client.acknowledges = true;
    client.connect(lasting(version, false, "slow"), broker.port());
    List<String> heard = new ArrayList<>();
    while (!heard.contains("got m2 q1 again")) {
      heard.add(client.next());
    }
    assertThat(heard).contains("connected again");
  }

  @Test
  void theBrokerKeepsToTheReceiveMaximumOfTheClientButForOne() throws Exception {
    PropertyBlock two = PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, 2).build();
    LiveClient client = client(ConnectPacket.of(MqttVersion.V5, true, 30, "two").with(two));
    client.acknowledges = false;
    client.subscribe("two", 1);
    assertThat(client.next()).isEqualTo("subscribed [1]");
    LiveClient sender = client(ConnectPacket.of(MqttVersion.V5, true, 30, "totwo"));
    for (int i = 1; i <= 5; i++) {
      sender.publish("two", "m" + i, 1);
      assertThat(sender.next()).isEqualTo("m" + i + " PUBACK");
    }
    assertThat(client.next()).isEqualTo("got m1 q1");
    assertThat(client.next()).isEqualTo("got m2 q1");
    assertThat(client.soFar()).isEmpty();
    client.call(
        () -> {
          client.session().acknowledge(1);
          return null;
        });
    // The third is one too many, and the client reports it.
    assertThat(client.next()).isEqualTo("got m3 q1");
    assertThat(client.next()).isEqualTo("unexpected PUBLISH 4");
    assertThat(client.next()).isEqualTo("got m4 q1");
  }

  @Test
  void theClientKeepsToTheReceiveMaximumOfTheBroker() throws Exception {
    LiveClient sender = client(ConnectPacket.of(MqttVersion.V5, true, 30, "burst"));
    List<Acceptance> accepted =
        sender.call(
            () -> {
              List<Acceptance> all = new ArrayList<>();
              for (int i = 0; i < 100; i++) {
                all.add(sender.session().publish(MqttPublish.of("burst", new byte[16], 1), i));
              }
              return all;
            });
    assertThat(accepted).filteredOn(each -> each == Acceptance.WRITTEN).hasSize(20);
    for (int i = 0; i < 100; i++) {
      assertThat(sender.next()).isEqualTo(i + " PUBACK");
    }
    assertThat(sender.publish("burst", "x".repeat(5_000), 1)).isEqualTo(Acceptance.TOO_LARGE);
  }

  @Test
  void topicsGoByAliases() throws Exception {
    LiveClient client = new LiveClient(loop, shared);
    client.connect(
        ConnectPacket.of(MqttVersion.V5, true, 30, "alias"),
        SessionLimits.DEFAULT.withAliases(true),
        broker.port());
    assertThat(client.next()).isEqualTo("connected");
    client.subscribe("alias/#", 0);
    assertThat(client.next()).isEqualTo("subscribed [0]");
    for (int i = 0; i < 40; i++) {
      client.publish("alias/" + i % 15, "m" + i, 0);
      assertThat(client.next()).isEqualTo("got m" + i + " q0");
    }
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aWillIsPublishedForAClientThatIsLost(MqttVersion version) throws Exception {
    LiveClient receiver = client(ConnectPacket.of(version, true, 30, "heir" + version));
    receiver.subscribe("will" + version, 1);
    assertThat(receiver.next()).isEqualTo("subscribed [1]");
    Will will = new Will("will" + version, "gone".getBytes(UTF_8), 1, false, PropertyBlock.EMPTY);
    ConnectPacket request = ConnectPacket.of(version, true, 30, "testator" + version).with(will);
    LiveClient left = client(request);
    left.call(
        () -> {
          left.session().disconnect(0, PropertyBlock.EMPTY);
          return null;
        });
    LiveClient lost = client(request);
    lost.call(
        () -> {
          lost.session().lose(Cause.Transport.DISCONNECTED);
          return null;
        });
    assertThat(receiver.next()).isEqualTo("got gone q1");
    assertThat(receiver.soFar()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aSecondClientOfTheSameIdEndsTheFirst(MqttVersion version) throws Exception {
    ConnectPacket request = ConnectPacket.of(version, true, 30, "same" + version);
    LiveClient first = client(request);
    client(request);
    assertThat(first.next()).isEqualTo("ended transport.disconnected");
  }

  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void aWrongPasswordHasOneName(MqttVersion version) throws Exception {
    ConnectPacket request = ConnectPacket.of(version, true, 30, "user" + version);
    LiveClient wrong = new LiveClient(loop, shared);
    wrong.connect(request.with(Mosquitto.USER, "wrong".getBytes(UTF_8)), broker.passwordPort());
    assertThat(wrong.next()).isEqualTo("ended protocol.mqtt.credentials");
    LiveClient right = new LiveClient(loop, shared);
    right.connect(
        request.with(Mosquitto.USER, Mosquitto.PASSWORD.getBytes(UTF_8)), broker.passwordPort());
    assertThat(right.next()).isEqualTo("connected");
  }

  /** The broker ends a silent client of that keep-alive after 4.8 to 6 s. */
  @Test
  void pingsKeepAConnectionOpen() throws Exception {
    LiveClient client = client(ConnectPacket.of(MqttVersion.V5, true, 1, "quiet"));
    LiveClient clock = client(ConnectPacket.of(MqttVersion.V5, true, 30, "clock"));
    loop.execute(() -> loop.after(8_000_000_000L, () -> clock.dropped("8 s", null)));
    assertThat(clock.next()).isEqualTo("dropped 8 s");
    assertThat(client.soFar()).isEmpty();
    client.publish("quiet", "m", 1);
    assertThat(client.next()).isEqualTo("m PUBACK");
  }
}
