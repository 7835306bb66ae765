// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against an NGSI broker that runs already, and what they leave there. */
class NgsiExternalIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final String ON_ANY_HOST =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers:"
          + " 100%}";

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private CommandRun broker;
  private JsonNode at;

  @BeforeEach
  void start() throws Exception {
    broker = CommandRun.server("packs/ngsi/embedded/target/ngsi-embedded.jar");
    at = new ObjectMapper().readTree(broker.line(each -> each.contains("ready")));
  }

  @AfterEach
  void stop() throws Exception {
    broker.close();
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

  private JsonNode result() throws IOException {
    return new ObjectMapper().readTree(directory.resolve("out/result.json").toFile());
  }

  @Test
  void itReadsTheContextFromAHostOfTheRunAndIsEmptyAfterItAlsoWithShards() throws Exception {
    try (CommandRun run =
        run(
            "--shards=2",
            "--set=phases={measure: 30s, drain: 20s}",
            "--set=flows.create.closed={users: 10, iterations: 5}")) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains("starting the host of the @context")
          .contains("100 entities of type shelf removed")
          .doesNotContain("starting the embedded", "not removed");
    }
    assertThat(Files.readString(directory.resolve("out/logs/ngsi-context.log"))).isEmpty();
    JsonNode result = result();
    assertThat(result.at("/versions/target").asText()).isEqualTo("external NGSI broker");
    assertThat(result.at("/flows/update/ledger/delivered").asLong()).isEqualTo(500);
    assertThat(result.at("/flows/query/failed").asLong()).isZero();
    nothingIsLeft();
  }
}
