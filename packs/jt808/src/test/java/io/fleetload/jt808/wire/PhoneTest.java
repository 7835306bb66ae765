// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PhoneTest {
  @Test
  void zerosAreBeforeAShortNumber() {
    assertThat(Phone.of(Version.V2013, "13800000001").digits())
        .isEqualTo(Wire.bytes("013800000001"));
    assertThat(Phone.of(Version.V2019, "13800000001").digits())
        .isEqualTo(Wire.bytes("00000000013800000001"));
  }

  @Test
  void itIsSaidWithoutThem() {
    assertThat(Phone.of(Version.V2019, "013800000001")).hasToString("13800000001");
    assertThat(Phone.of(Version.V2013, "0")).hasToString("0");
  }

  @Test
  void aNumberThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> Phone.of(Version.V2013, "1380000000001"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("1380000000001", "13 digits", "2013", "12");
    assertThat(Phone.of(Version.V2019, "12345678901234567890")).hasToString("12345678901234567890");
  }

  @Test
  void aNumberOfOtherThanDigitsIsRefused() {
    assertThatThrownBy(() -> Phone.of(Version.V2013, "+86138"))
        .hasMessageContainingAll("\"+86138\"", "1 to 12");
    assertThatThrownBy(() -> Phone.of(Version.V2019, ""))
        .hasMessageContainingAll("\"\"", "1 to 20");
  }

  @Test
  void theSameNumberOfAnotherEditionIsAnother() {
    assertThat(Phone.of(Version.V2013, "1"))
        .isEqualTo(Phone.of(Version.V2013, "01"))
        .hasSameHashCodeAs(Phone.of(Version.V2013, "01"))
        .isNotEqualTo(Phone.of(Version.V2019, "1"));
  }
}
