// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import io.fleetload.progress.ToolEvent;
import io.fleetload.rig.Home;
import io.fleetload.tool.ToolEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theDocsHaveTheSchemaOfTheResult() throws IOException {
    assertShipped("result.schema.json", ResultSchema.generate());
  }

  @Test
  void theDocsHaveTheSchemaOfASearch() throws IOException {
    assertShipped("limit.schema.json", ResultSchema.ofLimit());
  }

  @Test
  void theDocsHaveTheSchemaOfASeries() throws IOException {
    assertShipped("repeat.schema.json", ResultSchema.ofRepeat());
  }

  @Test
  void theDocsHaveTheSchemaOfAHistory() throws IOException {
    assertShipped("history.schema.json", ResultSchema.ofHistory());
  }

  @Test
  void theDocsHaveTheSchemaOfTheEventsOfARun() throws IOException {
    assertShipped("events.schema.json", ResultSchema.ofEvents());
  }

  @Test
  void anEventIsOfItsSchemaAndNothingElseIs() {
    Instant now = Instant.EPOCH;
    ObjectNode schema = ResultSchema.ofEvents();
    ToolEvent.FlowProgress flow = new ToolEvent.FlowProgress(null, 5, 0, 1, null);
    for (ToolEvent each :
        List.of(
            new ToolEvent.Begin(1, "name", "echo", "results/x", 1, 20, 30),
            new ToolEvent.StartWait("loadtest", null, 3L),
            new ToolEvent.WorkProgress("loadtest", "devices", 1, 2, 3, null),
            new ToolEvent.Progress("device-simulator", "measure", 2.0, Map.of("echo", flow)),
            new ToolEvent.Sentence("loadtest", "starting"),
            new ToolEvent.Problem("loadtest", 2, "wrong"),
            new ToolEvent.End(0, "passed", null))) {
      String line = ToolEvents.line(each, now);
      assertThat(events(line, schema)).as(line).isEmpty();
      assertThat(events(line.replace("{\"event\":\"", "{\"event\":\"no-"), schema)).isNotEmpty();
    }
    assertThat(events(ToolEvents.line(new ToolEvent.Ready("x", null), now), schema)).isNotEmpty();
  }

  private static List<Error> events(String line, ObjectNode schema) {
    try {
      return ResultSchema.problems(JSON.readTree(line), schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertShipped(String name, ObjectNode schema) throws IOException {
    Path shipped = Home.path("docs", "reference", name);
    String generated = schema.toPrettyString() + "\n";
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(shipped, generated);
    }
    assertThat(Files.readString(shipped))
        .as(
            "rewrite it: ./mvnw -pl results-model,analysis,load-api,campaign -am test -Ddocs.write=true")
        .isEqualTo(generated);
  }

  @Test
  void aResultMayNameItsSchemaAndNoOther() throws IOException {
    String result =
        """
        {"$schema": "urn:fleetload:result:%d", "version": %d, "complete": true,
         "measuredSeconds": 1}
        """;
    assertThat(ResultSchema.problems(JSON.readTree(result.formatted(2, 2)))).isEmpty();
    assertThat(ResultSchema.problems(JSON.readTree(result.formatted(3, 2)))).isNotEmpty();
  }

  @Test
  void aSearchNamesItsSchemaAndNoOther() throws IOException {
    String search =
        """
        {"$schema": "urn:fleetload:limit:%d", "version": 1, "complete": false, "probes": [%s]}
        """;
    assertThat(ofSearch(search.formatted(1, ""))).isEmpty();
    assertThat(ofSearch(search.formatted(2, ""))).isNotEmpty();
    assertThat(ofSearch(search.formatted(1, "{\"asked\": 5, \"reached\": 5}"))).isEmpty();
    assertThat(ofSearch(search.formatted(1, "{\"asked\": \"5\", \"reached\": 5}"))).isNotEmpty();
    assertThat(ofSearch(search.formatted(1, "{\"reached\": 5}"))).isNotEmpty();
  }

  private static List<Error> ofSearch(String file) throws IOException {
    return ResultSchema.problems(JSON.readTree(file), ResultSchema.ofLimit());
  }

  @Test
  void aSecondInWhichNothingWasMeasuredIsNull() throws IOException {
    String result =
        "{\"flows\": {\"event\": {\"perSecond\": {\"responseMs\": {\"p50\": [null, %s]}}}}}";
    assertThat(ResultSchema.problems(JSON.readTree(result.formatted("1.5"))))
        .noneMatch(each -> each.toString().contains("responseMs"));
    assertThat(ResultSchema.problems(JSON.readTree(result.formatted("true"))))
        .anyMatch(each -> each.toString().contains("responseMs"));
  }

  @Test
  void aResultWithAnUnknownPartIsFound() throws IOException {
    assertThat(ResultSchema.problems(JSON.readTree("{\"version\": 1, \"surprise\": 2}")))
        .isNotEmpty();
  }
}
