// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.MqttWebSocketConfig;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt3.Mqtt3ClientBuilder;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt3.message.connect.connack.Mqtt3ConnAckReturnCode;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerTest {
  private static final byte[] PLAIN = "secret:1".getBytes(StandardCharsets.UTF_8);
  private static final byte[] HASHED = "other".getBytes(StandardCharsets.UTF_8);

  @TempDir private static Path directory;
  private static Certificates certificates;
  private static BrokerInTest broker;

  @BeforeAll
  static void start() throws Exception {
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(HASHED));
    Path users =
        Files.writeString(
            directory.resolve("users"), "# all\n\nann:secret:1\nbob:sha256:" + hash + "\n");
    certificates = Certificates.in(directory);
    broker =
        new BrokerInTest(
            "--tls-port=0",
            "--websocket-port=0",
            "--tls-websocket-port=0",
            "--certificate=" + certificates.pem(),
            "--users=" + users,
            "--max-queued=5",
            "--max-packet=1000",
            "--receive-maximum=7");
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void theReadyLineSaysItsLimits() {
    assertThat(broker.ready())
        .contains(
            "\"broker\":\"HiveMQ CE 2025.5\"",
            "\"maxQueued\":5",
            "\"whenFull\":\"drop-newest\"",
            "\"maxPacket\":1000",
            "\"receiveMaximum\":7");
  }

  @Test
  void aMessageReachesSubscribersOfBothVersions() throws Exception {
    Mqtt5BlockingClient five = five("");
    Mqtt3BlockingClient three = three(Listener.TCP).buildBlocking();
    five.connect();
    three(three);
    try (Mqtt5BlockingClient.Mqtt5Publishes toFive = five.publishes(MqttGlobalPublishFilter.ALL);
        Mqtt3BlockingClient.Mqtt3Publishes toThree = three.publishes(MqttGlobalPublishFilter.ALL)) {
      five.subscribeWith().topicFilter("both/#").qos(MqttQos.EXACTLY_ONCE).send();
      three.subscribeWith().topicFilter("both/#").qos(MqttQos.EXACTLY_ONCE).send();
      five.publishWith().topic("both/5").qos(MqttQos.AT_LEAST_ONCE).payload(PLAIN).send();
      three.publishWith().topic("both/3").qos(MqttQos.EXACTLY_ONCE).payload(HASHED).send();

      List<String> heard = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        heard.add("5 hears " + toFive.receive(1, TimeUnit.MINUTES).orElseThrow().getTopic());
        heard.add("3 hears " + toThree.receive(1, TimeUnit.MINUTES).orElseThrow().getTopic());
      }
      assertThat(heard)
          .containsExactlyInAnyOrder(
              "5 hears both/5", "5 hears both/3", "3 hears both/5", "3 hears both/3");
    }
    five.disconnect();
    three.disconnect();
  }

  @Test
  void theSixthMessageForAQueueOfFiveIsDroppedAndCountedByItsReason() throws Exception {
    int all = dropped("mqtt_messages_dropped_total");
    Mqtt5BlockingClient away = five("away");
    away.connectWith().sessionExpiryInterval(600).send();
    away.subscribeWith().topicFilter("away").qos(MqttQos.AT_LEAST_ONCE).send();
    away.disconnect();

    Mqtt5BlockingClient sender = five("");
    sender.connect();
    for (int i = 1; i <= 6; i++) {
      sender
          .publishWith()
          .topic("away")
          .qos(MqttQos.AT_LEAST_ONCE)
          .payload(("" + i).getBytes(StandardCharsets.US_ASCII))
          .send();
    }
    sender.disconnect();
    assertThat(dropped("mqtt_messages_dropped_total") - all).isEqualTo(1);
    assertThat(
            dropped(
                "mqtt_messages_dropped_by_reason_total"
                    + "{reason=\"the_client_message_queue_is_full\"}"))
        .isEqualTo(all + 1);

    List<String> heard = new ArrayList<>();
    try (Mqtt5BlockingClient.Mqtt5Publishes publishes =
        away.publishes(MqttGlobalPublishFilter.ALL)) {
      away.connectWith().cleanStart(false).sessionExpiryInterval(0).send();
      for (int i = 0; i < 5; i++) {
        Mqtt5Publish next = publishes.receive(1, TimeUnit.MINUTES).orElseThrow();
        heard.add(new String(next.getPayloadAsBytes(), StandardCharsets.US_ASCII));
      }
      // A later one, so that a sixth would be before it.
      away.publishWith().topic("away").qos(MqttQos.AT_LEAST_ONCE).payload(PLAIN).send();
      assertThat(publishes.receive(1, TimeUnit.MINUTES).orElseThrow().getPayloadAsBytes())
          .isEqualTo(PLAIN);
    }
    away.disconnect();
    assertThat(heard).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void itTellsItsLimitsToClientsOfVersion5() {
    Mqtt5BlockingClient client = five("");
    Mqtt5ConnAck answer = client.connect();
    assertThat(answer.getRestrictions().getReceiveMaximum()).isEqualTo(7);
    assertThat(answer.getRestrictions().getMaximumPacketSize()).isEqualTo(1_000);
    client.disconnect();
  }

  @Test
  void aPacketOverTheLimitEndsItsConnection() {
    Mqtt3BlockingClient client = three(Listener.TCP).buildBlocking();
    three(client);
    assertThatThrownBy(
            () ->
                client
                    .publishWith()
                    .topic("large")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(new byte[1_000])
                    .send())
        .hasMessageContaining("closed");
  }

  @Test
  void aWrongPasswordGetsItsCodeInBothVersions() {
    assertThatThrownBy(() -> three(Listener.TCP).buildBlocking().connect())
        .asInstanceOf(type(Mqtt3ConnAckException.class))
        .extracting(e -> e.getMqttMessage().getReturnCode())
        .isEqualTo(Mqtt3ConnAckReturnCode.BAD_USER_NAME_OR_PASSWORD);
    assertThatThrownBy(
            () ->
                Mqtt5Client.builder()
                    .serverHost("127.0.0.1")
                    .serverPort(broker.port(Listener.TCP))
                    .simpleAuth()
                    .username("ann")
                    .password("secret".getBytes(StandardCharsets.UTF_8))
                    .applySimpleAuth()
                    .buildBlocking()
                    .connect())
        .asInstanceOf(type(Mqtt5ConnAckException.class))
        .extracting(e -> e.getMqttMessage().getReasonCode())
        .isEqualTo(Mqtt5ConnAckReasonCode.BAD_USER_NAME_OR_PASSWORD);
  }

  @Test
  void itIsReachedByTlsAndByWebsocketAndByBoth() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates.content());
    MqttClientSslConfig tls =
        MqttClientSslConfig.builder()
            .trustManagerFactory(trust)
            .protocols(List.of("TLSv1.3"))
            .build();
    MqttWebSocketConfig websocket =
        MqttWebSocketConfig.builder().serverPath("mqtt").subprotocol("mqtt").build();
    for (Mqtt3ClientBuilder each :
        List.of(
            three(Listener.TLS).sslConfig(tls),
            three(Listener.WEBSOCKET).webSocketConfig(websocket),
            three(Listener.TLS_WEBSOCKET).sslConfig(tls).webSocketConfig(websocket))) {
      Mqtt3BlockingClient client = each.buildBlocking();
      three(client);
      client.publishWith().topic("secure").qos(MqttQos.AT_LEAST_ONCE).payload(PLAIN).send();
      client.disconnect();
    }
  }

  private static int dropped(String figure) throws Exception {
    return Integer.parseInt(BrokerInTest.figure(broker.ready(), figure));
  }

  private static Mqtt3ClientBuilder three(Listener listener) {
    return Mqtt3Client.builder().serverHost("127.0.0.1").serverPort(broker.port(listener));
  }

  private static void three(Mqtt3BlockingClient client) {
    client.connectWith().simpleAuth().username("bob").password(HASHED).applySimpleAuth().send();
  }

  /** A client of version 5 with the plain password. */
  private static Mqtt5BlockingClient five(String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(broker.port(Listener.TCP))
        .simpleAuth()
        .username("ann")
        .password(PLAIN)
        .applySimpleAuth()
        .buildBlocking();
  }
}
