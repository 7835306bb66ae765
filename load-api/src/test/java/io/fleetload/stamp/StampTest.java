// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampTest {

  private static final Stamp STAMP =
      new Stamp(
          RunId.parse("c0ffee"),
          "telemetry",
          Period.MEASURED,
          2_499,
          539_999,
          1_700_000_000_000_000_001L,
          1_700_000_000_000_000_002L);

  private static final String WHOLE = "fl1:c0ffee:telemetry:m:7:8:9:10";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] inJson(String stamp) {
    return bytes(
        "{\"topic\":\"t/d/things/twin\",\"näme\":\"ö\",\"stamp\":\""
            + stamp
            + "\",\"value\":{\"x\":1}}");
  }

  @Test
  void aStampIsFoundInAPayload() {
    assertThat(STAMP.text())
        .isEqualTo("fl1:c0ffee:telemetry:m:2499:539999:1700000000000000001:1700000000000000002");
    assertThat(Stamp.find(inJson(STAMP.text()))).contains(STAMP);
    assertThat(Stamp.find(bytes(STAMP.text()))).contains(STAMP);
    assertThat(Stamp.find(bytes("text " + STAMP.text() + " and more"))).contains(STAMP);
  }

  @Test
  void theTimesOfACommandTravelWithIt() {
    Stamp answer =
        new Stamp(RunId.parse("c0ffee"), "commandResponse", Period.WARM_UP, 1, 2, 3, 4)
            .with(new Stamp.Legs(4, 5, 6, 7));
    assertThat(answer.text()).isEqualTo("fl1:c0ffee:commandResponse:w:1:2:3:4:4:5:6:7");
    assertThat(Stamp.find(inJson(answer.text()))).contains(answer);
  }

  @Test
  void theFirstOfTwoCounts() {
    assertThat(Stamp.find(bytes("\"" + STAMP.text() + "\",\"" + WHOLE + "\""))).contains(STAMP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fl", "{}", "{\"stamp\":\"fl2:c0ffee\"}", "fl 1:"})
  void aPayloadWithoutAStampHasNone(String payload) {
    assertThat(Stamp.find(bytes(payload))).isEmpty();
  }

  @Test
  void theWholeStampIsOne() {
    assertThat(Stamp.find(inJson(WHOLE))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fl1:",
        "fl1:c0ffee:telemetry:m:7:8:9",
        "fl1:c0ffee:telemetry:m:7:8:9:",
        "fl1:c0ffee:telemetry:m:7:8:9:10:11",
        "fl1:c0ffee:telemetry:m:7:8:9:10:11:12:13:14:15",
        "fl1:c0ffee:telemetry:m:7:8:9:10:11:12:13:x",
        "fl1:c0ffee:telemetry:x:7:8:9:10",
        "fl1:c0ffee:telemetry::7:8:9:10",
        "fl1:c0ffee:telemetry:mm:7:8:9:10",
        "fl1:c0ffee:telemetry:m:seven:8:9:10",
        "fl1:c0ffee:telemetry:m:-7:8:9:10",
        "fl1:c0ffee:telemetry:m:7:-8:9:10",
        "fl1:c0ffee:telemetry:m:7:99999999999:9:10",
        "fl1:c0ffee:tele metry:m:7:8:9:10",
        "fl1:c0ffee:telemetry:m:7:8:9:1ö"
      })
  void aDamagedStampIsNone(String damaged) {
    assertThat(Stamp.find(inJson(damaged))).isEmpty();
  }
}
