// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.ArrivalBook.SessionNotice;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.SessionMark;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** What Hono says of a session is read as Hono 2.6 and 2.7 write it. */
class SessionNoticesTest {
  private static final String DC = "application/vnd.eclipse-hono-dc-notification+json";
  private static final String EMPTY = "application/vnd.eclipse-hono-empty-notification";
  private static final SessionMark MARK = new SessionMark(RunId.parse("ab12"), 3, 1);

  private final HonoProfile profile = profile();
  private final SessionNotices notices = new SessionNotices(profile);
  private final TopicsOfTenants topics = new TopicsOfTenants(profile);
  private final String tenant = profile.sharedBy().id(0);

  private static HonoProfile profile() {
    try {
      return (HonoProfile)
          Scenario.read(
                  Path.of("../../profiles/quickstart.yaml"),
                  List.of("devices.protocol=mqtt", "devices.connectionEvents=true"),
                  Map.of())
              .profile();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private ConsumerRecord<byte[], byte[]> record(String topic, String key, String id, String body) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(topic + tenant, 0, 0, utf8(key), body == null ? null : utf8(body));
    record.headers().add("device_id", utf8(id));
    return record;
  }

  private Optional<SessionNotice> connection(String key, String id, String cause, String client) {
    String body =
        "{\"cause\":\"%s\",\"remote-id\":\"%s\",\"source\":\"hono-mqtt\"}".formatted(cause, client);
    return notices.of(record("hono.event.", key, id, body), DC, topics);
  }

  private Optional<SessionNotice> waiting(String ttd) {
    ConsumerRecord<byte[], byte[]> record = record("hono.event.", "device-3", "device-3", null);
    record.headers().add("ttd", utf8(ttd));
    return notices.of(record, EMPTY, topics);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aConnectionEventIsOfTheSessionThatItsClientIdNames() {
    assertThat(connection("device-3", "device-3", "connected", MARK.text()))
        .contains(new SessionNotice("connection", true, 3, MARK, true));
    assertThat(connection("device-3", "device-3", "disconnected", "device-3@t"))
        .contains(new SessionNotice("connection", false, 3, null, true));
  }

  @Test
  void anEmptyNotificationSaysWhetherTheDeviceWaitsForCommands() {
    assertThat(waiting("-1")).contains(new SessionNotice("commands", true, 3, null, false));
    assertThat(waiting("0")).contains(new SessionNotice("commands", false, 3, null, false));
    // A device's own word: it waits for so many seconds.
    assertThat(waiting("30")).isEmpty();
  }

  @Test
  void anotherDeviceInKeyOrHeaderIsNoDeviceOfOurs() {
    assertThat(connection("device-4", "device-3", "connected", MARK.text()).orElseThrow().session())
        .isEqualTo(-1);
    assertThat(connection("other", "other", "connected", MARK.text()).orElseThrow().session())
        .isEqualTo(-1);
  }

  @Test
  void anotherTopicIsNoPlaceForIt() {
    ConsumerRecord<byte[], byte[]> record =
        record("hono.telemetry.", "device-3", "device-3", "{\"cause\":\"connected\"}");
    assertThat(notices.of(record, DC, topics).orElseThrow().session()).isEqualTo(-1);
  }

  @Test
  void whatIsNoJsonIsNoAnnouncement() {
    for (String body : new String[] {"", "{", "[]", "{\"cause\":\"gone\"}"}) {
      assertThat(notices.of(record("hono.event.", "device-3", "device-3", body), DC, topics))
          .isEmpty();
    }
  }
}
