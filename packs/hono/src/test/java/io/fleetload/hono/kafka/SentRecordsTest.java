// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.body.StampedBodies;
import io.fleetload.driver.Flaw;
import io.fleetload.hono.coap.HonoFlowSpecs;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record says what its device sent, as Hono writes it, or it has a flaw. */
class SentRecordsTest {
  private static final String TELEMETRY = "hono.telemetry.";
  private static final String EVENT = "hono.event.";
  private static final String RESPONSE = "hono.command_response.";

  private final HonoProfile profile = profile();
  private final SentRecords sent = new SentRecords(profile);
  private final String tenant = profile.sharedBy().id(0);

  private static HonoProfile profile() {
    try {
      return (HonoProfile)
          Scenario.read(Path.of("../../profiles/quickstart.yaml"), List.of(), Map.of()).profile();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Stamp stamp(String flow) {
    return new Stamp(RunId.parse("ab12"), flow, Period.MEASURED, 3, 42, 5, 6);
  }

  private byte[] body(Stamp stamp) {
    return HonoFlowSpecs.of(profile, StampedBodies.withoutData(1)).stream()
        .filter(each -> each.name().equals(stamp.flow()))
        .findFirst()
        .orElseThrow()
        .body(profile.devices()::name, stamp.device(), stamp);
  }

  private static String topic(String flow) {
    return switch (flow) {
      case "event" -> EVENT;
      case "commandResponse" -> RESPONSE;
      default -> TELEMETRY;
    };
  }

  private ConsumerRecord<byte[], byte[]> record(String topic, byte[] body) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(topic + tenant, 0, 0, utf8("device-3"), body);
    header(record, "device_id", "device-3");
    header(record, "content-type", "application/json");
    header(record, "correlation-id", "ab12-42");
    return record;
  }

  private static void header(ConsumerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().remove(name).add(name, utf8(value));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Set<Flaw> flaws(String topic, Stamp stamp, byte[] body) {
    return sent.flaws(record(topic, body), stamp);
  }

  @ParameterizedTest
  @ValueSource(strings = {"telemetry", "event", "commandQuery", "commandResponse"})
  void whatHonoWritesHasNoFlaw(String flow) {
    Stamp stamp = stamp(flow);
    assertThat(flaws(topic(flow), stamp, body(stamp))).isEmpty();
    // Each time the same: the body follows from the stamp.
    assertThat(flaws(topic(flow), stamp, body(stamp))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"telemetry", "event", "commandQuery", "commandResponse"})
  void aByteThatIsMissingOrAnotherOneIsAltered(String flow) {
    Stamp stamp = stamp(flow);
    byte[] body = body(stamp);
    assertThat(flaws(topic(flow), stamp, Arrays.copyOf(body, body.length - 1)))
        .containsExactly(Flaw.ALTERED);
    body[body.length - 4] ^= 1;
    assertThat(flaws(topic(flow), stamp, body)).containsExactly(Flaw.ALTERED);
    assertThat(flaws(topic(flow), stamp, utf8(stamp.text()))).containsExactly(Flaw.ALTERED);
  }

  @Test
  void anotherTopicIsMisdelivered() {
    for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
      Stamp stamp = stamp(flow);
      for (String topic : List.of(TELEMETRY, EVENT, RESPONSE)) {
        if (!topic.equals(topic(flow))) {
          assertThat(flaws(topic, stamp, body(stamp))).containsExactly(Flaw.MISDELIVERED);
        }
      }
    }
  }

  @Test
  void anotherDeviceInKeyOrHeaderIsMisdelivered() {
    Stamp stamp = stamp("telemetry");
    ConsumerRecord<byte[], byte[]> other = record(TELEMETRY, body(stamp));
    header(other, "device_id", "device-4");
    assertThat(sent.flaws(other, stamp)).containsExactly(Flaw.MISDELIVERED);

    ConsumerRecord<byte[], byte[]> keyed =
        new ConsumerRecord<>(TELEMETRY + tenant, 0, 0, utf8("device-4"), body(stamp));
    header(keyed, "device_id", "device-3");
    header(keyed, "content-type", "application/json");
    assertThat(sent.flaws(keyed, stamp)).containsExactly(Flaw.MISDELIVERED);
  }

  @Test
  void anotherContentTypeOrCorrelationIdIsMisdelivered() {
    Stamp event = stamp("event");
    ConsumerRecord<byte[], byte[]> octets = record(EVENT, body(event));
    header(octets, "content-type", "application/octet-stream");
    assertThat(sent.flaws(octets, event)).containsExactly(Flaw.MISDELIVERED);

    Stamp response = stamp("commandResponse");
    ConsumerRecord<byte[], byte[]> other = record(RESPONSE, body(response));
    header(other, "correlation-id", "ab12-43");
    assertThat(sent.flaws(other, response)).containsExactly(Flaw.MISDELIVERED);
  }
}
