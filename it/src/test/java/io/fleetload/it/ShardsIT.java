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
import io.fleetload.rig.Home;
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

/** Shards of one run on one machine. */
@Execution(CONCURRENT)
@ExtendWith(Hono.Shared.class)
class ShardsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "stages.yaml").toString();

  @TempDir private Path directory;
  private final Hono hono;

  ShardsIT(Hono hono) {
    this.hono = hono;
  }

  private CommandRun run(Path out, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                PROFILE,
                "--set=phases.ramp=1s",
                "--set=phases.warmUp=4s",
                "--set=flows.telemetry.stages=[{for: 6s, rate: 20/s}, {for: 4s, to: 40/s}]",
                "--set=flows.event.stages=[{for: 6s, from: 10/s, to: 30/s, steps: 3},"
                    + " {for: 4s, rate: 0/s}]",
                "--set=flows.commandQuery.closed={users: 10, iterations: 2, think: 100ms}",
                // What a shared build machine makes late is not what this is about.
                "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
                "--set=thresholds=[flows.*.achieved >= 0%]",
                "--out=" + out));
    arguments.addAll(hono.asTarget());
    arguments.addAll(List.of(more));
    return CommandRun.loadtest(arguments);
  }

  private static JsonNode result(Path out) throws Exception {
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  @Test
  @Tag("nightly")
  @Tag("searches")
  void fiveShardsMakeTheLedgerOfOneProcess() throws Exception {
    Path one = directory.resolve("one");
    try (CommandRun run = run(one)) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }
    Path five = directory.resolve("five");
    try (CommandRun run = run(five, "--shards=5")) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains("shard 5/5 ")
          .contains("max p99")
          .containsPattern(" 5 shards .* 0 ms")
          .contains("stages: PASSED");
    }
    sameLedger(five, one);
    assertThat(Files.readString(five.resolve("report.html"))).contains("stages");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void gatewaysOfSeveralTenantsSendForTheirOwnDevicesInShardsAsInOneProcess() throws Exception {
    String[] shared = {
      "--set=tenant=null",
      "--set=tenants=[{ id: near, weight: 3 }, { id: far, weight: 1 }]",
      // No multiple of the shards, and not even over the devices either.
      "--set=gateways.count=7"
    };
    Path one = directory.resolve("one");
    try (CommandRun run = run(one, shared)) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }
    Path three = directory.resolve("three");
    List<String> inShards = new ArrayList<>(List.of(shared));
    inShards.add("--shards=3");
    try (CommandRun run = run(three, inShards.toArray(String[]::new))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out()).contains(" 3 shards ");
    }
    sameLedger(three, one);
    JsonNode whole = result(one);
    JsonNode merged = result(three);
    assertThat(merged.at("/devices/connected").asLong()).isEqualTo(7);
    assertThat(whole.at("/tenants/near/sessions").asLong()).isEqualTo(5);
    assertThat(whole.at("/tenants/far/connected").asLong()).isEqualTo(2);
    assertThat(whole.at("/commands/answersSeen").asLong()).isEqualTo(20);
    for (String tenant : List.of("near", "far")) {
      JsonNode expected = whole.at("/tenants/" + tenant);
      JsonNode found = merged.at("/tenants/" + tenant);
      for (String count : List.of("devices", "sessions", "connected")) {
        assertThat(found.path(count).asLong()).isPositive();
        assertThat(found.path(count)).as(tenant + " " + count).isEqualTo(expected.path(count));
      }
      for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
        for (String count : List.of("sent", "ok", "delivered", "failed", "lost", "duplicate")) {
          String figure = "/flows/" + flow + "/" + count;
          assertThat(found.at(figure)).as(tenant + figure).isEqualTo(expected.at(figure));
        }
      }
    }
  }

  /** That the merged books of shards say what those of one process do. */
  private static void sameLedger(Path shards, Path one) throws Exception {
    JsonNode whole = result(one);
    JsonNode merged = result(shards);
    assertThat(merged.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(merged.at("/devices/connected")).isEqualTo(whole.at("/devices/connected"));
    assertThat(merged.at("/start/skewMs").isNumber()).isTrue();
    for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
      for (String count : List.of("asked", "scheduled", "sent", "ok", "failed", "notSent")) {
        assertThat(merged.at("/flows/" + flow + "/" + count))
            .as(flow + " " + count)
            .isEqualTo(whole.at("/flows/" + flow + "/" + count));
      }
      assertThat(merged.at("/flows/" + flow + "/ledger/delivered"))
          .as(flow)
          .isEqualTo(whole.at("/flows/" + flow + "/ledger/delivered"));
    }
    // How often users of a closed model come in the warm-up is theirs; an open flow is fixed.
    DeviceBook wholeBook = ResultFiles.read(one.resolve(DeviceBook.FILE), DeviceBook.class);
    DeviceBook mergedBook = ResultFiles.read(shards.resolve(DeviceBook.FILE), DeviceBook.class);
    assertThat(mergedBook.complete()).isTrue();
    for (String flow : List.of("telemetry", "event")) {
      same(mergedBook.flows().get(flow).sent(), wholeBook.flows().get(flow).sent());
      assertThat(dueBySecond(mergedBook, flow)).isEqualTo(dueBySecond(wholeBook, flow));
    }
    DeviceBook.DeviceFlow users = wholeBook.flows().get("commandQuery");
    same(
        measured(mergedBook.flows().get("commandQuery")),
        users.sent().between(users.numbering().measuredFrom(), users.numbering().measuredTo()));
    BackendBook received = ResultFiles.read(shards.resolve(BackendBook.FILE), BackendBook.class);
    same(received.flows().get("telemetry").received(), mergedBook.flows().get("telemetry").sent());
  }

  /** Until the last second in which one was due: how long outcomes took is the run's. */
  private static List<Long> dueBySecond(DeviceBook book, String flow) {
    List<Long> due = book.flows().get(flow).perSecond().scheduled();
    int seconds = due.size();
    while (seconds > 0 && due.get(seconds - 1) == 0) {
      seconds--;
    }
    return due.subList(0, seconds);
  }

  private static MessageSet measured(DeviceBook.DeviceFlow flow) {
    return flow.sent().between(flow.numbering().measuredFrom(), flow.numbering().measuredTo());
  }

  private static void same(MessageSet found, MessageSet expected) {
    assertThat(found.size()).isPositive().isEqualTo(expected.size());
    assertThat(found.minus(expected).size()).isZero();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aShardThatDiesEndsTheRunWithWhatWasBookedUntilThen() throws Exception {
    Path out = directory.resolve("died");
    try (CommandRun run =
        run(
            out,
            "--shards=2",
            "--set=flows.telemetry.stages=[{for: 10m, rate: 20/s}]",
            "--set=flows.event.stages=[{for: 10m, rate: 20/s}]",
            "--live=0")) {
      run.line(line -> line.startsWith("measure"));
      ProcessHandle shard =
          run.family().stream()
              .filter(each -> each.info().commandLine().orElse("").contains("--shard=2/2"))
              .findFirst()
              .orElseThrow();
      List<ProcessHandle> family = run.family();
      shard.destroyForcibly();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err())
          .hasLineCount(1)
          .startsWith("device-simulator-2 ")
          .contains("signal 9 (SIGKILL")
          .endsWith(out.resolve("logs").resolve("device-simulator-2.log") + "\n");
      for (ProcessHandle each : family) {
        each.onExit().get(60, TimeUnit.SECONDS);
      }
    }
    JsonNode result = result(out);
    assertThat(result.path("complete").asBoolean()).isFalse();
    assertThat(result.at("/verdict/status").asText()).isEqualTo("tool-gone");
    assertThat(result.at("/devices/asked").asLong())
        .isEqualTo(result.at("/devices/connected").asLong());
    assertThat(result.at("/flows/telemetry/warmUp/ok").asLong()).isPositive();
    assertThat(out.resolve("report.html")).content().contains("<strong>INCOMPLETE:</strong>");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void anInterruptedRunOfShardsIsOne() throws Exception {
    Path out = directory.resolve("interrupted");
    try (CommandRun run = run(out, "--shards=2")) {
      run.line(line -> line.contains("waits for the others"));
      run.terminate();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
    }
    assertThat(result(out).at("/verdict/status").asText()).isEqualTo("interrupted");
  }
}
