// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against the embedded Arion server, a sound one and faulty ones. */
class ArionIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final String ON_ANY_HOST =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers:"
          + " 100%}";

  private static final String SHORT = "--set=phases={warmUp: 1s, measure: 5s, drain: 20s}";

  @TempDir private Path out;
  private int runs;

  private JsonNode result(int exit, String profile, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("packs/arion/profiles", profile).toString()));
    arguments.add(ON_ANY_HOST);
    Path directory = out.resolve("run-" + runs++);
    arguments.add("--out=" + directory);
    arguments.addAll(List.of(more));
    try (CommandRun run = CommandRun.loadtest(arguments)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
    }
    JsonNode result = new ObjectMapper().readTree(directory.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    return result;
  }

  private String refused(int exit, String profile, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("packs/arion/profiles", profile).toString()));
    arguments.addAll(List.of(more));
    arguments.add("--out=" + out.resolve("refused"));
    try (CommandRun run = CommandRun.loadtest(arguments)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
      return run.out() + run.err();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void everyWriteArrivesAtEveryWatcherAndIsReadBack() throws Exception {
    JsonNode result =
        result(
            0,
            "quickstart.yaml",
            SHORT,
            "--set=watchers={grpc: 2, hazelcast: 1}",
            "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]");

    JsonNode write = result.at("/flows/write");
    assertThat(write.at("/ok").asLong()).isEqualTo(250);
    assertThat(write.at("/ledger/delivered").asLong()).isEqualTo(250);
    assertThat(write.at("/ledger/deliveries/delivered").asLong()).isEqualTo(750);
    assertThat(write.at("/ledger/deliveries/lost").asLong()).isZero();
    assertThat(write.at("/ledger/outOfOrder").asLong()).isZero();
    assertThat(result.at("/flows/readBack/ok").asLong()).isEqualTo(250);
    assertThat(result.at("/flows/readBack/response/p50").asDouble()).isPositive();
    assertThat(result.at("/flows/read/ok").asLong()).isEqualTo(1_000);
    assertThat(result.at("/flows/stream/ok").asLong()).isEqualTo(5);
    assertThat(result.at("/commands").isMissingNode()).isTrue();
    assertThat(result.at("/versions/target").asText()).contains("embedded", "ours");
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void deletionsArriveAtTheWatchersOfASoundServerAndAreLostByOneThatIsSilent() throws Exception {
    String deletions = "--set=flows={write: {rate: 100/s, delete: 20%}}";
    String watchers = "--set=watchers.grpc=3";
    String allGood = "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]";
    JsonNode sound = result(0, "quickstart.yaml", SHORT, deletions, watchers, allGood);
    assertThat(sound.at("/flows/write/ledger/deliveries/delivered").asLong()).isEqualTo(1_500);

    JsonNode silent =
        result(
            1,
            "quickstart.yaml",
            SHORT,
            deletions,
            watchers,
            allGood,
            "--set=target.faults={silentDeletions: true}");
    assertThat(silent.at("/flows/write/ok").asLong()).isEqualTo(500);
    assertThat(silent.at("/flows/write/ledger/lost").asLong()).isEqualTo(100);
    assertThat(silent.at("/flows/write/ledger/deliveries/lost").asLong()).isEqualTo(300);
  }

  @Test
  void aStreamThatLostAnswersIsNoGoodOneThoughItsStatusIsOk() throws Exception {
    JsonNode result =
        result(
            1,
            "stream-read.yaml",
            "--set=rules.count=1000",
            "--set=flows.stream.requests=200",
            "--set=devices.timeout=10s",
            "--set=target.faults={halfClose: true}");

    JsonNode stream = result.at("/flows/stream");
    // On a starved host a stream may have all its answers before its client half-closes.
    assertThat(stream.at("/failed").asLong()).isPositive();
    assertThat(stream.at("/failedBy").toString()).contains("answer.missingResponses");
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aKeyThatIsNotThereFailsByItsStatus() throws Exception {
    JsonNode result =
        result(
            1,
            "unary-read.yaml",
            "--set=rules.count=1000",
            "--set=flows.read={closed: {users: 12, total: 1200}, unknown: 25%}");

    assertThat(result.at("/flows/read/ok").asLong()).isEqualTo(900);
    assertThat(result.at("/flows/read/failedBy/protocol.grpc.unknown").asLong()).isEqualTo(300);
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aFullLoadIsEveryRuleOfAGroupByTheServerAndByHazelcast() throws Exception {
    JsonNode watch = result(0, "watch.yaml", "--set=rules={count: 2000, groups: 2}");
    assertThat(watch.at("/flows/watch/ok").asLong()).isEqualTo(10);

    JsonNode hazelcast =
        result(0, "hazelcast-watch.yaml", "--set=rules={count: 2000, groups: 2, way: hazelcast}");
    assertThat(hazelcast.at("/flows/hazelcastWatch/ok").asLong()).isEqualTo(10);
  }

  @Test
  void aServerThatIsNotThereOrIsAnotherOneIsNamed() throws Exception {
    assertThat(refused(3, "unary-read.yaml", "--set=target={kind: external, server: 127.0.0.1:1}"))
        .contains("127.0.0.1:1", "target.server");
  }

  @Test
  void aWrongProfileIsOneLine() throws Exception {
    assertThat(refused(2, "write.yaml", "--set=flows.write.delete=60%"))
        .contains("flows.write.delete: found \"60%\"", "50%");
  }
}
