// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.mqtt.Profiles;
import io.fleetload.mqtt.pack.MqttPack;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttProfileTest {
  private static final Golden WORDS = Golden.of("profile");

  @ParameterizedTest
  @CsvSource({
    "quickstart.yaml, 100, 1, 1",
    "connect.yaml, 10000, 0, 0",
    "fan-in.yaml, 1000, 1, 1",
    "fan-out.yaml, 1, 1000, 1000",
    "point-to-point.yaml, 1000, 1000, 1",
    "shared-subscription.yaml, 1000, 5, 1",
    "request-response.yaml, 200, 2, 1",
    "power-loss.yaml, 500, 1, 1",
    "sleepy-subscribers.yaml, 50, 4, 4",
    "sleepy-devices.yaml, 200, 0, 0"
  })
  void itsProfilesAreRead(String file, int devices, int subscribers, int receivers)
      throws Exception {
    Scenario read = Scenario.read(Path.of("profiles", file), List.of(), Map.of());
    assertThat(read.pack()).isInstanceOf(MqttPack.class);
    MqttProfile profile = (MqttProfile) read.profile();
    assertThat(profile.devices().count()).isEqualTo(devices);
    assertThat(profile.subscribers().count()).isEqualTo(subscribers);
    assertThat(profile.subscribers().receivers()).isEqualTo(receivers);
    assertThat(profile.target().isEmbedded()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "flows.reading.topic      | flows.reading.topic=a/+/b",
        "flows.reading.topic      | flows.reading.topic='a/#'",
        "flows.reading.topic      | flows.reading.topic=''",
        "flows.reading.topic      | flows.reading.topic=$SYS/{device}",
        "flows.reading.topic      | subscribers.receives=split; subscribers.count=2; flows.reading.topic=a/b",
        "flows.sample.topic       | flows.reading.topic=a/{index}; flows.sample.topic=a/b",
        "flows.reading.qos        | flows.reading.qos=3",
        "flows.reading.qos        | flows.reading.qos=-1",
        "flows.reading.expiry     | target.version=3.1.1; flows.reading.expiry=10s",
        "flows.reading.expiry     | flows.reading.expiry=1500ms",
        "flows.reading.expiry     | flows.reading.expiry=0s",
        "flows.reading.window     | flows.reading.window=0",
        "flows.reading.size       | flows.reading.size=30B; flows.reading.body='{{stamp}}'",
        "flows.reading.body       | flows.reading.body=no stamp",
        "flows.sample.size        | flows.sample.size=19B",
        "flows.e.size             | flows={a: {kind: publish, every: 1s, size: 20B}, b: {kind: publish, every: 1s, size: 20B}, c: {kind: publish, every: 1s, size: 20B}, d: {kind: publish, every: 1s, size: 20B}, e: {kind: publish, every: 1s, size: 20B}}",
        "subscribers.count        | subscribers.receives=share",
        "subscribers.count        | subscribers.count=1001",
        "subscribers.count        | subscribers.count=101; subscribers.receives=split",
        "subscribers.count        | subscribers.count=-1",
        "subscribers.qos          | subscribers.qos=3",
        "subscribers.receives     | subscribers.receives=some",
        "subscribers.group        | subscribers.group=a/b",
        "subscribers.group        | subscribers.group=a+b",
        "subscribers.group        | subscribers.group=''",
        "subscribers.user         | subscribers.password=secret",
        "subscribers.catchUp      | subscribers.catchUp=26s",
        "subscribers.catchUp      | subscribers.catchUp=0s",
        "devices.user             | devices.password=secret",
        "devices.clientId         | devices.clientId=device",
        "devices.clientId         | devices.clientId='a/{index}'",
        "devices.keepAlive        | devices.keepAlive=1500ms",
        "devices.keepAlive        | devices.keepAlive=65536s",
        "devices.keepAlive        | devices.keepAlive=50000d",
        "devices.sessionExpiry    | devices.sessionExpiry=1500ms",
        "devices.sessionExpiry    | target.version=3.1.1; devices.sessionExpiry=10s",
        "devices.groups.a.keepAlive | devices.count=null; devices.groups={a: {count: 50, keepAlive: 1500ms}, b: {count: 50}}",
        "devices.groups.b.clientId  | devices.count=null; devices.groups={a: {count: 50, clientId: 'd-{index}'}, b: {count: 50, clientId: 'd-1{index}'}}",
        "flows.ask.kind           | target.version=3.1.1; flows.ask={kind: request, every: 1s}",
        "subscribers.count        | subscribers.count=0; flows.ask={kind: request, every: 1s}",
        "flows.get.topic          | flows.get={kind: receive, every: 1s, topic: 'to/{run}/{device}'}",
        "flows.get.topic          | flows.get={kind: receive, every: 1s, topic: 'to/all'}",
        "flows.get.topic          | flows.reading.topic=to/{device}; flows.get={kind: receive, every: 1s, topic: 'to/{device}'}",
        "flows.get.expiry         | flows.get={kind: receive, every: 1s, expiry: 1500ms}",
        "flows.last.delay         | flows.last={kind: will, every: 10s, delay: 1500ms}; devices.sessionExpiry=1m",
        "flows.last.delay         | flows.last={kind: will, every: 10s, delay: 5s}",
        "flows.last.delay         | target.version=3.1.1; flows.last={kind: will, every: 10s, delay: 5s}",
        "flows.last.window        | flows.last={kind: will, every: 10s, window: 2}",
        "devices.sessionExpiry    | flows={get: {kind: receive, every: 1s}}; devices={count: 2, timeout: 9s, life: {sleepy: {share: 50%, awake: 5s, asleep: 5s, offline: true}}}",
        "devices.timeout          | flows={get: {kind: receive, every: 1s}}; devices={count: 2, timeout: 4s, cleanStart: false, sessionExpiry: 9s, life: {sleepy: {share: 50%, awake: 5s, asleep: 5s, offline: true}}}",
        "subscribers.sessionExpiry | subscribers.sessionExpiry=1500ms",
        "subscribers.sessionExpiry | subscribers={sessionExpiry: 5s, sleepy: {awake: 10s, asleep: 5s}}",
        "subscribers.sleepy       | subscribers={sessionExpiry: 5s, sleepy: {awake: 0s, asleep: 1s}}",
        "subscribers.sleepy.asleep | subscribers={sessionExpiry: 5s, sleepy: {awake: 10s}}",
        "target.broker            | target.broker=host",
        "target.broker            | target.broker=host:1883",
        "target.broker            | target.broker=http://host:1883",
        "target.broker            | target.broker=tcp://host:99999",
        "target.broker            | target.broker=tcp://host:1883/mqtt",
        "target.broker            | target.broker='tcp://a:1883 tcp://b:1883'",
        "target.broker            | target.broker='tcp://a:1883,tls://b:1883/x'",
        "target.tls               | target={broker: 'tcp://a:1883', tls: {}}",
        "target.tls               | target={tls: {}}",
        "target.version           | target.version=3.1",
        "target.embedded          | target={broker: 'tcp://a:1883', embedded: {maxQueued: 5}}",
        "target.embedded.maxQueued | target.embedded.maxQueued=0"
      })
  void aMistakeIsOneLineAtItsKey(String key, String overrides) {
    ProfileException refused =
        catchThrowableOfType(
            ProfileException.class, () -> Profiles.quickstart(overrides.split("; ")));
    assertThat(refused).isNotNull();
    assertThat(refused.problems()).as(refused.getMessage()).hasSize(1);
    assertThat(refused.problems().get(0).path()).isEqualTo(key);
    WORDS.holds(overrides, refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"65535, 0", "65536, 1"})
  void aTopicHasAsManyBytesAsAPacketHasRoomFor(int bytes, int problems) {
    String override = "flows.reading.topic=" + "x".repeat(bytes);
    ProfileException refused =
        catchThrowableOfType(ProfileException.class, () -> Profiles.quickstart(override));
    assertThat(refused == null ? 0 : refused.problems().size()).isEqualTo(problems);
  }

  @Test
  void severalBrokersAreTakenInTurn() throws Exception {
    MqttProfile profile =
        Profiles.quickstart("target.broker='tcp://a:1,tls://[::1]:2,ws://c:3/mqtt,wss://d:4'");
    assertThat(profile.target().brokers())
        .containsExactly(
            new BrokerUrl("tcp", "a:1", ""),
            new BrokerUrl("tls", "[::1]:2", ""),
            new BrokerUrl("ws", "c:3", "/mqtt"),
            new BrokerUrl("wss", "d:4", ""));
    assertThat(profile.target().brokers().stream().map(BrokerUrl::secure))
        .containsExactly(false, true, false, true);
    assertThat(profile.target().brokers().stream().map(BrokerUrl::webSocket))
        .containsExactly(false, false, true, true);
  }

  @Test
  void noPasswordIsInWhatAProfileSays() throws Exception {
    MqttProfile profile =
        Profiles.quickstart(
            "devices={count: 2, user: u, password: geheim}",
            "subscribers={user: u, password: geheim}");
    assertThat(profile.toString()).doesNotContain("geheim");
  }

  @Test
  void theEmbeddedBrokerHasTheLimitsOfTheProfile() throws Exception {
    MqttProfile profile =
        Profiles.quickstart("target.embedded={maxQueued: 7, maxPacket: 2KiB, receiveMaximum: 3}");
    assertThat(profile.target().wanted().arguments())
        .containsExactly("--max-queued", "7", "--max-packet", "2048", "--receive-maximum", "3");
    assertThat(Profiles.quickstart().target().wanted().arguments()).isEmpty();
  }
}
