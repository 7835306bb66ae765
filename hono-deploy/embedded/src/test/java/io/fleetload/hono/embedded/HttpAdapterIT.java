// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static io.fleetload.hono.embedded.Application.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HTTP adapter, asked by Java's own client: one stack for all tests. */
class HttpAdapterIT {
  private static final String SECRET = "secret-1";
  private static final long PATIENCE_SECONDS = 120;

  @TempDir private static Path directory;

  private static StackProcess stack;
  private static String base;
  private static Application application;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    stack =
        new StackProcess(
            directory,
            StackProcess.freePortsAnd(
                StackProcess.patient("--tenant", "T", "--http-adapter-port", "0")));
    JsonObject at = stack.ready();
    base = "http://" + at.getString("httpAdapter");
    try (MongoClient mongo = MongoClients.create(at.getString("mongodb"))) {
      RegistryContent content = new RegistryContent(mongo.getDatabase(at.getString("database")));
      content.devicesOf("hono-http", "nohttp", SECRET);
    }
    application = new Application(at.getString("kafka"), "T");
  }

  @AfterAll
  static void stop() throws Exception {
    application.close();
    assertThat(stack.endStdin()).isZero();
    assertThat(stack.errors()).isEmpty();
    stack.close();
  }

  private static String basic(String user) {
    byte[] pair = (user + ":" + SECRET).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  private static HttpRequest.Builder request(String method, String path, String user, String body) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
        .header("Authorization", basic(user))
        .method(method, BodyPublishers.ofString(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static ConsumerRecord<String, byte[]> record(String text) {
    return application.next(
        each -> Arrays.equals(each.value(), text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void telemetryOfBothQualitiesArrivesWithHonosHeaders() throws Exception {
    int first = send(request("POST", "/telemetry", "dev@T", "{\"n\":0}")).statusCode();
    HttpResponse<String> second =
        send(
            request("POST", "/telemetry", "dev@T", "{\"n\":1}")
                .header("Content-Type", "application/json")
                .header("QoS-Level", "1"));

    assertThat(first).isEqualTo(202);
    assertThat(second.statusCode()).isEqualTo(202);
    assertThat(second.body()).isEmpty();
    ConsumerRecord<String, byte[]> plain = record("{\"n\":0}");
    assertThat(plain.topic()).isEqualTo("hono.telemetry.T");
    assertThat(plain.key()).isEqualTo("dev");
    assertThat(header(plain, "orig_adapter")).isEqualTo("hono-http");
    assertThat(header(plain, "orig_address")).isEqualTo("/telemetry");
    assertThat(header(plain, "device_id")).isEqualTo("dev");
    assertThat(header(plain, "qos")).isEqualTo("0");
    assertThat(header(plain, "content-type")).isEqualTo("application/octet-stream");
    ConsumerRecord<String, byte[]> json = record("{\"n\":1}");
    assertThat(header(json, "qos")).isEqualTo("1");
    assertThat(header(json, "content-type")).isEqualTo("application/json");
    assertThat(header(json, "traceparent")).isNotNull();
  }

  @Test
  void anEventArrivesWithItsTimeToLive() throws Exception {
    int status =
        send(request("POST", "/event", "dev@T", "event").header("hono-ttl", "60")).statusCode();

    assertThat(status).isEqualTo(202);
    ConsumerRecord<String, byte[]> event = record("event");
    assertThat(event.topic()).isEqualTo("hono.event.T");
    assertThat(header(event, "ttl")).isEqualTo("60000");
  }

  @Test
  void aGatewaySpeaksForItsDeviceAndForNoOther() throws Exception {
    assertThat(send(request("PUT", "/telemetry/T/behind", "gateway@T", "of behind")).statusCode())
        .isEqualTo(202);
    ConsumerRecord<String, byte[]> message = record("of behind");
    assertThat(header(message, "device_id")).isEqualTo("behind");

    assertThat(send(request("PUT", "/telemetry/T/dev", "gateway@T", "{}")).statusCode())
        .isEqualTo(403);
  }

  @Test
  void aCommandComesInTheResponseAndIsAnswered() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(
            request("POST", "/telemetry?hono-ttd=60", "answering@T", "wait").build(),
            BodyHandlers.ofString());
    assertThat(header(record("wait"), "ttd")).isEqualTo("60");

    application.command("answering", "setBrightness", "corr-4711", "{\"b\":7}");
    HttpResponse<String> given = waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

    assertThat(given.statusCode()).isEqualTo(200);
    assertThat(given.headers().firstValue("hono-command")).hasValue("setBrightness");
    assertThat(given.headers().firstValue("hono-cmd-target-device")).isEmpty();
    assertThat(given.body()).isEqualTo("{\"b\":7}");
    String id = given.headers().firstValue("hono-cmd-req-id").orElseThrow();
    String answer = "/command/res/" + id;
    assertThat(send(request("POST", answer, "answering@T", "no status")).statusCode())
        .isEqualTo(400);
    assertThat(
            send(request("POST", answer + "?hono-cmd-status=200", "answering@T", "done"))
                .statusCode())
        .isEqualTo(202);
    ConsumerRecord<String, byte[]> response = record("done");
    assertThat(response.topic()).isEqualTo("hono.command_response.T");
    assertThat(header(response, "correlation-id")).isEqualTo("corr-4711");
    assertThat(header(response, "status")).isEqualTo("200");
  }

  @Test
  void aWaitWithoutACommandEndsWithItsTime() throws Exception {
    HttpResponse<String> response =
        send(request("POST", "/event", "dev@T", "in vain").header("hono-ttd", "1"));

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.headers().firstValue("hono-command")).isEmpty();
    assertThat(header(record("in vain"), "ttd")).isEqualTo("1");
  }

  /** Statuses that Hono's own adapter of 2.6.0 gave when it was asked the same. */
  @ParameterizedTest
  @CsvSource({
    "POST, /telemetry, nobody@T, 401",
    "POST, /telemetry, dev@nowhere, 401",
    "POST, /telemetry, dev, 401",
    "POST, /telemetry, off@T, 404",
    "POST, /telemetry, ghost@T, 404",
    "POST, /telemetry, dev@nohttp, 403",
    "PUT, /telemetry/nohttp/dev, dev@T, 403",
    "PUT, /telemetry/T, dev@T, 404",
    "PUT, /telemetry/T/dev, dev@T, 202",
    "PUT, /telemetry//dev, dev@T, 202",
    "PUT, /telemetry/T/unknown, dev@T, 404",
    "POST, /somewhere, dev@T, 404",
    "GET, /telemetry, dev@T, 405",
    "POST, /telemetry/T/dev, dev@T, 405",
    "POST, /command/res, dev@T, 405",
    "POST, /command/res/XYZ?hono-cmd-status=200, dev@T, 400",
    "PUT, /command/res/T/dev/XYZ?hono-cmd-status=200, dev@T, 400",
    "PUT, /command/res/XYZ?hono-cmd-status=200, dev@T, 404"
  })
  void eachRequestHasHonosStatus(String method, String path, String user, int status)
      throws Exception {
    HttpResponse<String> response = send(request(method, path, user, "{}"));

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("WWW-Authenticate")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/telemetry, QoS-Level, 2, {}, 400",
    "/event, QoS-Level, 0, {}, 400",
    "/telemetry, Content-Type, text/plain, '', 202",
    "/telemetry, hono-ttd, soon, {}, 202"
  })
  void eachHeaderHasHonosStatus(String path, String name, String value, String body, int status)
      throws Exception {
    assertThat(send(request("POST", path, "dev@T", body).header(name, value)).statusCode())
        .isEqualTo(status);
  }

  @Test
  void whatIsTooLargeIsRefused() throws Exception {
    assertThat(send(request("POST", "/telemetry", "dev@T", "x".repeat(5_000))).statusCode())
        .isEqualTo(413);
  }
}
