// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeOfDayTest {
  @ParameterizedTest
  @CsvSource({
    "0h,0,0h",
    "7h,25200,7h",
    "07:30,27000,7h30m",
    "7h30m,27000,7h30m",
    "7h20s,25220,7h20s",
    "23:59:59,86399,23h59m59s",
    "24h,86400,24h",
    "24:00,86400,24h"
  })
  void isReadAndWritten(String text, long seconds, String written) {
    TimeOfDay time = TimeOfDay.parse(text);

    assertThat(time.nanos()).isEqualTo(seconds * 1_000_000_000L);
    assertThat(time).hasToString(written);
    assertThat(TimeOfDay.parse(written)).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "7", "25h", "24h1m", "7:30", "24:01", "-1h", "7h60m", "7.5h", "12:60"})
  void isRefusedOutsideADay(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> TimeOfDay.parse(text));
  }
}
