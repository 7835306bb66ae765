// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.run.MessageSet;
import io.fleetload.rig.Dashboard;
import io.fleetload.rig.Home;
import io.fleetload.rig.OtlpReceiver;
import io.fleetload.rig.PseudoTerminal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole load tests of the smallest pack: the engine works without knowing the system under test.
 */
class EchoIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final List<String> ON_ANY_HOST =
      List.of(
          "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
          "--set=thresholds=[ledger.unaccounted == 0, flows.*.failed == 0, flows.*.achieved >= 0%]");

  @TempDir private Path out;
  private final Map<String, String> environment = new HashMap<>();
  private boolean onTerminal;
  private String printed;

  private JsonNode result(String profile, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("packs/echo/profiles", profile).toString()));
    arguments.addAll(ON_ANY_HOST);
    arguments.add("--out=" + out);
    arguments.addAll(List.of(more));
    try (CommandRun run =
        onTerminal
            ? CommandRun.loadtestOnTerminal(arguments, "measure")
            : CommandRun.loadtest(arguments, environment)) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      printed = run.out();
    }
    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void pushedCommandsAreAnsweredAndAllIsDeliveredByTwoShards() throws Exception {
    JsonNode result;
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url());
      result = result("quickstart.yaml", "--shards=2");
      assertThatTheReceiverHasTheFiguresOf(result, receiver);
    }

    assertThat(result.at("/devices/connected").asLong()).isEqualTo(100);
    assertThat(result.at("/flows/echo/ok").asLong())
        .isPositive()
        .isEqualTo(result.at("/flows/echo/ledger/delivered").asLong());
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    JsonNode commands = result.at("/commands");
    assertThat(commands.at("/queriesReceived").asLong())
        .isPositive()
        .isEqualTo(result.at("/flows/ask/sent").asLong())
        .isEqualTo(commands.at("/written").asLong())
        .isEqualTo(commands.at("/received").asLong())
        .isEqualTo(result.at("/flows/answer/ledger/delivered").asLong());
    assertThat(out.resolve("report.html")).exists();
    assertThat(out.resolve("device-simulator.json")).doesNotExist();
  }

  @Test
  void aSignalEndsTheWaitForWhatTheTargetStillHasToDeliver() throws Exception {
    try (HalfDeliveringServer server = new HalfDeliveringServer();
        CommandRun run =
            CommandRun.loadtest(
                List.of(
                    "run",
                    Home.path("packs/echo/profiles/quickstart.yaml").toString(),
                    "--set=target.server=" + server.address(),
                    "--set=store=true",
                    "--set=devices={count: 10, timeout: 1s}",
                    "--set=flows={echo: {rate: 50/s}}",
                    "--set=phases={measure: 1s, drain: 1s}",
                    "--out=" + out))) {
      server.askedForAll().get(1, TimeUnit.MINUTES);
      long signalled = System.nanoTime();
      run.terminate();

      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
      assertThat(Duration.ofNanos(System.nanoTime() - signalled))
          .isLessThan(Duration.ofSeconds(10));
    }

    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(result.at("/verdict/status").asText()).isEqualTo("interrupted");
    assertThat(result.at("/verdict/exitCode").asInt()).isEqualTo(130);
    assertThat(result.at("/flows/echo/ok").asLong()).isEqualTo(50);
    assertThat(result.path("ledger").isMissingNode()).as("what was lost is not known").isTrue();
    assertThat(out.resolve("report.html")).exists();
    BackendBook book = ResultFiles.read(out.resolve(BackendBook.FILE), BackendBook.class);
    assertThat(book.reading().complete()).isFalse();
    assertThat(book.reading().behind().left()).isEqualTo(BackendReading.Behind.CUT_SHORT);
  }

  private void assertThatTheReceiverHasTheFiguresOf(JsonNode result, OtlpReceiver receiver)
      throws Exception {
    assertThat(receiver.resources())
        .extracting(each -> each.get("service.instance.id"))
        .containsExactlyInAnyOrder(
            result.at("/runId").asText() + "-device-simulator-1",
            result.at("/runId").asText() + "-device-simulator-2",
            result.at("/runId").asText() + "-backend-simulator");
    BackendBook backend = ResultFiles.read(out.resolve(BackendBook.FILE), BackendBook.class);
    for (String flow : List.of("echo", "ask", "answer")) {
      JsonNode counts = result.at("/flows/" + flow);
      for (String count : List.of("scheduled", "sent", "ok")) {
        assertThat(
                receiver.counter("fleetload.messages." + count, "flow", flow, "period", "measured"))
            .as(flow + " " + count)
            .isEqualTo(counts.path(count).asDouble());
      }
      double received = receiver.counter("fleetload.backend.received", "flow", flow);
      assertThat(received).isEqualTo(backend.flows().get(flow).received().size());
    }
    assertThat(receiver.counter("fleetload.messages.failed")).isZero();
    // Of one tenant there is nothing to tell beside the others.
    assertThat(receiver.namesInPrometheus())
        .containsAll(
            Dashboard.metrics().stream()
                .filter(each -> each.startsWith("fleetload_") && !each.contains("_tenant_"))
                .toList());
    assertThat(printed).doesNotContain("/v1/metrics");
  }

  @Test
  void stepsOfUsersAreSentAndDeliveredByTwoShards() throws Exception {
    JsonNode result =
        result(
            "quickstart.yaml",
            "--shards=2",
            "--set=flows={echo: {closed: {users: 20, iterations: 10}}, again: {times: 4, think: 5ms}}",
            "--set=thresholds=[ledger.unaccounted == 0, flows.again.ok == 800]");

    assertThat(result.at("/flows/echo/ok").asLong()).isEqualTo(200);
    JsonNode again = result.at("/flows/again");
    assertThat(again.at("/model").asText()).isEqualTo("closed");
    assertThat(again.at("/closed/iterations").asLong()).isEqualTo(40);
    assertThat(again.at("/closed/undone").asLong()).isZero();
    assertThat(again.at("/ok").asLong()).isEqualTo(800);
    assertThat(again.at("/ledger/delivered").asLong()).isEqualTo(800);
    assertThat(again.at("/response/max").asDouble())
        .isLessThan(again.at("/closed/doneAfterSeconds").asDouble() * 1_000);
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(result.at("/ledger/outOfOrder").asLong()).isZero();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aStepOfAnOpenFlowIsAskedForARateAndReachesItOnATerminalThatIsMadeNarrower()
      throws Exception {
    onTerminal = Path.of("/usr/bin/python3").toFile().exists();
    JsonNode result =
        result(
            "quickstart.yaml",
            "--set=flows={echo: {rate: 100/s}, again: {times: 3, think: 100ms}}",
            "--set=thresholds=[ledger.unaccounted == 0, flows.*.achieved >= 0%]");

    JsonNode again = result.at("/flows/again");
    assertThat(again.at("/asked").asDouble()).isEqualTo(300);
    assertThat(again.at("/scheduled").asLong()).isEqualTo(1_500);
    assertThat(again.at("/ledger/delivered").asLong()).isEqualTo(again.at("/ok").asLong());
    assertThat(again.at("/achieved").asDouble()).isPositive();
    assumeTrue(onTerminal, "no python3 here, which has a pseudo terminal");
    assertThatWhatIsDrawnLaterIsNarrower();
  }

  private void assertThatWhatIsDrawnLaterIsNarrower() {
    int end = printed.indexOf("echo: ");
    assertThat(widths(printed.substring(0, end))).anyMatch(width -> width > PseudoTerminal.LATER);
    String later = printed.substring(end);
    assertThat(later)
        .contains("\033[1m\033[32mPASSED\033[0m")
        // The mark is there where this machine's locale has it.
        .containsPattern("  \033\\[32m(. )?held\033\\[0m  ");
    assertThat(widths(later)).allMatch(width -> width < PseudoTerminal.LATER);
  }

  /** Of lines without a path, which stays whole. */
  private static List<Integer> widths(String text) {
    return text.lines()
        .filter(line -> !line.contains(" in /"))
        .map(line -> line.replaceAll("\033\\[\\??[0-9]*[A-Za-z]|\r", "").length())
        .toList();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aStreamWithoutABackendHasAVerdictOfTheDevicesAlone() throws Exception {
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    JsonNode result = result("stream.yaml");

    assertThat(printed).containsOnlyOnce("http://127.0.0.1:1/v1/metrics");

    assertThat(result.at("/verdict/status").asText()).isEqualToIgnoringCase("passed");
    assertThat(result.at("/flows/echo/scheduled").asLong()).isEqualTo(500);
    assertThat(result.at("/flows/echo/ok").asLong())
        .isPositive()
        .isEqualTo(result.at("/flows/echo/sent").asLong());
    assertThat(result.at("/flows/echo/responses").asLong())
        .as(result.at("/flows/echo").toString())
        .isEqualTo(20 * result.at("/flows/echo/sent").asLong());
    assertThat(out.resolve("backend-book.json")).doesNotExist();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aRunInJsonPrintsItsResultAndNothingElse() throws Exception {
    JsonNode result = result("stream.yaml", "--json");

    assertThat(new ObjectMapper().readTree(printed)).isEqualTo(result);
  }

  @Test
  void whatTheServerForgotToStoreIsFoundToTheMessage() throws Exception {
    JsonNode result =
        result(
            "quickstart.yaml",
            "--shards=2",
            "--set=store=true",
            "--set=target={forgets: 50}",
            "--set=thresholds=[ledger.unaccounted == 0, ledger.store.lost > 0, flows.*.achieved >= 0%]");

    BackendBook backend = ResultFiles.read(out.resolve(BackendBook.FILE), BackendBook.class);
    long received = 0;
    long forgotten = 0;
    long measured = 0;
    for (Map.Entry<String, BackendBook.BackendFlow> each : backend.flows().entrySet()) {
      BackendBook.BackendFlow flow = each.getValue();
      MessageSet missing = flow.received().minus(flow.stored().numbers());
      received += flow.received().size();
      forgotten += missing.size();
      measured += result.at("/flows/" + each.getKey() + "/ledger/store/receivedNotStored").asLong();
      assertThat(flow.stored().rows()).isEqualTo(flow.received().size() - missing.size());
    }
    assertThat(forgotten).isEqualTo(received / 50);
    JsonNode store = result.at("/ledger/store");
    assertThat(store.at("/receivedNotStored").asLong())
        .isEqualTo(measured)
        .isEqualTo(store.at("/lost").asLong())
        .isBetween(1L, forgotten);
    assertThat(store.at("/share").asDouble()).isBetween(0.97, 0.99);
    assertThat(store.at("/storedNotReceived").asLong()).isZero();
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(result.at("/worstDevices/0/receivedNotStored").asLong()).isPositive();
    assertThat(out.resolve("report.html")).content().contains("In the store");
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void whatOneOfSeveralListenersWasNotToldIsFoundToTheDelivery() throws Exception {
    JsonNode result =
        result(
            "quickstart.yaml",
            "--shards=2",
            "--set=listeners=3",
            "--set=target={misses: 50}",
            "--set=thresholds=[ledger.unaccounted == 0, ledger.lost > 0, flows.*.achieved >= 0%,"
                + " flows.*.ledger.deliveries.share > 98%, ledger.deliveries.share < 100%]");

    BackendBook backend = ResultFiles.read(out.resolve(BackendBook.FILE), BackendBook.class);
    long received = 0;
    long missed = 0;
    for (BackendBook.BackendFlow flow : backend.flows().values()) {
      received += flow.received().size();
      missed += flow.received().minus(flow.receivers().get(1).received()).size();
      assertThat(flow.receivers().get(0).received().size()).isEqualTo(flow.received().size());
      assertThat(flow.receivers().get(2).received().size()).isEqualTo(flow.received().size());
    }
    assertThat(missed).isEqualTo(received / 50);
    long confirmed = 0;
    for (JsonNode flow : result.at("/flows")) {
      confirmed += flow.at("/ok").asLong();
      JsonNode worst = flow.at("/ledger/deliveries/worst/0");
      assertThat(worst.at("/receiver").asInt()).isEqualTo(1);
      assertThat(worst.at("/lost").asLong()).isEqualTo(flow.at("/ledger/lost").asLong());
      assertThat(flow.at("/endToEnd/count").asLong())
          .isEqualTo(flow.at("/ledger/deliveries/delivered").asLong());
    }
    JsonNode deliveries = result.at("/ledger/deliveries");
    assertThat(deliveries.at("/receivers").asInt()).isEqualTo(3);
    assertThat(deliveries.at("/expected").asLong()).isEqualTo(3 * confirmed);
    assertThat(deliveries.at("/lost").asLong())
        .isBetween(1L, missed)
        .isEqualTo(result.at("/ledger/lost").asLong())
        .isEqualTo(deliveries.at("/partlyDelivered").asLong());
    assertThat(result.at("/commands/unaccounted").asLong()).isZero();
    assertThat(out.resolve("report.html")).content().contains("At each receiver");
  }

  @Test
  void aSearchForTheLimitNeedsNoBackendEither() throws Exception {
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "find-limit",
                Home.path("packs/echo/profiles", "stream.yaml").toString(),
                ON_ANY_HOST.get(0),
                "--set=phases={ramp: 0s, warmUp: 0s, measure: 2s, drain: 10s}",
                "--set=findLimit={from: 20/s, to: 40/s, step: 100%, probe: 2s, warmUp: 0s,"
                    + " recovery: 0s, repeats: 0}",
                "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]",
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isIn(0, 1);
    }
    JsonNode limit = new ObjectMapper().readTree(out.resolve("limit.json").toFile());
    assertThat(
            StreamSupport.stream(limit.path("probes").spliterator(), false)
                .map(each -> each.path("status").asText()))
        .isNotEmpty()
        .allMatch(each -> each.equalsIgnoreCase("passed"), limit.path("probes").toString());
  }
}
