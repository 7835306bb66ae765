// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.fleetload.rig.ServerProcess;
import io.fleetload.rig.ServerProcessContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessIT extends ServerProcessContract {
  /** So many that HiveMQ's map of them grows and has collisions. */
  private static final int MESSAGES = 1_000;

  @TempDir private Path directory;

  ProcessIT() {
    super(
        "mqtt-embedded.jar",
        "mqtt-broker",
        List.of(),
        List.of("--port", "--metrics-port", "--websocket-port"));
  }

  @Override
  protected String ready() {
    return "\\{\"event\":\"ready\",\"tool\":\"mqtt-broker\",\"server\":\"127.0.0.1:\\d+\","
        + "\"broker\":\"HiveMQ CE 2025.5\",\"maxQueued\":1000,\"whenFull\":\"drop-newest\","
        + "\"maxPacket\":268435460,\"receiveMaximum\":10,"
        + "\"metrics\":\"http://127.0.0.1:\\d+/metrics\"}";
  }

  @Test
  void itLeavesNothingWhenItIsKilled() throws Exception {
    try (ServerProcess server = started()) {
      assertThat(server.says()).contains("ready");
      assertThat(left()).isEmpty();
      server.kill();
      server.exitCode();
      assertThat(left()).isEmpty();
    }
  }

  @Test
  void itNeedsLittleMemory() throws Exception {
    try (ServerProcess server = started()) {
      String resident = BrokerInTest.figure(server.says(), "process_resident_memory_bytes");
      assertThat(Long.parseLong(resident)).isBetween(50_000_000L, 350_000_000L);
    }
  }

  @Test
  void whatItAcknowledgedOutlivesItsDeathInAFolder() throws Exception {
    String data = "--data=" + directory.resolve("data");
    try (ServerProcess server = started(data)) {
      String ready = server.says();
      queue(ready, MESSAGES);
      server.kill();
      server.exitCode();
    }
    try (ServerProcess server = started(data)) {
      Mqtt5BlockingClient away = client(server.says(), "away");
      try (Mqtt5BlockingClient.Mqtt5Publishes publishes =
          away.publishes(MqttGlobalPublishFilter.ALL)) {
        away.connectWith().cleanStart(false).sessionExpiryInterval(0).send();
        for (int i = 0; i < MESSAGES; i++) {
          assertThat(text(publishes.receive(1, TimeUnit.MINUTES).orElseThrow())).isEqualTo("" + i);
        }
        away.subscribeWith().topicFilter("+").send();
        Mqtt5Publish retained = publishes.receive(1, TimeUnit.MINUTES).orElseThrow();
        assertThat(retained.isRetain()).isTrue();
        assertThat(text(retained)).isEqualTo("" + (MESSAGES - 1));
      }
      away.disconnect();
    }
  }

  @Test
  void aFullQueueMayDropItsOldestMessage() throws Exception {
    try (ServerProcess server = started("--when-full=drop-oldest", "--max-queued=3")) {
      String ready = server.says();
      queue(ready, 5);
      assertThat(BrokerInTest.figure(ready, "mqtt_messages_dropped_total")).isEqualTo("2");
      Mqtt5BlockingClient away = client(ready, "away");
      try (Mqtt5BlockingClient.Mqtt5Publishes publishes =
          away.publishes(MqttGlobalPublishFilter.ALL)) {
        away.connectWith().cleanStart(false).sessionExpiryInterval(0).send();
        for (int i = 2; i < 5; i++) {
          assertThat(text(publishes.receive(1, TimeUnit.MINUTES).orElseThrow())).isEqualTo("" + i);
        }
      }
    }
  }

  /** Lets a client subscribe and leave, and sends it so many messages; the last one is retained. */
  private static void queue(String ready, int messages) {
    Mqtt5BlockingClient away = client(ready, "away");
    away.connectWith().sessionExpiryInterval(600).send();
    away.subscribeWith().topicFilter("away").qos(MqttQos.EXACTLY_ONCE).send();
    away.disconnect();
    Mqtt5BlockingClient sender = client(ready, "sender");
    sender.connect();
    for (int i = 0; i < messages; i++) {
      sender
          .publishWith()
          .topic("away")
          .qos(i % 2 == 0 ? MqttQos.AT_LEAST_ONCE : MqttQos.EXACTLY_ONCE)
          .payload(("" + i).getBytes(StandardCharsets.US_ASCII))
          .retain(i == messages - 1)
          .send();
    }
  }

  private static String text(Mqtt5Publish publish) {
    return new String(publish.getPayloadAsBytes(), StandardCharsets.US_ASCII);
  }

  private static Mqtt5BlockingClient client(String ready, String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(BrokerInTest.port(ready, Listener.TCP))
        .buildBlocking();
  }

  @Test
  void aFolderOfAnotherBrokerIsSaidInOneLine() throws Exception {
    String data = "--data=" + directory.resolve("data");
    try (ServerProcess first = started(data)) {
      assertThat(first.says()).contains("ready");
      try (ServerProcess second = started(data)) {
        assertThat(second.exitCode()).isEqualTo(3);
        assertThat(second.complaints())
            .singleElement()
            .asString()
            .startsWith("mqtt-broker: ")
            .contains("Is another HiveMQ instance running?", "--data");
      }
    }
  }

  @Test
  void aWrongCommandLineIsSaidInOneLine() throws Exception {
    isWrong("--max-queued=0", "--max-queued", "'0'", "1 to ");
    isWrong("--when-full=wait", "--when-full", "'wait'", "drop-newest or drop-oldest");
    isWrong("--tls-port=0", "--certificate", "''");
    isWrong("--users=/no/file", "--users", "'/no/file'", "can be read");
    Path file = Files.writeString(directory.resolve("file"), "ann:secret\nbob\n");
    isWrong("--users=" + file, "--users", "in line 2", "USER:PASSWORD");
    try (ServerProcess server = started("--tls-port=0", "--certificate=" + file)) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.complaints())
          .singleElement()
          .asString()
          .startsWith("mqtt-broker: --certificate: ")
          .contains("'" + file + "'", "PEM", "PKCS #8")
          .doesNotContain("secret");
    }
  }
}
