// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.json.JsonArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PrometheusAnswersTest {
  private static final String VOLUME =
      "floor(sum(increase(hono_telemetry_payload_bytes_sum{status=~\"forwarded|unprocessable\","
          + " tenant=\"a\"} [5m]) or vector(0)) + sum(increase(hono_command_payload_bytes_sum{"
          + "status=~\"forwarded|unprocessable\", tenant=\"a\"} [5m]) or vector(0)))";

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final PrometheusAnswers answers = new PrometheusAnswers(meters);

  private String value(String query) {
    JsonArray result = answers.to(query).orElseThrow().getJsonObject("data").getJsonArray("result");
    return result.getJsonObject(0).getJsonArray("value").getString(1);
  }

  @Test
  void theVolumeIsThatOfMessagesAndCommandsOfTheTenantThatHonoCounts() {
    meters.summary("hono.telemetry.payload", "tenant", "a", "status", "forwarded").record(100);
    meters.summary("hono.telemetry.payload", "tenant", "a", "status", "unprocessable").record(20);
    meters.summary("hono.telemetry.payload", "tenant", "a", "status", "undeliverable").record(7);
    meters.summary("hono.command.payload", "tenant", "a", "status", "forwarded").record(3);
    meters.summary("hono.telemetry.payload", "tenant", "b", "status", "forwarded").record(900);

    assertThat(value(VOLUME)).isEqualTo("123");
    assertThat(value(VOLUME.replace("\"a\"", "\"none\""))).isEqualTo("0");
  }

  @Test
  void connectionsAreThoseOfTheTenantNow() {
    AtomicLong four = new AtomicLong(4);
    meters.gauge("hono.connections.authenticated", Tags.of("tenant", "a"), four);

    assertThat(value("sum(hono_connections_authenticated{tenant=\"a\"})")).isEqualTo("4");
  }

  @Test
  void anyOtherQueryIsNotAnswered() {
    assertThat(answers.to("up")).isEmpty();
    assertThat(
            answers.to(
                "minute( sum( increase( hono_connections_authenticated_duration_seconds_sum"
                    + " {tenant=\"a\"} [5m])))"))
        .isEmpty();
  }
}
