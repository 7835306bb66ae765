// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DittoCommandTest {
  private static final Stamp STAMP =
      new Stamp(RunId.parse("ab12"), "commandQuery", Period.MEASURED, 3, 42, 1, 2)
          .with(new Stamp.Legs(0, 10, 20, 0));

  private final DittoCommand command = new DittoCommand("setBrightness");

  @Test
  void theBodyIsALiveMessageToTheThingsInbox() throws IOException {
    JsonNode body = json("device-3");

    assertThat(body.path("topic").asText())
        .isEqualTo("io.fleetload/device-3/things/live/messages/setBrightness");
    assertThat(body.path("path").asText()).isEqualTo("/inbox/messages/setBrightness");
    assertThat(body.path("headers").path("correlation-id").asText()).isEqualTo("ab12-42");
    assertThat(body.path("headers").path("stamp").asText()).isEqualTo(STAMP.text());
    assertThat(body.path("value").path("brightness").asInt()).isEqualTo(42);
  }

  @Test
  void theStampIsFoundInTheBody() {
    assertThat(Stamp.find(command.body("device-3", "ab12-42", STAMP))).contains(STAMP);
  }

  @Test
  void aNameWithANamespaceKeepsIt() throws IOException {
    assertThat(json("org.example:lamp").path("topic").asText()).startsWith("org.example/lamp/");
  }

  @Test
  void aNameThatJsonWouldTripOverIsQuoted() throws IOException {
    assertThat(json("a\"b\\c").path("topic").asText()).startsWith("io.fleetload/a\"b\\c/");
  }

  @Test
  void aCorrelationIdReadsBack() {
    CorrelationId id = new CorrelationId(RunId.parse("ab12"), "commandQuery", 42);
    CorrelationId ofAName = new CorrelationId(RunId.parse("ab12"), "fetch", 42);

    assertThat(id.text()).isEqualTo("ab12-42");
    assertThat(CorrelationId.parse(id.text())).contains(id);
    assertThat(CorrelationId.parse(ofAName.text())).contains(ofAName);
    assertThat(CorrelationId.parse("no id")).isEmpty();
    assertThat(CorrelationId.parse("ab12-x")).isEmpty();
    assertThat(CorrelationId.parse("-4")).isEmpty();
  }

  private JsonNode json(String device) throws IOException {
    return new ObjectMapper().readTree(command.body(device, "ab12-42", STAMP));
  }
}
