// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs against an NGSI broker that runs already, and what they leave there, however they end. */
@Execution(ExecutionMode.SAME_THREAD)
class NgsiExternalIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final String ON_ANY_HOST =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers:"
          + " 100%}";

  private static final String LONG = "--set=phases={measure: 10m, drain: 20s}";

  /** A user whose run is told to stop leaves its last entity, so something is left to remove. */
  private static final String THINKING = "--set=flows.update.after.think=500ms";

  private static CommandRun broker;

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private JsonNode at;

  @BeforeEach
  void start() throws Exception {
    if (broker == null) {
      broker = CommandRun.jar("packs/ngsi/embedded/target/ngsi-embedded.jar", List.of());
    }
    at = new ObjectMapper().readTree(broker.line(each -> each.contains("ready")));
  }

  @AfterAll
  static void stop() throws Exception {
    if (broker != null) {
      broker.close();
    }
  }

  private CommandRun run(String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", Home.path("packs/ngsi/profiles", "quickstart.yaml").toString()));
    arguments.addAll(
        List.of(
            ON_ANY_HOST,
            "--set=target={kind: external, url: '%s'}".formatted(at.path("url").asText()),
            "--out=" + directory.resolve("out")));
    arguments.addAll(List.of(more));
    return CommandRun.loadtest(arguments);
  }

  /** A figure of the broker's own page. */
  private long broker(String figure) throws Exception {
    HttpRequest page = HttpRequest.newBuilder(URI.create(at.path("metrics").asText())).build();
    return client
        .send(page, HttpResponse.BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> line.startsWith(figure + " "))
        .mapToLong(line -> Long.parseLong(line.substring(figure.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  private void nothingIsLeft() throws Exception {
    assertThat(broker("ngsi_entities")).isZero();
    assertThat(broker("ngsi_subscriptions")).isZero();
  }

  private void itIsUnderWay(CommandRun run) throws Exception {
    run.line(line -> line.startsWith("measure"));
    assertThat(broker("ngsi_entities")).isGreaterThan(100);
    assertThat(broker("ngsi_subscriptions")).as("the run's, and the probe's").isEqualTo(2);
  }

  private JsonNode result() throws IOException {
    return new ObjectMapper().readTree(directory.resolve("out/result.json").toFile());
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void itReadsTheContextFromAHostOfTheRunAndIsEmptyAfterItAlsoWithShards() throws Exception {
    try (CommandRun run =
        run(
            "--shards=2",
            "--set=phases={measure: 30s, drain: 20s}",
            "--set=flows.create.closed={users: 10, iterations: 5}")) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains("100 entities of type shelf removed")
          .contains("@context")
          .doesNotContain("starting the embedded", "not removed");
    }
    assertThat(Files.readString(directory.resolve("out/logs/ngsi-context.log"))).isEmpty();
    JsonNode result = result();
    assertThat(result.at("/versions/target").asText()).isEqualTo("external NGSI broker");
    assertThat(result.at("/flows/update/ledger/delivered").asLong()).isEqualTo(500);
    assertThat(result.at("/flows/query/failed").asLong()).isZero();
    nothingIsLeft();
  }

  @Test
  void aRunThatIsToldToStopRemovesWhatItWrote() throws Exception {
    List<ProcessHandle> family;
    try (CommandRun run = run(LONG, THINKING)) {
      itIsUnderWay(run);
      family = run.family();
      run.terminate();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
      assertThat(run.out()).contains("100 entities of type shelf removed");
    }
    for (ProcessHandle each : family) {
      each.onExit().get(60, TimeUnit.SECONDS);
    }
    assertThat(result().at("/verdict/status").asText()).isEqualTo("interrupted");
    nothingIsLeft();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aRunWhoseBackendDiedRemovesWhatItWroteAndTheBackendsSubscriptions() throws Exception {
    try (CommandRun run = run(LONG, THINKING)) {
      itIsUnderWay(run);
      run.child("backend-simulator").destroyForcibly();
      assertThat(run.exit()).as(run.out() + run.err()).isNotZero();
      assertThat(run.out())
          .contains("2 subscriptions removed", "100 entities of type shelf removed");
      assertThat(run.err()).contains("backend-simulator ended unexpectedly").hasLineCount(1);
    }
    nothingIsLeft();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aSetUpThatTheBrokerRefusesIsRemovedAsFarAsItCame() throws Exception {
    try (CommandRun run =
        run(
            "--set=setUp=[{request: 'POST /ngsi-ld/v1/entities', count: 2, body: '{\"id\":"
                + " \"urn:ngsi-ld:shelf:fl-{{n}}\", \"type\": \"shelf\"}'}, {request: 'POST"
                + " /ngsi-ld/v1/nothing', body: '{}'}]")) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err()).contains("setUp[1]", "404").hasLineCount(1);
      assertThat(run.out()).contains("2 entities of type shelf removed");
    }
    nothingIsLeft();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void whatCannotBeRemovedIsSaidWithTheCommandThatDoesIt() throws Exception {
    try (CommandRun run = run(LONG, "--set=target.gone=2s")) {
      itIsUnderWay(run);
      broker.kill();
      broker = null;
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.out())
          .containsPattern(".*broker at \\S+ .*loadtest provision remove \\S+quickstart.yaml");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aReceiverThatTheBrokerDoesNotReachEndsTheRunWithTheKeyThatSaysWhereItIs() throws Exception {
    try (CommandRun run =
        run(
            "--set=target.context=" + at.path("context").asText(),
            "--set=receiver.host=nowhere.invalid")) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err()).contains("receiver.host").hasLineCount(1);
      assertThat(run.out()).doesNotContain("@context");
    }
    nothingIsLeft();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aContextThatTheBrokerCannotReadEndsTheRunWithTheKeysThatSayWhereItIs() throws Exception {
    try (CommandRun run = run("--set=receiver.host=nowhere.invalid")) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err())
          .contains("LdContextNotAvailable", "receiver.host", "target.context")
          .hasLineCount(1);
    }
    nothingIsLeft();
  }
}
