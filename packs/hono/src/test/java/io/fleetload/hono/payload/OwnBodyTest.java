// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OwnBodyTest {
  private static final long NOW = 1_790_000_000_123_456_789L;
  private static final Stamp STAMP =
      new Stamp(RunId.parse("ffffffff"), "commandQuery", Period.MEASURED, 9_999_999, 42, NOW, NOW);

  @Test
  void itIsSentAsItIsWrittenWithItsPlaceholdersFilledIn() {
    OwnBody body =
        new OwnBody(
            "{\"ä\": {{n}}, \"of\": \"{{device}}\", \"by\": \"{{stamp}}\", \"to\": \"{{device}}\"}");

    for (int i = 0; i < 2; i++) {
      byte[] message = body.reading("device-7", STAMP);
      assertThat(new String(message, StandardCharsets.UTF_8))
          .isEqualTo(
              "{\"ä\": 42, \"of\": \"device-7\", \"by\": \""
                  + STAMP.text()
                  + "\", \"to\": \"device-7\"}");
      assertThat(Stamp.find(message)).contains(STAMP);
      assertThat(message).hasSizeLessThan(body.largest());
    }
    assertThat(body.problem()).isEmpty();
    assertThat(body.isJson()).isTrue();
  }

  @Test
  void theLargestStampHasRoom() {
    Stamp largest =
        new Stamp(
            RunId.parse("ffffffff"),
            "commandQuery",
            Period.MEASURED,
            9_999_999,
            Integer.MAX_VALUE,
            NOW,
            NOW);
    OwnBody body = new OwnBody("at {{stamp}} {{n}}");
    assertThat(body.reading("d", largest)).hasSizeLessThanOrEqualTo(body.largest());
    assertThat(body.isJson()).isFalse();
  }

  @Test
  void aBodyThatNoRunCouldSendIsToldSo() {
    assertThat(new OwnBody("{{stamp}}{{now}}").problem())
        .hasValueSatisfying(
            line -> assertThat(line).contains("\"{{now}}\"", "{{stamp}}, {{device}} or {{n}}"));
    assertThat(new OwnBody("hello").problem())
        .hasValueSatisfying(line -> assertThat(line).contains("one {{stamp}}"));
    assertThat(new OwnBody("{{stamp}} {{stamp}}").problem()).isPresent();
    assertThat(new OwnBody("<at>{{stamp}}</at>").problem())
        .hasValueSatisfying(line -> assertThat(line).contains("after {{stamp}}"));
  }
}
