// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every profile of the pack for context brokers, small, in this process against one embedded
 * broker. Each has a tenant of its own, so that several run at once.
 */
class NgsiProfilesIT {
  private static final Path PACK = Path.of("..", "packs", "ngsi");
  private static final int AT_ONCE = 8;

  /** Twenty-nine published scenarios, the quickstart, and one for each of four brokers. */
  private static final int PROFILES = 34;

  /** The sizes that profiles take from the environment. */
  private static final Map<String, String> TINY =
      Map.of(
          "USERS", "2",
          "HUNDREDS", "1",
          "ENTITIES", "100",
          "EACH", "20",
          "REQUESTS", "20",
          "UPDATES", "2",
          "READS", "2",
          "ITERATIONS", "2");

  /** Notified, of NGSI-v2, and of the past. */
  private static final Set<String> KINDS =
      Set.of(
          "fiware/ld/batch-update-with-subscription.yaml",
          "fiware/v2/query-entities-by-type.yaml",
          "stellio/retrieve-temporal-evolution-of-an-entity.yaml");

  @TempDir private Path directory;

  @Test
  void oneOfEachKindIsAnsweredAsItExpectsAndNotifiedAndLeavesNothing() throws Exception {
    areAnswered(KINDS::contains, KINDS.size());
  }

  @Test
  @Tag("nightly")
  @Tag("ngsi-profiles")
  void eachIsAnsweredAsItExpectsAndNotifiedAndLeavesNothing() throws Exception {
    areAnswered(any -> true, PROFILES);
  }

  private void areAnswered(Predicate<String> wanted, int count) throws Exception {
    Process broker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                PACK.resolve(Path.of("embedded", "target", "ngsi-embedded.jar")).toString(),
                "--port=0",
                "--metrics-port=0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader says =
        new BufferedReader(
            new InputStreamReader(broker.getInputStream(), StandardCharsets.UTF_8))) {
      JsonNode ready = new ObjectMapper().readTree(says.readLine());
      Map<String, List<String>> wrong = run(ready, wanted);
      assertThat(wrong).hasSize(count).allSatisfy((file, why) -> assertThat(why).isEmpty());
      assertThat(page(ready.path("metrics").asText()))
          .contains("ngsi_entities 0\n", "ngsi_subscriptions 0\n");
    } finally {
      broker.destroy();
    }
  }

  private Map<String, List<String>> run(JsonNode broker, Predicate<String> wanted)
      throws Exception {
    Path profiles = PACK.resolve("profiles");
    List<Path> files;
    try (Stream<Path> all = Files.walk(profiles)) {
      files =
          all.filter(each -> each.toString().endsWith(".yaml"))
              .filter(each -> wanted.test(profiles.relativize(each).toString()))
              .toList();
    }
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    try {
      Map<String, Future<List<String>>> runs = new TreeMap<>();
      for (Path file : files) {
        runs.put(file.toString(), pool.submit(() -> run(file, broker, "t" + files.indexOf(file))));
      }
      Map<String, List<String>> wrong = new TreeMap<>();
      for (Map.Entry<String, Future<List<String>>> each : runs.entrySet()) {
        wrong.put(each.getKey(), each.getValue().get());
      }
      return wrong;
    } finally {
      pool.shutdownNow();
    }
  }

  private List<String> run(Path file, JsonNode broker, String tenant) throws Exception {
    List<String> overrides =
        new ArrayList<>(
            List.of(
                "target.kind=external",
                "target.url=" + broker.path("url").asText(),
                "target.context=" + broker.path("context").asText(),
                "target.tenant=" + tenant));
    if (file.endsWith("quickstart.yaml")) {
      overrides.add("phases={measure: 2s, drain: 20s}");
    }
    try {
      return new ScenarioRun(file, overrides, TINY, directory.resolve(tenant)).wrong();
    } catch (Exception e) {
      return List.of(e.toString());
    }
  }

  private static String page(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
        .body();
  }
}
