// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Several backends share what the target delivers to the shards of one run. */
@Execution(CONCURRENT)
@ExtendWith(Hono.Shared.class)
class BackendsIT {
  private static final List<String> FLOWS = List.of("telemetry", "event", "commandQuery");

  @TempDir private Path directory;
  private final Hono hono;

  BackendsIT(Hono hono) {
    this.hono = hono;
  }

  private Path profile(String tenant, String measure) throws IOException {
    return Files.writeString(
        directory.resolve("backends.yaml"),
        """
        run: { name: backends }
        coordination: { kafka: { topics: fleetload.%s }, timeout: 60s }
        target:
          { kind: external, coap: %s, kafka: %s, mongodb: %s, database: %s,
            prometheus: [{ role: adapter, url: "%s/metrics" }] }
        tenant: { id: %s }
        devices: { count: 20, psk: { derivedFrom: one } }
        phases: { warmUp: 1s, measure: %s }
        generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
        flows:
          telemetry: { rate: 40/s }
          event: { rate: 20/s }
          commandQuery: { rate: 10/s }
        thresholds: [ledger.unaccounted == 0, ledger.lost == 0, flows.*.achieved >= 0]
        """
            .formatted(
                tenant,
                hono.endpoint("coap"),
                hono.endpoint("kafka"),
                hono.endpoint("mongodb"),
                hono.endpoint("database"),
                hono.endpoint("http"),
                tenant,
                measure));
  }

  /** The profile of a run whose simulators a test starts by itself. */
  private Path provisioned(String tenant) throws Exception {
    Path profile = profile(tenant, "4s");
    Printed provisioning = Printed.provisioning(List.of("apply", profile.toString()));
    assertThat(provisioning.code()).as(provisioning.out() + provisioning.err()).isZero();
    return profile;
  }

  private static JsonNode result(Path out) throws Exception {
    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  private static BackendBook book(Path directory) throws IOException {
    return ResultFiles.read(directory.resolve(BackendBook.FILE), BackendBook.class);
  }

  /** That every message is in the book of exactly one of two backends, with its command. */
  private static void areShared(Path out) throws Exception {
    BackendBook first = book(out.resolve("backend-1"));
    BackendBook second = book(out.resolve("backend-2"));
    BackendBook whole = book(out);
    assertThat(first.reading().part()).isEqualTo(new Shard(1, 2));
    assertThat(second.reading().part()).isEqualTo(new Shard(2, 2));
    assertThat(whole.reading().part()).isEqualTo(Shard.WHOLE);
    DeviceBook devices = ResultFiles.read(out.resolve(DeviceBook.FILE), DeviceBook.class);
    for (String flow : FLOWS) {
      MessageSet one = first.flow(flow).received();
      MessageSet other = second.flow(flow).received();
      assertThat(one.size()).as(flow).isPositive();
      assertThat(other.size()).as(flow).isPositive();
      assertThat(one.and(other).size()).as(flow + " in both").isZero();
      assertThat(one.or(other).minus(devices.flows().get(flow).sent()).size()).isZero();
      assertThat(one.or(other).size()).isEqualTo(whole.flow(flow).received().size());
      assertThat(whole.flow(flow).measured().outOfOrder()).as(flow).isZero();
      assertThat(whole.flow(flow).measured().duplicate()).as(flow).isZero();
    }
    MessageSet commands = first.commands("commandQuery").written();
    assertThat(commands.and(second.commands("commandQuery").written()).size()).isZero();
    assertThat(whole.commands("commandQuery").written().size())
        .isEqualTo(whole.flow("commandQuery").received().size());
    JsonNode result = result(out);
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(result.at("/complete").asBoolean()).isTrue();
  }

  @Test
  void twoBackendsAndTwoShardsMakeOneLedger() throws Exception {
    Path out = directory.resolve("out");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                profile("backends-a", "4s").toString(),
                "--backends=2",
                "--shards=2",
                "--live=0",
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out()).contains("books of 2 shards ").contains("backends: PASSED");
    }
    areShared(out);
    assertThat(out.resolve("report.html")).content().contains("backends");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aBackendThatDiesIsNamedAndNothingThatWasWrittenIsLost() throws Exception {
    Path out = directory.resolve("died");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                profile("backends-b", "10m").toString(),
                "--set=phases.warmUp=6s",
                "--backends=2",
                "--out=" + out))) {
      run.line(line -> line.startsWith("measure"));
      ProcessHandle backend =
          run.family().stream()
              .filter(each -> each.info().commandLine().orElse("").contains("--backend=2/2"))
              .findFirst()
              .orElseThrow();
      List<ProcessHandle> family = run.family();
      backend.destroyForcibly();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err())
          .startsWith("backend-simulator-2 ended unexpectedly, killed by signal 9")
          .endsWith("see " + out.resolve("logs").resolve("backend-simulator-2.log") + "\n");
      for (ProcessHandle each : family) {
        each.onExit().get(60, TimeUnit.SECONDS);
      }
    }
    JsonNode result = result(out);
    assertThat(result.at("/verdict/status").asText()).isEqualTo("tool-gone");
    assertThat(result.path("complete").asBoolean()).isFalse();
    assertThat(book(out.resolve("backend-1")).flow("telemetry").received().size()).isPositive();
    assertThat(book(out.resolve("backend-2")).flow("telemetry").received().size()).isPositive();
    assertThat(book(out).flow("telemetry").received().size())
        .isEqualTo(
            book(out.resolve("backend-1")).flow("telemetry").received().size()
                + book(out.resolve("backend-2")).flow("telemetry").received().size());
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void moreBackendsThanPartitionsAreOneLineBeforeAnyDeviceConnects() throws Exception {
    Path out = directory.resolve("few");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                profile("backends-d", "4s").toString(),
                "--set=topics={telemetry: 1, event: 1, commandResponse: 1}",
                "--backends=2",
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(2);
      assertThat(run.err())
          .hasLineCount(1)
          .startsWith("--backend: found 2/2, ")
          .contains(" 1 ", "topics.telemetry");
    }
    assertThat(out.resolve(DeviceBook.FILE)).doesNotExist();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void overASharedLogTheFirstBackendTakesInWhatTheOtherReceived() throws Exception {
    Path profile = provisioned("backends-c");
    Path out = directory.resolve("whole");
    try (CommandRun second = backend(profile, "6f", 2, directory.resolve("second"));
        CommandRun leading = backend(profile, "6f", 1, out)) {
      leading.line(line -> line.contains("\"ready\""));
      second.line(line -> line.contains("\"ready\""));
      List<CommandRun> shards = new ArrayList<>();
      try {
        for (int number = 1; number <= 2; number++) {
          shards.add(shard(profile, "6f", number));
        }
        for (CommandRun each : shards) {
          assertThat(each.exit()).as(each.out() + each.err()).isZero();
        }
      } finally {
        for (CommandRun each : shards) {
          each.close();
        }
      }
      assertThat(second.exit()).as(second.out() + second.err()).isZero();
      assertThat(second.out()).contains("this one's book");
      assertThat(leading.exit()).as(leading.out() + leading.err()).isZero();
      assertThat(leading.out()).contains("backends: PASSED");
    }
    areShared(out);
    JsonNode cost = result(out).path("target");
    assertThat(cost.path("processes")).as("the leading one alone reads the page").hasSize(1);
    assertThat(cost.at("/processes/0/cpuSeconds").asDouble()).isPositive();
    assertThat(cost.at("/parts/included/0").asText()).isEqualTo("adapter");
    assertThat(cost.path("network").isMissingNode()).isTrue();
    assertThat(out.resolve("backend-2").resolve(BackendBook.FILE))
        .hasSameTextualContentAs(directory.resolve("second").resolve(BackendBook.FILE));
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aFurtherBackendThatDiesIsNamedAndTheOtherBooksAreThere() throws Exception {
    Path profile = provisioned("backends-e");
    Path out = directory.resolve("whole");
    Path second = directory.resolve("second");
    String soon = "--set=coordination.timeout=20s";
    try (CommandRun further = backend(profile, "7f", 2, second, soon);
        CommandRun leading = backend(profile, "7f", 1, out, soon)) {
      leading.line(line -> line.contains("\"ready\""));
      further.line(line -> line.contains("\"ready\""));
      try (CommandRun first = shard(profile, "7f", 1, soon);
          CommandRun other = shard(profile, "7f", 2, soon)) {
        further.line(line -> line.contains("all 2 shards are ready"));
        further.family().forEach(ProcessHandle::destroyForcibly);
        assertThat(first.exit()).as(first.out() + first.err()).isZero();
        assertThat(other.exit()).as(other.out() + other.err()).isZero();
      }
      assertThat(leading.exit()).as(leading.out() + leading.err()).isEqualTo(3);
      assertThat(leading.out() + leading.err())
          .contains("missing: backend 2/2; run 7f ", " in " + out);
    }
    assertThat(book(out.resolve("backend-1")).flow("telemetry").received().size()).isPositive();
    assertThat(out.resolve("shard-1").resolve(DeviceBook.FILE)).exists();
    assertThat(out.resolve("shard-2").resolve(DeviceBook.FILE)).exists();
    assertThat(result(out).at("/verdict/status").asText()).isEqualTo("tool-gone");
    assertThat(result(out).path("ledger").isMissingNode())
        .as("what was lost is not known")
        .isTrue();
  }

  private CommandRun shard(Path profile, String runId, int number, String... more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                profile.toString(),
                "--run-id=" + runId,
                "--shard=" + number + "/2",
                "--out=" + directory.resolve("shard-" + number)));
    arguments.addAll(List.of(more));
    return CommandRun.tool("device-simulator", arguments);
  }

  private static CommandRun backend(
      Path profile, String runId, int number, Path out, String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                profile.toString(),
                "--run-id=" + runId,
                "--shards=2",
                "--backend=" + number + "/2",
                "--json",
                "--out=" + out));
    arguments.addAll(List.of(more));
    return CommandRun.tool("backend-simulator", arguments);
  }
}
