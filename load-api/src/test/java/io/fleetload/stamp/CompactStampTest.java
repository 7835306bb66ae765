// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompactStampTest {
  private static final long DUE = 1_795_252_800_123_456_000L;

  private final CompactStamp compact = new CompactStamp(List.of("telemetry", "event"));

  private static Stamp stamp(String flow, Period period, int device, int n, long delayNanos) {
    return new Stamp(RunId.parse("f00dcafe"), flow, period, device, n, DUE, DUE + delayNanos);
  }

  @Test
  void whatIsWrittenIsFoundInTwentyBytes() {
    for (Stamp each :
        List.of(
            stamp("telemetry", Period.WARM_UP, 0, 0, 0),
            stamp("event", Period.MEASURED, CompactStamp.MOST_DEVICES - 1, Integer.MAX_VALUE, 0),
            stamp("event", Period.MEASURED, 40_000, 17, 4_095_000))) {
      byte[] body = new byte[CompactStamp.BYTES];
      compact.write(each, body);

      assertThat(compact.find(body)).contains(each);
    }
  }

  @Test
  void anIntendedTimeIsKeptToFourMicroseconds() {
    byte[] body = new byte[CompactStamp.BYTES];
    compact.write(
        new Stamp(RunId.parse("1"), "event", Period.MEASURED, 1, 2, DUE + 3_999, DUE + 3_999),
        body);

    assertThat(compact.find(body).orElseThrow().due()).isEqualTo(DUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4_096, 5_001, 1_000_000, 61_234_567, 134_000_000})
  void aDelayIsKeptToOnePartInTwoThousand(long micros) {
    byte[] body = new byte[CompactStamp.BYTES];
    compact.write(stamp("event", Period.MEASURED, 1, 2, micros * 1_000), body);

    long found = compact.find(body).orElseThrow().sent() - DUE;

    assertThat(found).isBetween(micros * 1_000 - micros / 2, micros * 1_000);
  }

  @Test
  void aDelayBeyondTheLongestIsTheLongest() {
    byte[] body = new byte[CompactStamp.BYTES];
    compact.write(stamp("event", Period.MEASURED, 1, 2, 600_000_000_000L), body);

    assertThat(compact.find(body).orElseThrow().sent() - DUE).isEqualTo((4_095L << 15) * 1_000);
  }

  @Test
  void aTextIsNoCompactStamp() {
    byte[] text = "{\"a message\": \"of some length\"}".getBytes(StandardCharsets.UTF_8);

    assertThat(compact.find(text)).isEmpty();
  }

  @Test
  void neitherIsABodyThatIsTooShortOrOfAnotherFlow() {
    byte[] body = new byte[CompactStamp.BYTES];
    new CompactStamp(List.of("a", "b", "telemetry"))
        .write(stamp("telemetry", Period.MEASURED, 1, 1, 0), body);

    assertThat(compact.find(body)).isEmpty();
    assertThat(compact.find(Arrays.copyOf(body, CompactStamp.BYTES - 1))).isEmpty();
  }

  @Test
  void aFlowThatItDoesNotKnowIsRefused() {
    assertThatThrownBy(() -> compact.write(stamp("other", Period.MEASURED, 1, 1, 0), new byte[20]))
        .hasMessageContaining("flow other");
  }
}
