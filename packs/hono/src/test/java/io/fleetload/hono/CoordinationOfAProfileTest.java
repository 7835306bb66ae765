// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Coordination;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.quantity.Span;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a profile says that the shards of a run meet. */
class CoordinationOfAProfileTest {
  @TempDir private Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private Coordination read(String coordination, String... overrides) throws ProfileException {
    return profiles.read(GOOD + coordination, overrides).coordination();
  }

  @Test
  void shardsMeetNowhereUnlessTheProfileSaysSo() throws Exception {
    assertThat(read("")).isNull();
  }

  @Test
  void aDirectoryIsEnough() throws Exception {
    assertThat(read("coordination: { directory: /shared/meeting }\n"))
        .isEqualTo(new Coordination("/shared/meeting", null, true, Span.parse("2m")));
    assertThat(read("coordination: { directory: meet, backend: false, timeout: 10m }\n").timeout())
        .isEqualTo(Span.parse("10m"));
  }

  @Test
  void aKafkaOfItsOwnTakesNothingFromTheTarget() throws Exception {
    Coordination own =
        read(
            """
            target: { kafka: a:1, kafkaProperties: { security.protocol: SSL }, replication: 3 }
            coordination: { kafka: { bootstrapServers: "b:2,c:3", topics: team-a.load } }
            """);
    assertThat(own.kafka())
        .isEqualTo(new Coordination.Kafka("b:2,c:3", Map.of(), "team-a.load", null));
  }

  @Test
  void theTargetsKafkaIsMeantWhereNoPlaceIsGiven() throws Exception {
    String target =
        "target: { kafka: a:1, kafkaProperties: { security.protocol: SSL }, replication: 3 }\n";
    Map<String, String> ssl = Map.of("security.protocol", "SSL");
    for (String section : new String[] {"{}", "{ kafka: {} }", "{ timeout: 5m }"}) {
      assertThat(read(target + "coordination: " + section + "\n").kafka())
          .isEqualTo(new Coordination.Kafka("a:1", ssl, null, 3));
    }
    assertThat(read(target + "coordination: { kafka: { topics: t, replication: 1 } }\n").kafka())
        .isEqualTo(new Coordination.Kafka("a:1", ssl, "t", 1));
    assertThat(read(target, "coordination.timeout=10m").kafka().bootstrapServers())
        .isEqualTo("a:1");
  }

  @Test
  void anotherPlaceCanBeSetOnTheCommandLine() throws Exception {
    assertThat(
            read(
                "coordination: { kafka: { bootstrapServers: a:1 }, timeout: 5m }\n",
                "coordination.directory='/out/it''s here'",
                "coordination.kafka=null",
                "coordination.backend=false"))
        .isEqualTo(new Coordination("/out/it's here", null, false, Span.parse("5m")));
  }

  @Test
  void twoPlacesOrNoneAreOneLine() {
    profiles.refused(
        GOOD + "coordination: { directory: d, kafka: { bootstrapServers: a:1 } }\n",
        "FILE:8: coordination.kafka",
        "coordination.directory");
    profiles.refused(
        GOOD + "target: { kind: external, coap: a:1, provision: false }\n" + "coordination: {}\n",
        "FILE:3: devices.psk.derivedFrom\nFILE:8: target.kafka\nFILE:9: coordination.kafka.bootstrapServers",
        "missing");
    StringBuilder said = new StringBuilder();
    new Coordination(null, null, null, null)
        .check((path, message) -> said.append(path).append(": ").append(message));
    assertThat(said)
        .startsWith("coordination: ")
        .contains("directory: ", "kafka: { bootstrapServers: host:port }");
    profiles.refused(
        GOOD + "coordination: { kafka: { bootstrapServers: a } }\n",
        "FILE:8: coordination.kafka.bootstrapServers",
        "\"a\"");
  }

  @Test
  void theKeysOfBeforeAreRefusedWithWhatToWriteNow() {
    profiles.refused(
        good("name: test", "name: test, barrier: kafka, barrierTimeout: 60s")
            + "topics: { shards: team-a }\n",
        "FILE:1: run.barrier\nFILE:1: run.barrierTimeout\nFILE:8: topics.shards",
        "coordination: { kafka: {} }",
        "coordination: { directory: DIR, backend: false }",
        "coordination: { timeout: 2m }",
        "coordination: { kafka: { topics: PREFIX } }");
    profiles.refusedWith("run.barrier=kafka", GOOD, "--set: run.barrier", "coordination: ");
  }

  @Test
  void theSecretsOfItsClientsAreNotShown() throws Exception {
    var profile =
        profiles.read(
            GOOD
                + "coordination: { kafka: { bootstrapServers: a:1, properties:"
                + " { sasl.jaas.config: hunter2 } } }\n");
    assertThat(profile.toString()).doesNotContain("hunter2").contains("a:1");
    assertThat(RedactedProfile.of(profile).toString()).doesNotContain("hunter2").contains("***");
    assertThat(
            profiles.refusal(
                GOOD, "coordination.kafka.properties={ssl.key.password: {a: hunter2}}"))
        .doesNotContain("hunter2")
        .contains("--set 'coordination.kafka.properties={");
  }
}
