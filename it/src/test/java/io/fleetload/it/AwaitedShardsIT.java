// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shards as processes that share nothing but a log, and the backend that takes their books in. */
// Its runs share a tenant, in which each would count the messages of another as foreign.
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(Hono.Shared.class)
class AwaitedShardsIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Path profile;

  @TempDir private static Path shared;
  @TempDir private Path directory;

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    profile =
        Files.writeString(
            shared.resolve("together.yaml"),
            """
            run: { name: together }
            coordination: { kafka: { topics: fleetload.together }, timeout: 60s }
            target: { kind: external, coap: %s, kafka: %s, mongodb: %s, database: %s }
            tenant: { id: together }
            devices: { count: 20, psk: { derivedFrom: one } }
            phases: { warmUp: 1s, measure: 2s }
            generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
            flows:
              telemetry: { rate: 20/s }
              event: { rate: 10/s }
              commandQuery: { rate: 5/s }
            thresholds: [flows.*.achieved >= 0]
            """
                .formatted(
                    hono.endpoint("coap"),
                    hono.endpoint("kafka"),
                    hono.endpoint("mongodb"),
                    hono.endpoint("database")));
    Printed provisioning = Printed.provisioning(List.of("apply", profile.toString()));
    assertThat(provisioning.code()).as(provisioning.out() + provisioning.err()).isZero();
  }

  private CommandRun backend(String runId, int shards, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(profile.toString(), "--run-id=" + runId, "--shards=" + shards, "--json"));
    arguments.addAll(withOut("backend", more));
    CommandRun backend = CommandRun.tool("backend-simulator", arguments);
    backend.line(line -> line.contains("\"ready\""));
    return backend;
  }

  private CommandRun shard(String runId, int number, int of, String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(profile.toString(), "--run-id=" + runId, "--shard=" + number + "/" + of));
    arguments.addAll(withOut("shard-" + number, more));
    return CommandRun.tool("device-simulator", arguments);
  }

  private List<String> withOut(String name, String... more) {
    List<String> options = new ArrayList<>(List.of(more));
    if (options.stream().noneMatch(each -> each.startsWith("--out="))) {
      options.add("--out=" + directory.resolve(name));
    }
    return options;
  }

  private static void close(List<CommandRun> runs) throws IOException {
    for (CommandRun each : runs) {
      each.close();
    }
  }

  private static Stream<Arguments> places() {
    return Stream.of(
        Arguments.of("1f", List.of()),
        Arguments.of(
            "4f",
            List.of(
                "--set=coordination.kafka=null",
                "--set=coordination.directory='" + shared.resolve("meeting") + "'")));
  }

  @ParameterizedTest
  @Tag("nightly")
  @Tag("further-runs")
  @MethodSource("places")
  void whatComesOverTheLogIsWhatMergeMakesOfTheShardsDirectories(String id, List<String> place)
      throws Exception {
    String[] more = place.toArray(String[]::new);
    Path whole = directory.resolve("backend");
    List<CommandRun> shards = new ArrayList<>();
    try (CommandRun backend = backend(id, 3, more)) {
      for (int number = 1; number <= 3; number++) {
        shards.add(shard(id, number, 3, more));
      }
      for (CommandRun each : shards) {
        assertThat(each.exit()).as(each.out() + each.err()).isZero();
        assertThat(each.out()).contains("shard's book");
      }
      assertThat(backend.exit()).as(backend.out() + backend.err()).isZero();
      assertThat(backend.out())
          .containsPattern("all 3 shards .* 2\\d\\d\\d-")
          .containsPattern("books of 3 shards ")
          .contains("together: PASSED")
          .contains("shards began their flows ");
    } finally {
      close(shards);
    }
    assertThat(whole.resolve("report.html")).content().contains("shards began apart");
    assertThat(whole.resolve("histograms")).isNotEmptyDirectory();

    Path backendBook = Files.createDirectory(directory.resolve("only-backend"));
    Files.copy(whole.resolve(BackendBook.FILE), backendBook.resolve(BackendBook.FILE));
    List<String> merge = new ArrayList<>(List.of("merge"));
    IntStream.rangeClosed(1, 3)
        .forEach(number -> merge.add(directory.resolve("shard-" + number).toString()));
    merge.addAll(
        List.of(
            backendBook.toString(),
            "--profile=" + profile,
            "--out=" + directory.resolve("merged")));
    Printed merging = Printed.loadtest(merge);
    assertThat(merging.code()).as(merging.out() + merging.err()).isZero();
    assertThat(result(whole)).isEqualTo(result(directory.resolve("merged")));
    assertThat(whole.resolve(DeviceBook.FILE))
        .hasSameTextualContentAs(directory.resolve("merged").resolve(DeviceBook.FILE));
    JsonNode start = result(whole).path("start");
    assertThat(start.path("spreadMs").isNumber()).isTrue();
    assertThat(start.path("leastSkewMs").asDouble())
        .isBetween(0.0, start.path("skewMs").asDouble());
    assertThat(result(whole).at("/devices/connected").asInt()).isEqualTo(20);
  }

  /** Of what was run where, merge knows nothing. */
  private static JsonNode result(Path out) throws IOException {
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return ((ObjectNode) result).without(List.of("profile", "versions", "host"));
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void aShardThatIsKilledOrDoesNotComeIsNamedAndTheOthersAreJudged() throws Exception {
    // As long as a process may take longer to start than another.
    String[] more = {
      "--set=coordination.timeout=15s",
      "--set=devices.timeout=1s",
      "--set=flows.commandQuery.ttd=1s",
      "--set=phases.drain=2s"
    };
    Path whole = directory.resolve("backend");
    try (CommandRun backend = backend("2f", 2, more);
        CommandRun first = shard("2f", 1, 2, more);
        CommandRun second = shard("2f", 2, 2, more)) {
      backend.line(line -> line.contains("all 2 shards are ready"));
      second.family().forEach(ProcessHandle::destroyForcibly);
      assertThat(first.exit()).as(first.out() + first.err()).isZero();
      // The other backend waits for the book of the second meanwhile.
      aShardThatDoesNotCome();
      assertThat(backend.exit()).as(backend.out() + backend.err()).isEqualTo(3);
      assertThat(backend.out())
          .contains("missing: shard 2/2; run 2f ", " in " + whole)
          .doesNotContain("PASSED");
    }
    assertThat(result(whole).at("/verdict/status").asText()).isEqualTo("tool-gone");
    assertThat(result(whole).at("/flows/telemetry/sent").asInt()).isPositive();
    assertThat(result(whole).at("/ledger/unaccounted").asInt()).isZero();
    assertThat(whole.resolve("report.html")).isNotEmptyFile();
    assertThat(whole.resolve("shard-1").resolve(DeviceBook.FILE)).exists();
    assertThat(whole.resolve(BackendBook.FILE)).exists();
  }

  private void aShardThatDoesNotCome() throws Exception {
    String soon = "--set=coordination.timeout=1s";
    Path out = directory.resolve("other");
    try (CommandRun backend = backend("3f", 2, soon, "--out=" + out);
        CommandRun first = shard("3f", 1, 2, soon, "--out=" + out.resolve("first"))) {
      String line = "coordination: no shard 2/2 within 1s; run 3f ";
      assertThat(first.exit()).as(first.out() + first.err()).isEqualTo(3);
      assertThat(first.err()).startsWith(line).hasLineCount(1);
      assertThat(backend.exit()).as(backend.out() + backend.err()).isEqualTo(3);
      assertThat(backend.out()).contains(line);
    }
    assertThat(out.resolve("result.json")).doesNotExist();
  }
}
