// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.Profiles;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentsTest {
  private static final long NOW = 1_790_000_000_000_000_000L;
  private static final String FLOW = "reading";
  private static final int TEXT = 90 + FLOW.length();

  private static Contents contents(String... overrides) throws Exception {
    Contents contents = new Contents(Profiles.quickstart(overrides));
    contents.read();
    return contents;
  }

  private static Stamp stamp(Random random) {
    long due = NOW + random.nextInt();
    return new Stamp(
        new RunId(random.nextInt()),
        FLOW,
        random.nextBoolean() ? Period.MEASURED : Period.WARM_UP,
        random.nextInt(1 << 24),
        random.nextInt(1 << 30),
        due,
        due + random.nextInt(1_000_000_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 21, 40, 96, 97, 256, 100_000})
  void inAPayloadOfAnySizeIsAStampOfWhichItIsMadeAgain(int size) throws Exception {
    Contents sent = contents("flows.reading.size=%dB".formatted(size));
    Contents received = contents("flows.reading.size=%dB".formatted(size));
    Random random = new Random(3);
    for (int i = 0; i < 2_000_000 / size / 20 + 50; i++) {
      Stamp stamp = stamp(random);
      byte[] payload = sent.of(FLOW).of("device-1", stamp);
      assertThat(payload).hasSize(size);
      Stamp found = received.stamp(payload).orElseThrow();
      assertThat(found.run()).isEqualTo(stamp.run());
      assertThat(found.flow()).isEqualTo(FLOW);
      assertThat(found.period()).isEqualTo(stamp.period());
      assertThat(found.device()).isEqualTo(stamp.device());
      assertThat(found.n()).isEqualTo(stamp.n());
      assertThat(found.due()).isBetween(stamp.due() - 4_000, stamp.due());
      assertThat(received.of(FLOW).of("device-1", found)).isEqualTo(payload);
    }
  }

  @Test
  void theLongestStampHasRoomInTheSmallestTextOfItsFlow() throws Exception {
    int most = Integer.MAX_VALUE;
    Stamp longest =
        new Stamp(new RunId(-1), FLOW, Period.MEASURED, most, most, Long.MAX_VALUE, Long.MAX_VALUE);
    Contents contents = contents("flows.reading.size=%dB".formatted(TEXT));
    byte[] payload = contents.of(FLOW).of("device-1", longest);
    assertThat(contents.stamp(payload)).contains(longest);
  }

  @Test
  void aBodyOfTheUsersHasAStampToo() throws Exception {
    Contents contents =
        contents("flows.reading.body='{\"id\":\"{{device}}\",\"s\":\"{{stamp}}\"}'");
    Stamp stamp = stamp(new Random(1));
    byte[] payload = contents.of(FLOW).of("device-1", stamp);
    assertThat(new String(payload, StandardCharsets.UTF_8))
        .isEqualTo("{\"id\":\"device-1\",\"s\":\"" + stamp.text() + "\"}");
    assertThat(contents.stamp(payload)).contains(stamp);
  }

  @Test
  void whatOthersPublishHasNone() throws Exception {
    Contents contents = contents();
    assertThat(contents.stamp(new byte[0])).isEmpty();
    assertThat(contents.stamp("hello".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(contents.stamp("fl1:1:reading:m:1".getBytes(StandardCharsets.UTF_8))).isEmpty();
    byte[] noFlow = new byte[20];
    noFlow[0] = (byte) 0xfe;
    assertThat(contents.stamp(noFlow)).isEmpty();
  }

  @Test
  void flowsOfSmallPayloadsAreToldApart() throws Exception {
    Contents contents = contents("flows.reading.size=20B", "flows.alarm.size=20B");
    Stamp stamp = stamp(new Random(1));
    for (String flow : new String[] {"reading", "sample", "alarm"}) {
      Stamp its =
          new Stamp(
              stamp.run(),
              flow,
              stamp.period(),
              stamp.device(),
              stamp.n(),
              stamp.due(),
              stamp.sent());
      assertThat(contents.stamp(contents.of(flow).of("device-1", its)).orElseThrow().flow())
          .isEqualTo(flow);
    }
  }
}
