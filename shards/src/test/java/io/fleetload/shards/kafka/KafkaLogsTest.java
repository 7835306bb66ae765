package io.fleetload.shards.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.ShardTopics;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.shards.ProfileDigest;
import io.fleetload.shards.TopicLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a profile says of the topics; the topics themselves are in the integration tests. */
class KafkaLogsTest {
  private static final String PROFILE =
      """
      run: { name: mine, barrier: kafka }
      target: { kind: embedded }
      tenant: { id: t }
      devices: { count: 5, psk: { derivedFrom: secret } }
      phases: { measure: 2s }
      flows: { telemetry: { rate: 10/s } }
      """;

  @TempDir private Path folder;

  private HonoProfile profile(String... overrides) throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), PROFILE);
    return new ProfileReader<>(HonoProfile.class, Map.of()).read(file, List.of(overrides));
  }

  @Test
  void theTopicsAreNamedByTheRunOrByTheProfile() throws Exception {
    assertThat(ShardTopics.of(profile()))
        .isEqualTo(new ShardTopics("fleetload.mine.control", "fleetload.mine.results"));
    assertThat(ShardTopics.of(profile("topics.shards=team-a.load")))
        .isEqualTo(new ShardTopics("team-a.load.control", "team-a.load.results"));
    assertThat(ShardTopics.areMeantBy(profile().run())).isTrue();
    assertThat(ShardTopics.areMeantBy(profile("run.barrier=./kafka").run())).isFalse();
  }

  @Test
  void wrongPropertiesAreOneLineThatShowsNoneOfThem() throws Exception {
    KafkaLogs logs = new KafkaLogs(profile("target.kafkaProperties={security.protocol: hunter2}"));
    String line =
        "target.kafkaProperties: make no Kafka client; check the names and values of"
            + " security.protocol, sasl.* and ssl.*";
    assertThatThrownBy(logs::make).isInstanceOf(UsageException.class).hasMessage(line);
    assertThatThrownBy(() -> logs.control(TopicLogs.From.BEGINNING))
        .isInstanceOf(UsageException.class)
        .hasMessage(line);
  }

  @Test
  void anUnknownHostIsOneLine() throws Exception {
    KafkaLogs logs = new KafkaLogs(profile("target.kafka=no-such-host.invalid:9092"));
    assertThatThrownBy(logs::make)
        .isInstanceOf(TargetException.class)
        .hasMessage(
            "Kafka at no-such-host.invalid:9092 (target.kafka) is not reachable: unknown host");
  }

  @Test
  void aProfileIsTheSameWhereItMayDifferFromHostToHost() throws Exception {
    String digest = ProfileDigest.of(profile());
    assertThat(digest).matches("[0-9a-f]{64}");
    assertThat(
            ProfileDigest.of(
                profile("target.coap=127.0.0.2:5684", "devices.bind=[127.0.0.1, 127.0.0.2]")))
        .isEqualTo(digest);
    assertThat(ProfileDigest.of(profile("flows.telemetry.rate=11/s"))).isNotEqualTo(digest);
    assertThat(ProfileDigest.of(profile("devices.count=6"))).isNotEqualTo(digest);
    assertThat(ProfileDigest.of(profile("run.barrierTimeout=3m"))).isNotEqualTo(digest);
  }
}
