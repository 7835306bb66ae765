// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static io.fleetload.hono.embedded.Application.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mqtt.MqttClient;
import io.vertx.mqtt.MqttClientOptions;
import io.vertx.mqtt.MqttConnectionException;
import io.vertx.mqtt.messages.MqttPublishMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The MQTT adapter, asked by Vert.x's client: one stack for all tests. */
class MqttAdapterIT {
  private static final String PASSWORD = "secret-1";
  private static final long PATIENCE_SECONDS = 120;

  @TempDir private static Path directory;

  private static StackProcess stack;
  private static JsonObject at;
  private static Application application;
  private static Vertx vertx;

  @BeforeAll
  static void start() throws Exception {
    stack =
        new StackProcess(
            directory,
            StackProcess.freePortsAnd(StackProcess.patient("--tenant", "T", "--mqtt-port", "0")));
    at = stack.ready();
    try (MongoClient mongo = MongoClients.create(at.getString("mongodb"))) {
      RegistryContent content = new RegistryContent(mongo.getDatabase(at.getString("database")));
      content.devicesOf("hono-mqtt", "nomqtt", PASSWORD);
    }
    application = new Application(at.getString("kafka"), "T");
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() throws Exception {
    await(vertx.close());
    application.close();
    assertThat(stack.endStdin()).isZero();
    assertThat(stack.errors()).isEmpty();
    stack.close();
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static MqttClient client(String user, String password) throws Exception {
    MqttClient client =
        MqttClient.create(vertx, new MqttClientOptions().setUsername(user).setPassword(password));
    String[] address = at.getString("mqtt").split(":");
    await(client.connect(Integer.parseInt(address[1]), address[0]));
    return client;
  }

  private static MqttClient device(String name) throws Exception {
    return client(name + "@T", PASSWORD);
  }

  private static int publish(MqttClient client, String topic, String text, MqttQoS qos)
      throws Exception {
    CompletableFuture<Integer> acknowledged = new CompletableFuture<>();
    client.publishCompletionHandler(acknowledged::complete);
    int id = await(client.publish(topic, Buffer.buffer(text), qos, false, false));
    if (qos == MqttQoS.AT_LEAST_ONCE) {
      assertThat(acknowledged.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(id);
    }
    return id;
  }

  private static ConsumerRecord<String, byte[]> record(String text) {
    return application.next(
        each -> Arrays.equals(each.value(), text.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean isClosedAfter(String topic, MqttQoS qos) throws Exception {
    MqttClient client = device("dev");
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    client.closeHandler(ended -> closed.complete(true));
    client.publish(topic, Buffer.buffer("{}"), qos, false, false);
    return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void telemetryOfBothQualitiesArrivesWithHonosHeaders() throws Exception {
    MqttClient client = device("dev");

    publish(client, "telemetry", "{\"n\":0}", MqttQoS.AT_MOST_ONCE);
    ConsumerRecord<String, byte[]> first = record("{\"n\":0}");
    publish(client, "t/?content-type=application%2Fjson", "{\"n\":1}", MqttQoS.AT_LEAST_ONCE);
    ConsumerRecord<String, byte[]> second = record("{\"n\":1}");

    assertThat(first.topic()).isEqualTo("hono.telemetry.T");
    assertThat(first.key()).isEqualTo("dev");
    assertThat(header(first, "orig_adapter")).isEqualTo("hono-mqtt");
    assertThat(header(first, "orig_address")).isEqualTo("telemetry");
    assertThat(header(first, "device_id")).isEqualTo("dev");
    assertThat(header(first, "qos")).isEqualTo("0");
    assertThat(header(first, "content-type")).isEqualTo("application/octet-stream");
    assertThat(header(second, "qos")).isEqualTo("1");
    assertThat(header(second, "content-type")).isEqualTo("application/json");
    assertThat(header(second, "traceparent")).isNotNull();
    await(client.disconnect());
  }

  @Test
  void anEventOfQosOneArrivesWithItsTimeToLive() throws Exception {
    MqttClient client = device("dev");

    publish(client, "event/?hono-ttl=60", "event", MqttQoS.AT_LEAST_ONCE);

    ConsumerRecord<String, byte[]> event = record("event");
    assertThat(event.topic()).isEqualTo("hono.event.T");
    assertThat(header(event, "ttl")).isEqualTo("60000");
    await(client.disconnect());
  }

  @Test
  void aGatewaySpeaksForItsDeviceAndForNoOther() throws Exception {
    MqttClient gateway = device("gateway");

    publish(gateway, "telemetry//behind", "of behind", MqttQoS.AT_LEAST_ONCE);

    ConsumerRecord<String, byte[]> message = record("of behind");
    assertThat(header(message, "device_id")).isEqualTo("behind");
    assertThat(header(message, "orig_address")).isEqualTo("telemetry//behind");
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    gateway.closeHandler(ended -> closed.complete(true));
    gateway.publish("telemetry//dev", Buffer.buffer("{}"), MqttQoS.AT_LEAST_ONCE, false, false);
    assertThat(closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCommandReachesItsDeviceAndTheAnswerComesBack() throws Exception {
    MqttClient client = device("answering");
    BlockingQueue<MqttPublishMessage> commands = new LinkedBlockingQueue<>();
    CompletableFuture<Integer> granted = new CompletableFuture<>();
    client.publishHandler(commands::add);
    client.subscribeCompletionHandler(each -> granted.complete(each.grantedQoSLevels().get(0)));
    await(client.subscribe("command///req/#", 1));
    assertThat(granted.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(1);

    // Hono tells applications of a device that waits for commands.
    ConsumerRecord<String, byte[]> waiting =
        application.next(each -> "answering".equals(each.key()) && each.value() == null);
    assertThat(header(waiting, "content-type"))
        .isEqualTo("application/vnd.eclipse-hono-empty-notification");
    assertThat(header(waiting, "ttd")).isEqualTo("-1");

    application.command("answering", "setBrightness", "corr-4711", "{\"b\":7}");
    MqttPublishMessage command = commands.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(command).isNotNull();
    assertThat(command.topicName()).isEqualTo("command///req/209corr-4711/setBrightness");
    assertThat(command.payload().toString()).isEqualTo("{\"b\":7}");
    publish(client, "command///res/209corr-4711/200", "done", MqttQoS.AT_LEAST_ONCE);

    ConsumerRecord<String, byte[]> response = record("done");
    assertThat(response.topic()).isEqualTo("hono.command_response.T");
    assertThat(header(response, "correlation-id")).isEqualTo("corr-4711");
    assertThat(header(response, "status")).isEqualTo("200");
    await(client.disconnect());
  }

  @Test
  void otherFiltersAreNotGranted() throws Exception {
    MqttClient client = device("dev");
    CompletableFuture<Integer> granted = new CompletableFuture<>();
    client.subscribeCompletionHandler(each -> granted.complete(each.grantedQoSLevels().get(0)));

    await(client.subscribe("telemetry/#", 1));

    assertThat(granted.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(0x80);
    await(client.disconnect());
  }

  @Test
  void aMessageThatCannotBeTakenEndsTheConnection() throws Exception {
    assertThat(isClosedAfter("event", MqttQoS.AT_MOST_ONCE)).isTrue();
    assertThat(isClosedAfter("somewhere", MqttQoS.AT_LEAST_ONCE)).isTrue();
    assertThat(isClosedAfter("telemetry/other/dev", MqttQoS.AT_LEAST_ONCE)).isTrue();
    assertThat(isClosedAfter("command///res/XYZ/200", MqttQoS.AT_LEAST_ONCE)).isTrue();
  }

  @Test
  void aDeviceMayAskForAnotherHandlingOfErrors() throws Exception {
    MqttClient client = device("dev");

    publish(client, "somewhere/?on-error=ignore", "{}", MqttQoS.AT_LEAST_ONCE);
    publish(client, "telemetry", "after the error", MqttQoS.AT_LEAST_ONCE);

    assertThat(record("after the error")).isNotNull();
    await(client.disconnect());
  }

  @Test
  void eachRefusalHasHonosReturnCode() {
    assertThat(code("dev@T", "wrong"))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD);
    assertThat(code("nobody@T", PASSWORD))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD);
    assertThat(code("dev@nowhere", PASSWORD))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD);
    assertThat(code("dev", PASSWORD))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD);
    assertThat(code("off@T", PASSWORD))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED);
    assertThat(code("ghost@T", PASSWORD))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED);
    assertThat(code("dev@nomqtt", PASSWORD))
        .isEqualTo(MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED);
  }

  private static MqttConnectReturnCode code(String user, String password) {
    Throwable refusal = catchThrowable(() -> client(user, password)).getCause();
    assertThat(refusal).isInstanceOf(MqttConnectionException.class);
    return ((MqttConnectionException) refusal).code();
  }
}
