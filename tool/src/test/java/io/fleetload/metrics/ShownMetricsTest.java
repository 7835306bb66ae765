// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.UsageException;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.FreePort;
import io.fleetload.rig.Golden;
import io.fleetload.rig.OtlpReceiver;
import io.fleetload.stamp.RunId;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownMetricsTest {
  private static final Golden WORDS = Golden.of("tool");
  private static final MetricsSource SOURCE =
      new MetricsSource("device-simulator", "nightly", RunId.parse("ab12"), new Shard(2, 5));

  /** So long that nothing is sent but at the end. */
  private static final String ONLY_AT_THE_END = "3600000";

  private final List<String> said = new ArrayList<>();

  private ShownMetrics shown(Map<String, String> environment) throws UsageException {
    return ShownMetrics.of("127.0.0.1", null, environment, SOURCE, said::add);
  }

  private void show(Map<String, String> environment) throws UsageException {
    try (ShownMetrics metrics = shown(environment)) {
      Meters meters = metrics.meters().orElseThrow();
      meters.counter("fleetload.messages.ok", "A test", 1, "flow", "event");
      meters.counter("fleetload.messages.ok", "A test", 7, "flow", "event");
      meters.gauge("fleetload.devices.connected", "A test", 3);
      LatencyHistogram recent = new LatencyHistogram();
      recent.record(Duration.ofMillis(3).toNanos());
      recent.record(Duration.ofMillis(40).toNanos());
      meters.latencies("fleetload_response_seconds", "A test", "event", recent);
      meters.latencies("fleetload_response_seconds", "A test", "event", recent);
    }
  }

  @Test
  void nobodyWhoIsNotAskedForFiguresKeepsAny() throws Exception {
    try (ShownMetrics none = shown(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", " "))) {
      assertThat(none.meters()).isEmpty();
    }
    assertThat(said).isEmpty();
  }

  @Test
  void theLastFiguresAreSentAtTheEnd() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      show(
          Map.of(
              "OTEL_EXPORTER_OTLP_ENDPOINT",
              receiver.url() + "/otlp/",
              "OTEL_METRIC_EXPORT_INTERVAL",
              ONLY_AT_THE_END));

      assertThat(receiver.path()).isEqualTo("/otlp/v1/metrics");
      assertThat(receiver.counter("fleetload.messages.ok", "flow", "event")).isEqualTo(7);
      assertThat(receiver.histogram("fleetload.response.seconds", "flow", "event"))
          .satisfies(
              buckets -> {
                assertThat(buckets.getExplicitBoundsList()).startsWith(0.001, 0.0025, 0.005);
                assertThat(buckets.getBucketCountsList())
                    .hasSize(buckets.getExplicitBoundsCount() + 1)
                    .startsWith(0L, 0L, 2L, 0L, 0L, 2L, 0L);
                assertThat(buckets.getCount()).isEqualTo(4);
                assertThat(buckets.getSum()).isBetween(0.0859, 0.0861);
                assertThat(buckets.getStartTimeUnixNano()).isLessThan(buckets.getTimeUnixNano());
              });
      assertThat(receiver.namesInPrometheus())
          .contains(
              "fleetload_messages_ok_total",
              "fleetload_devices_connected",
              "fleetload_response_seconds_bucket",
              "process_cpu_usage",
              "jvm_memory_used_bytes");
    }
    assertThat(said).isEmpty();
  }

  @Test
  void figuresAreSentWhileTheToolRuns() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver();
        ShownMetrics metrics =
            shown(
                Map.of(
                    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
                    receiver.url() + "/as/it/is",
                    "OTEL_METRIC_EXPORT_INTERVAL",
                    "50"))) {
      metrics.meters().orElseThrow().counter("fleetload.messages.ok", "A test", 1);

      assertThat(receiver.heard()).isTrue();
      assertThat(receiver.path()).isEqualTo("/as/it/is");
    }
  }

  @Test
  void theReceiverLearnsWhoseFiguresTheyAre() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      show(
          Map.of(
              "OTEL_EXPORTER_OTLP_ENDPOINT",
              receiver.url(),
              "OTEL_SERVICE_NAME",
              "hono-load",
              "OTEL_RESOURCE_ATTRIBUTES",
              "team=iot%2Cedge,service.instance.id=one",
              "OTEL_EXPORTER_OTLP_HEADERS",
              "api-key=a+b%3D, x-scope-orgid=all",
              "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
              "x-scope-orgid=load"));

      assertThat(receiver.header("api-key")).isEqualTo("a+b=");
      assertThat(receiver.header("x-scope-orgid")).isEqualTo("load");
      assertThat(receiver.header("content-type")).isEqualTo("application/x-protobuf");
      assertThat(receiver.resources().get(0))
          .containsEntry("service.name", "hono-load")
          .containsEntry("service.instance.id", "ab12-device-simulator-2")
          .containsEntry("fleetload.tool", "device-simulator")
          .containsEntry("fleetload.profile", "nightly")
          .containsEntry("fleetload.run.id", "ab12")
          .containsEntry("fleetload.shard", "2/5")
          .containsEntry("team", "iot,edge");
    }
  }

  @Test
  void aReceiverThatIsNotThereIsToldOfInOneLineWithoutSecrets() throws Exception {
    int port = FreePort.choose();
    show(
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "http://me:hidden@127.0.0.1:" + port + "/otlp?key=hidden",
            "OTEL_EXPORTER_OTLP_HEADERS",
            "Authorization=hidden"));

    assertThat(said)
        .singleElement()
        .satisfies(
            line ->
                WORDS.says(
                    line.replace(":" + port, ":PORT"), "http://127.0.0.1:PORT/otlp/v1/metrics"));
  }

  @Test
  void aReceiverThatRefusesIsToldOfOnce() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver(401)) {
      Map<String, String> environment =
          Map.of(
              "OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url(), "OTEL_METRIC_EXPORT_INTERVAL", "50");
      try (ShownMetrics metrics = shown(environment)) {
        metrics.meters().orElseThrow().gauge("fleetload.devices.asked", "A test", 1);
        assertThat(receiver.heard()).isTrue();
      }
      assertThat(said)
          .singleElement()
          .satisfies(
              line -> WORDS.says(line.replace(receiver.url(), "URL"), "URL/v1/metrics", "401"));
    }
  }

  @Test
  @Timeout(120)
  void aReceiverThatDoesNotAnswerIsGivenUp() throws Exception {
    try (ServerSocket silent =
        new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      show(
          Map.of(
              "OTEL_EXPORTER_OTLP_ENDPOINT",
              "http://127.0.0.1:" + silent.getLocalPort(),
              "OTEL_METRIC_EXPORT_INTERVAL",
              ONLY_AT_THE_END));

      assertThat(said).hasSize(1);
      assertThat(said.get(0)).contains(": no answer in 2 s; ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OTEL_EXPORTER_OTLP_ENDPOINT   | localhost:4318/hidden   | http://127.0.0.1:4318
          OTEL_EXPORTER_OTLP_ENDPOINT   | http://a b/hidden       | http://127.0.0.1:4318
          OTEL_EXPORTER_OTLP_ENDPOINT   | http://hidden:99999     | http://127.0.0.1:4318
          OTEL_EXPORTER_OTLP_PROTOCOL   | grpc                    | http/protobuf
          OTEL_METRIC_EXPORT_INTERVAL   | 5s                      | "5s"
          OTEL_METRIC_EXPORT_INTERVAL   | 0                       | "0"
          OTEL_EXPORTER_OTLP_HEADERS    | hidden                  | key=value
          OTEL_EXPORTER_OTLP_HEADERS    | key=hidden%             | %25
          OTEL_EXPORTER_OTLP_HEADERS    | key=hidden%0Ahidden     | header key
          OTEL_EXPORTER_OTLP_HEADERS    | host=hidden             | header host
          """)
  void anEnvironmentThatCannotBeUsedIsToldOfAndKeepsNobodyFromARun(
      String variable, String value, String named) throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    environment.put(variable, value);

    try (ShownMetrics none = shown(environment)) {
      assertThat(none.meters()).isEmpty();
    }
    assertThat(said)
        .singleElement()
        .satisfies(line -> WORDS.says(line, variable + ": ", named))
        .satisfies(line -> assertThat(line).doesNotContain("hidden"));
  }
}
