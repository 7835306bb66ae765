// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.profile.Feed;
import io.fleetload.rig.Golden;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampedBodyTest {
  private static final String KEY = "flows.telemetry.body";
  private static final long NOW = 1_790_000_000_123_456_789L;
  private static final Stamp STAMP =
      new Stamp(RunId.parse("ffffffff"), "commandQuery", Period.MEASURED, 9_999_999, 42, NOW, NOW);

  @TempDir private Path directory;

  @Test
  void itIsSentAsItIsWrittenWithItsPlaceholdersFilledIn() throws Exception {
    StampedBody body =
        body(
            "{\"ä\": {{n}}, \"of\": \"{{device}}\", \"by\": \"{{stamp}}\", \"to\": \"{{device}}\"}");

    for (int i = 0; i < 2; i++) {
      byte[] message = body.of("device-7", STAMP);
      assertThat(text(message))
          .isEqualTo(
              "{\"ä\": 42, \"of\": \"device-7\", \"by\": \""
                  + STAMP.text()
                  + "\", \"to\": \"device-7\"}");
      assertThat(Stamp.find(message)).contains(STAMP);
      assertThat(message).hasSizeLessThan(body.largest());
    }
  }

  @Test
  void whatIsNoPlaceholderStaysAsItIsBracesIncluded() throws Exception {
    assertThat(text(body("{{ {{{n}}} {{stamp}} }} {\"a\":{\"b\":{{n}}}}").of("d", STAMP)))
        .isEqualTo("{{ {42} " + STAMP.text() + " }} {\"a\":{\"b\":42}}");
  }

  @Test
  void itHasTheWholeLanguage() throws Exception {
    Path file = directory.resolve("people.csv");
    Files.writeString(file, "name,age\n\"the \"\"A\"\"\",7\nB,8\n");
    Feeders people =
        new Feeders(
            Map.of("people", Feeder.read("people", file, Feed.Order.CIRCULAR, 1, Feeders.room())));
    String text = "\"by\":\"{{stamp}}\",\"is\":\"{{people.name}}\",\"at\":{{people.age}},";
    String more = "\"v\":{{decimal(-1.5,-1.5,1)}},\"n\":{{n % 40 + 1}},\"when\":\"{{now}}\"";

    StampedBody json = body("{" + text + more + "}", people);

    assertThat(text(json.of("d", STAMP)))
        .isEqualTo(
            "{\"by\":\""
                + STAMP.text()
                + "\",\"is\":\"the \\\"A\\\"\",\"at\":7,\"v\":-1.5,\"n\":3,"
                + "\"when\":\"2026-09-21T14:13:20.123Z\"}");
    assertThat(
            text(
                body(
                        "{\"a\":\"\\\"{{people.age}}\",\"b\":{{people.age as text}},{{stamp}} }",
                        people)
                    .of("d", STAMP)))
        .isEqualTo("{\"a\":\"\\\"7\",\"b\":\"7\"," + STAMP.text() + " }");
    assertThat(text(body("{{stamp}} {{people.name}}", people).of("d", STAMP)))
        .isEqualTo(STAMP.text() + " the \"A\"");
  }

  @Test
  void itIsAFunctionOfDeviceAndStamp() throws Exception {
    String text = "{{stamp}} {{uuid}} {{int(1,1000000)}} {{now}} {{run}} {{user}}";

    assertThat(body(text).of("d", STAMP)).isEqualTo(body(text).of("d", STAMP));
  }

  @ParameterizedTest
  @ValueSource(strings = {"commandQuery", "aFlowWithAVeryLongNameThatAUserGave"})
  void theLargestMessageHasRoom(String flow) throws Exception {
    Stamp largest =
        new Stamp(
            RunId.parse("ffffffff"), flow, Period.MEASURED, 9_999_999, Integer.MAX_VALUE, NOW, NOW);
    StampedBody body =
        StampedBody.of(
            KEY,
            "at {{stamp}} {{n}} {{choice(a,bc)}}",
            KnownNames.ofDevices(1, flow, Feeders.NONE));
    assertThat(body.of("d", largest)).hasSizeLessThanOrEqualTo(body.largest());
  }

  @Test
  void aTextThatBeginsWithABracketIsJson() {
    assertThat(StampedBody.isJson(" \n{}")).isTrue();
    assertThat(StampedBody.isJson("[1]")).isTrue();
    assertThat(StampedBody.isJson("at {}")).isFalse();
    assertThat(StampedBody.isJson("{{stamp}} {}")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{stamp}} {{devise}}",
        "{{stamp}} {{iteration}}",
        "hello",
        "{{stamp}} {{stamp}}",
        "<at>{{stamp}}</at>",
        "{{stamp}}{{n}}",
        "{{stamp}} {{int(5,1)}}",
        "{{stamp}} {{people.name}}",
        "{\"by\":\"{{stamp}}\",\"is\":{{people.name}}}",
      })
  void aBodyThatNoRunCouldSendIsOneLine(String text) throws Exception {
    Path file = directory.resolve("people.csv");
    Files.writeString(file, "name\nA\n");
    Feeders people =
        new Feeders(
            Map.of("people", Feeder.read("people", file, Feed.Order.QUEUE, 1, Feeders.room())));

    assertThatThrownBy(() -> body(text, people))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(KEY + ": ")
        .hasMessageNotContaining("\n")
        .message()
        .satisfies(message -> Golden.of("template").holds(text, message));
  }

  private static StampedBody body(String text) throws UsageException {
    return body(text, Feeders.NONE);
  }

  private static StampedBody body(String text, Feeders feeders) throws UsageException {
    return StampedBody.of(KEY, text, KnownNames.ofDevices(1, "commandQuery", feeders));
  }

  private static String text(byte[] message) {
    return new String(message, StandardCharsets.UTF_8);
  }
}
