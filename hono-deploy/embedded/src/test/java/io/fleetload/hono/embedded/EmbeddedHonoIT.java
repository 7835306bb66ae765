// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static io.fleetload.hono.embedded.Application.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.bson.Document;
import org.eclipse.californium.core.CoapResponse;
import org.eclipse.californium.core.coap.CoAP;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One stack for all tests; the tests of its start and end have their own. */
class EmbeddedHonoIT {

  // In base64 it has a + and a /, which base64url writes otherwise.
  private static final String KEY = ">>>???secret-1";
  // Of the W3C's recommendation; Hono writes it whether or not the trace is recorded.
  private static final String TRACEPARENT = "00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]";
  private static final long PATIENCE_MILLIS = 120_000;
  private static final long SILENCE_MILLIS = 3_000;

  @TempDir private static Path directory;

  private static StackProcess stack;
  private static JsonObject at;
  private static Application application;

  @BeforeAll
  static void start() throws Exception {
    stack =
        new StackProcess(
            directory, StackProcess.freePortsAnd(StackProcess.patient("--tenant", "T")));
    at = stack.ready();
    try (MongoClient mongo = MongoClients.create(at.getString("mongodb"))) {
      RegistryContent content = new RegistryContent(mongo.getDatabase(at.getString("database")));
      content.tenant("T");
      content.device("T", "dev");
      content.key("T", "dev", KEY);
      content.device("T", "off", new Document("enabled", false));
      content.key("T", "off", KEY);
      content.key("T", "ghost", KEY);
      content.tenant("closed", new Document("enabled", false));
      content.device("closed", "dev");
      content.key("closed", "dev", KEY);
      Document noCoap = new Document("type", "hono-coap").append("enabled", false);
      content.tenant("nocoap", new Document("adapters", List.of(noCoap)));
      content.device("nocoap", "dev");
      content.key("nocoap", "dev", KEY);
    }
    application = new Application(at.getString("kafka"), "T");
  }

  @AfterAll
  static void stop() throws Exception {
    application.close();
    assertThat(stack.endStdin()).isZero();
    assertThat(stack.leftBehind()).isEmpty();
    assertThat(stack.restOfStdout()).isEmpty();
    assertThat(stack.errors()).isEmpty();
    stack.close();
  }

  private static Device device(String identity) throws IOException {
    return new Device(at.getString("coap"), identity, KEY, PATIENCE_MILLIS);
  }

  private static String code(String identity, String path, CoAP.Type type) throws Exception {
    try (Device device = device(identity)) {
      return device.post(path, type, "{}").getCode().text;
    }
  }

  @Test
  void theReadyLineNamesEverythingAndThePagesAgree() throws Exception {
    assertThat(at.fieldNames())
        .containsExactly(
            "event",
            "tool",
            "pid",
            "coap",
            "coapCertificate",
            "kafka",
            "mongodb",
            "database",
            "infinispan",
            "http");

    HttpResponse<String> readiness = StackProcess.get(at.getString("http") + "/readiness");
    assertThat(readiness.statusCode()).isEqualTo(200);
    assertThat(new JsonObject(readiness.body()).getString("status")).isEqualTo("UP");
    assertThat(StackProcess.get(at.getString("http") + "/liveness").statusCode()).isEqualTo(200);
    code("dev@T", "telemetry", CoAP.Type.CON);
    assertThat(StackProcess.get(at.getString("http") + "/metrics").body())
        .contains("hono_telemetry_processing", "jvm_memory_used_bytes");
  }

  @Test
  void theTopicsHaveTheirPartitions() throws Exception {
    Map<String, Integer> wanted =
        Map.of(
            "hono.telemetry.T", 10,
            "hono.event.T", 4,
            "hono.command.T", 3,
            "hono.command_response.T", 2,
            "hono.notification.registry-device", 4,
            "hono.notification.registry-tenant", 4);
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", at.getString("kafka")))) {
      Map<String, TopicDescription> found =
          admin.describeTopics(wanted.keySet()).allTopicNames().get(120, TimeUnit.SECONDS);
      assertThat(
              found.values().stream()
                  .collect(Collectors.toMap(TopicDescription::name, t -> t.partitions().size())))
          .isEqualTo(wanted);
    }
  }

  @Test
  void messagesGetThroughWithTheirHeaders() throws Exception {
    try (Device device = device("dev@T")) {
      assertThat(device.post("telemetry", CoAP.Type.CON, "{\"n\":1}").getCode().text)
          .isEqualTo("2.04");
      ConsumerRecord<String, byte[]> telemetry = application.next(r -> says(r, "{\"n\":1}"));
      assertThat(telemetry.topic()).isEqualTo("hono.telemetry.T");
      assertThat(telemetry.key()).isEqualTo("dev");
      assertThat(header(telemetry, "qos")).isEqualTo("1");
      assertThat(header(telemetry, "device_id")).isEqualTo("dev");
      assertThat(header(telemetry, "orig_adapter")).isEqualTo("hono-coap");
      assertThat(header(telemetry, "traceparent")).matches(TRACEPARENT);

      assertThat(device.post("t", CoAP.Type.NON, "{\"n\":2}").getCode().text).isEqualTo("2.04");
      assertThat(header(application.next(r -> says(r, "{\"n\":2}")), "qos")).isEqualTo("0");

      assertThat(device.post("e", CoAP.Type.CON, "{\"n\":3}").getCode().text).isEqualTo("2.04");
      ConsumerRecord<String, byte[]> event = application.next(r -> says(r, "{\"n\":3}"));
      assertThat(event.topic()).isEqualTo("hono.event.T");
      assertThat(header(event, "traceparent")).matches(TRACEPARENT);
    }
  }

  @Test
  void aCommandReachesTheWaitingDeviceAndItsResponseTheApplication() throws Exception {
    try (Device device = device("dev@T")) {
      CompletableFuture<CoapResponse> waiting =
          CompletableFuture.supplyAsync(() -> ask(device, "telemetry?hono-ttd=10"));
      application.next(r -> "10".equals(header(r, "ttd")));
      application.command("dev", "setBrightness", "corr-4711", "{\"v\":42}");

      CoapResponse command = waiting.get(120, TimeUnit.SECONDS);
      assertThat(command.getCode().text).isEqualTo("2.04");
      assertThat(command.getResponseText()).isEqualTo("{\"v\":42}");
      assertThat(command.getOptions().getLocationPath())
          .containsExactly("command_response", "209corr-4711");
      assertThat(command.getOptions().getLocationQuery())
          .containsExactly("hono-command=setBrightness");

      String answer = String.join("/", command.getOptions().getLocationPath());
      assertThat(device.post(answer, CoAP.Type.CON, "{}").getCode().text).isEqualTo("4.00");
      assertThat(
              device
                  .post("command_response/XYZ?hono-cmd-status=200", CoAP.Type.CON, "{}")
                  .getCode()
                  .text)
          .isEqualTo("4.00");
      assertThat(
              device
                  .post(answer + "?hono-cmd-status=200", CoAP.Type.CON, "{\"ok\":1}")
                  .getCode()
                  .text)
          .isEqualTo("2.04");
      ConsumerRecord<String, byte[]> response = application.next(r -> says(r, "{\"ok\":1}"));
      assertThat(response.topic()).isEqualTo("hono.command_response.T");
      assertThat(header(response, "status")).isEqualTo("200");
      assertThat(header(response, "correlation-id")).isEqualTo("corr-4711");
      assertThat(header(response, "device_id")).isEqualTo("dev");
      assertThat(header(response, "tenant_id")).isEqualTo("T");
      assertThat(header(response, "traceparent")).matches(TRACEPARENT);
    }
  }

  private static CoapResponse ask(Device device, String path) {
    try {
      return device.post(path, CoAP.Type.CON, "{}");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean says(ConsumerRecord<String, byte[]> r, String text) {
    return new String(r.value(), StandardCharsets.UTF_8).equals(text);
  }

  @Test
  void aBodyMayHave2048BytesAsInHono() throws Exception {
    try (Device device = device("dev@T")) {
      CoapResponse most = device.post("telemetry", CoAP.Type.CON, "x".repeat(2_048));
      CoapResponse oneMore = device.post("telemetry", CoAP.Type.CON, "x".repeat(2_049));

      assertThat(most.getCode().text).isEqualTo("2.04");
      assertThat(oneMore.getCode().text).isEqualTo("4.13");
      assertThat(oneMore.getOptions().getSize1()).isEqualTo(2_048);
    }
  }

  @Test
  void whatIsRefusedIsRefusedAsInHono() throws Exception {
    assertThat(code("off@T", "telemetry", CoAP.Type.CON)).isEqualTo("4.04");
    assertThat(code("ghost@T", "telemetry", CoAP.Type.CON)).isEqualTo("4.04");
    assertThat(code("dev@closed", "telemetry", CoAP.Type.CON)).isEqualTo("4.03");
    assertThat(code("dev@nocoap", "telemetry", CoAP.Type.CON)).isEqualTo("4.03");
    assertThat(code("dev@T", "event", CoAP.Type.NON)).isEqualTo("4.00");
  }

  @Test
  void anUnknownIdentityOrAWrongKeyMeetsSilence() throws Exception {
    try (Device unknown = new Device(at.getString("coap"), "who@T", KEY, SILENCE_MILLIS);
        Device wrong = new Device(at.getString("coap"), "dev@T", "wrong", SILENCE_MILLIS)) {
      for (Device device : List.of(unknown, wrong)) {
        Throwable thrown =
            catchThrowable(
                () -> assertThat(device.post("telemetry", CoAP.Type.CON, "{}")).isNull());
        // The client's own give-up: a handshake that times out, or no response in time.
        assertThat(thrown).satisfiesAnyOf(t -> assertThat(t).isNull(), EmbeddedHonoIT::timedOut);
      }
    }
  }

  private static void timedOut(Throwable thrown) {
    assertThat(thrown).hasStackTraceContaining("Timeout");
  }

  @Test
  void anotherImplementationOfTheProtocolGetsThroughToo() throws Exception {
    boolean present =
        Stream.of(System.getenv("PATH").split(":", -1))
            .anyMatch(d -> Files.isExecutable(Path.of(d, "coap-client-openssl")));
    assumeTrue(present, "coap-client-openssl is not on the PATH");
    Path said = directory.resolve("coap-client");
    Process client =
        new ProcessBuilder(
                "coap-client-openssl",
                "-v",
                "7",
                "-B",
                "10",
                "-m",
                "post",
                "-t",
                "50",
                "-u",
                "dev@T",
                "-k",
                KEY,
                "-e",
                "{\"n\":4}",
                "coaps://" + at.getString("coap") + "/telemetry")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();

    assertThat(client.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(said)).contains("2.04");
  }
}
