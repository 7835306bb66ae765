// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.Profiles;
import io.fleetload.hono.payload.DittoCommand;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HonoTopicsTest {
  private static final String PROFILE =
      Profiles.GOOD.replace("count: 50", "count: 50, protocol: mqtt")
          + "  pulse: { kind: telemetry, rate: 1/s, confirmable: false, payload: binary }\n"
          + "  alarm: { kind: event, rate: 1/s }\n";
  private static final String JSON = "/?content-type=application%2Fjson";
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
  private static final Stamp STAMP =
      new Stamp(RunId.parse("1f"), "commandQuery", Period.MEASURED, 7, 42, 1, 2);

  @TempDir private Path directory;

  private HonoTopics topics(String more) throws Exception {
    return new HonoTopics(new Profiles(directory, Map.of()).read(PROFILE + more));
  }

  private static Message message(String flow, Inbound command) {
    return new Message(flow, 7, 0, STAMP, command, BODY);
  }

  private static byte[] written() {
    return new DittoCommand("setBrightness").body("device-7", "1f-42", STAMP);
  }

  @Test
  void telemetryIsOfQosOneUnlessItIsNotConfirmable() throws Exception {
    MqttPublish telemetry = topics("").of(message("telemetry", null));
    MqttPublish pulse = topics("").of(message("pulse", null));

    assertThat(telemetry.topic()).isEqualTo("telemetry" + JSON);
    assertThat(telemetry.qos()).isEqualTo(1);
    // Hono says application/octet-stream of what has no type.
    assertThat(pulse.topic()).isEqualTo("telemetry");
    assertThat(pulse.qos()).isZero();
  }

  @Test
  void anEventIsOfQosOne() throws Exception {
    MqttPublish event = topics("").of(message("alarm", null));

    assertThat(event.topic()).isEqualTo("event" + JSON);
    assertThat(event.qos()).isEqualTo(1);
  }

  @Test
  void aCommandIsAnsweredUnderItsRequestIdWithTheStatusOfTheProfile() throws Exception {
    HonoTopics topics = topics("");

    Inbound command =
        topics.command(7, "command///req/209corr-4711/setBrightness", HonoTopicsTest::written);
    MqttPublish answer = topics.of(message("commandResponse", command));

    assertThat(topics.filter()).isEqualTo("command///req/#");
    assertThat(topics.isQuery(message("commandQuery", null))).isTrue();
    assertThat(topics.isQuery(message("telemetry", null))).isFalse();
    assertThat(command).isEqualTo(new Inbound(7, STAMP, "command///res/209corr-4711", false));
    assertThat(answer.topic()).isEqualTo("command///res/209corr-4711/200" + JSON);
    assertThat(answer.qos()).isEqualTo(1);
  }

  @Test
  void aCommandWithAnotherBodyThanTheBackendWroteIsAltered() throws Exception {
    byte[] body = written();
    body[body.length - 3] ^= 1;

    Inbound command = topics("").command(7, "command///req/209corr/setBrightness", () -> body);

    assertThat(command.altered()).isTrue();
  }

  @Test
  void whatNeedsNoAnswerIsNoCommandToAnswer() throws Exception {
    HonoTopics topics = topics("");

    assertThat(topics.command(7, "command///req//setBrightness", HonoTopicsTest::written)).isNull();
    assertThat(topics.command(7, "command///res/209corr/200", HonoTopicsTest::written)).isNull();
    assertThat(topics.command(7, "telemetry", HonoTopicsTest::written)).isNull();
    // A device that is no gateway is sent its own commands only.
    assertThat(topics.command(7, "command//device-8/req/209corr/x", HonoTopicsTest::written))
        .isNull();
  }

  @Test
  void aGatewayNamesTheDeviceInEachTopic() throws Exception {
    HonoTopics topics = topics("gateways: { count: 5 }\n");

    Inbound command =
        topics.command(
            0, "command//device-7/req/209corr-4711/setBrightness", HonoTopicsTest::written);

    assertThat(topics.of(message("telemetry", null)).topic())
        .isEqualTo("telemetry//device-7" + JSON);
    assertThat(topics.filter()).isEqualTo("command//+/req/#");
    assertThat(command)
        .isEqualTo(new Inbound(7, STAMP, "command//device-7/res/209corr-4711", false));
    assertThat(topics.of(message("commandResponse", command)).topic())
        .isEqualTo("command//device-7/res/209corr-4711/200" + JSON);
  }
}
