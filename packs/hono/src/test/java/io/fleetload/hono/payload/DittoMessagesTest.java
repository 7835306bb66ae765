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

class DittoMessagesTest {
  private static final long NOW = 1_790_000_000_123_456_789L;
  private static final Stamp STAMP =
      new Stamp(
          RunId.parse("ffffffff"),
          "commandResponse",
          Period.MEASURED,
          9_999_999,
          Integer.MAX_VALUE,
          NOW,
          NOW);

  @Test
  void aReadingIsADittoMessageOfExactlyTheSizeAsked() throws IOException {
    byte[] message = new DittoMessages(512, 1).reading("device-9999999", STAMP);

    assertThat(message).hasSize(512);
    JsonNode json = new ObjectMapper().readTree(message);
    assertThat(json.path("topic").asText())
        .isEqualTo("io.fleetload/device-9999999/things/twin/commands/modify");
    assertThat(json.path("path").asText()).isEqualTo("/features");
    assertThat(json.at("/value/environment/properties/temperature").isNumber()).isTrue();
    assertThat(Stamp.find(message)).contains(STAMP);
  }

  @Test
  void anAnswerCarriesItsStatusAndTheTimesOfItsCommand() throws IOException {
    Stamp stamp = STAMP.with(new Stamp.Legs(NOW, NOW, NOW, NOW));
    byte[] message = new DittoMessages(512, 1).answer("device-9999999", 200, stamp);

    assertThat(message).hasSize(512);
    assertThat(new ObjectMapper().readTree(message).path("status").asInt()).isEqualTo(200);
    assertThat(Stamp.find(message)).contains(stamp);
  }

  @Test
  void theSmallestSizeOfAProfileHoldsTheLargestStamp() {
    assertThat(new DittoMessages(450, 1).reading("device-9999999", STAMP)).hasSize(450);
    assertThat(
            new DittoMessages(450, 1)
                .answer("device-9999999", 200, STAMP.with(new Stamp.Legs(NOW, NOW, NOW, NOW))))
        .hasSize(450);
  }

  @Test
  void oneSeedMakesOneSeriesOfReadings() {
    DittoMessages first = new DittoMessages(512, 7);
    DittoMessages second = new DittoMessages(512, 7);

    assertThat(first.reading("d", STAMP)).isEqualTo(second.reading("d", STAMP));
    assertThat(first.reading("d", STAMP)).isEqualTo(second.reading("d", STAMP));
  }
}
