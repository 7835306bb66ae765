// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
  private static final long DUE = 1_795_252_800_123_456_000L;

  /** Whatever a user writes for an id, both stamps and the books say the same. */
  @RepeatedTest(500)
  void everyFormOfAnIdComesBackAsTheSameFromBothStamps(RepetitionInfo which) {
    Random random = new Random(which.getCurrentRepetition());
    String written = form(random);
    RunId id = RunId.parse(written);

    assertThat(found(id)).as(written).containsOnly(id);
    assertThat(RunId.parse(id.toString())).as(written).isEqualTo(id);
    assertThat(id.toString()).as(written).matches("0|[1-9a-f][0-9a-f]{0,7}");
    assertThat(Integer.parseUnsignedInt(written, 16)).as(written).isEqualTo(id.number());
  }

  /** Any number of digits, leading zeros among them, in any case. */
  private static String form(Random random) {
    String digits = Integer.toHexString(random.nextInt() >>> random.nextInt(32));
    String padded = "0".repeat(random.nextInt(9 - digits.length())) + digits;
    StringBuilder mixed = new StringBuilder();
    for (int i = 0; i < padded.length(); i++) {
      char each = padded.charAt(i);
      mixed.append(random.nextBoolean() ? Character.toUpperCase(each) : each);
    }
    return mixed.toString();
  }

  private static List<RunId> found(RunId id) {
    Stamp stamp = new Stamp(id, "event", Period.MEASURED, 1, 2, DUE, DUE);
    byte[] body = new byte[CompactStamp.BYTES];
    CompactStamp compact = new CompactStamp(List.of("event"));
    compact.write(stamp, body);
    byte[] text = stamp.text().getBytes(StandardCharsets.US_ASCII);
    return List.of(compact.find(body).orElseThrow().run(), Stamp.find(text).orElseThrow().run());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "00000000", "0f00dcaf", "F00DCAFE", "ffffffff", "1f", "80000000"})
  void theFormsThatWereForeignOnceAreNone(String written) {
    RunId id = RunId.parse(written);

    assertThat(found(id)).containsOnly(id);
    assertThat(id).isEqualTo(RunId.parse(written.toLowerCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "run1", "123456789", "-1", "+1f", " 1f", "0x1f", "1f\n", "١"})
  void whatIsNoneIsRefusedInOneLine(String written) {
    assertThatThrownBy(() -> RunId.parse(written))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("found \"" + written + "\", expected 1 to 8 ")
        .endsWith(" 1f00a");
  }

  @Test
  void aStampWithoutAnIdIsDamaged() {
    byte[] text = "fl1:run1:event:m:7:8:9:10".getBytes(StandardCharsets.US_ASCII);

    assertThat(Stamp.find(text)).isEmpty();
  }
}
