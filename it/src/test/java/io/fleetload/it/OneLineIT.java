// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load tests in one line: from nothing but a URL to a verdict. */
class OneLineIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final List<String> ON_ANY_HOST =
      List.of(
          "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
          "--set=thresholds=[ledger.lost == 0, flows.*.failed == 0, flows.*.achieved >= 0%]");

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private String done(List<String> words) throws Exception {
    try (CommandRun run = CommandRun.loadtest(words)) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      return run.out();
    }
  }

  private List<String> line(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(ON_ANY_HOST);
    return line;
  }

  private JsonNode result(String out) throws Exception {
    JsonNode result = JSON.readTree(directory.resolve(out).resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  @Test
  void theProfileOfALineGivesTheSameRun() throws Exception {
    List<String> line = line("echo://", "--devices=20", "--rate=50/s", "--for=5s", "--window=4");
    List<String> printing = new ArrayList<>(line);
    printing.add("--print-profile");
    Path profile = Files.writeString(directory.resolve("printed.yaml"), done(printing));

    line.add("--out=" + directory.resolve("line"));
    String printed = done(line);
    done(List.of("run", profile.toString(), "--out=" + directory.resolve("profile")));

    Path kept = directory.resolve("line/profile.yaml");
    assertThat(printed).contains("PASSED", kept.toString());
    assertThat(kept).hasSameTextualContentAs(profile);
    JsonNode result = result("line");
    assertThat(result.path("profile")).isEqualTo(result("profile").path("profile"));
    assertThat(result.at("/flows/echo/sent").asInt()).isEqualTo(200);
    assertThat(result.at("/flows/echo/ledger/delivered").asInt()).isEqualTo(200);
    assertThat(result("profile").at("/flows/echo/sent").asInt()).isEqualTo(200);
  }

  @Test
  void whatHappensIsPrintedAsEventsOfTheirSchema() throws Exception {
    List<String> line = line("echo://", "--devices=20", "--rate=50/s", "--for=3s");
    line.addAll(List.of("--json-events", "--out=" + directory.resolve("line")));
    List<JsonNode> events = new ArrayList<>();
    for (String each : done(line).lines().toList()) {
      JsonNode event = JSON.readTree(each);
      assertThat(ResultSchema.EVENTS.problems(event)).as(each).isEmpty();
      events.add(event);
    }
    assertThat(events.get(0).path("event").asText()).isEqualTo("begin");
    assertThat(events.get(0).path("version").asInt()).isEqualTo(1);
    assertThat(events.get(0).path("directory").asText())
        .isEqualTo(directory.resolve("line").toString());
    JsonNode last = events.get(events.size() - 1);
    assertThat(last.path("event").asText()).isEqualTo("end");
    assertThat(last.path("status").asText()).isEqualTo("passed");
    assertThat(events).extracting(each -> each.path("phase").asText()).contains("measure");
    assertThat(events)
        .extracting(each -> each.at("/flows/echo/reached").asDouble())
        .anyMatch(each -> each > 0);
  }

  @Test
  void aBrokerThatRunsAlreadyIsJudgedByOneLine() throws Exception {
    try (Mosquitto broker = Mosquitto.start(directory)) {
      done(
          line(
              "mqtt://127.0.0.1:" + broker.port(),
              "--devices=50",
              "--every=1s",
              "--for=5s",
              "--qos=2",
              "--out=" + directory.resolve("line")));
    }
    JsonNode result = result("line");
    assertThat(result.at("/devices/connected").asInt()).isEqualTo(50);
    assertThat(result.at("/flows/publish/ok").asInt()).isEqualTo(200);
    assertThat(result.at("/flows/publish/ledger/delivered").asInt()).isEqualTo(200);
    assertThat(result.at("/flows/publish/ledger/duplicate").asInt()).isZero();
  }
}
