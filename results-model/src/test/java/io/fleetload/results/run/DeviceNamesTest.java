// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceNamesTest {
  @Test
  void anIndexMayHaveLeadingZeros() {
    assertThat(new DeviceNames("d-{index}").of(12)).isEqualTo("d-12");
    assertThat(new DeviceNames("d{index:4}x").of(12)).isEqualTo("d0012x");
  }

  @Test
  void eachPartOfAFleetHasItsOwnForm() {
    String pattern =
        DeviceNames.ofRanges(
            List.of(0, 10, 15, 20), List.of("a-{index}", "b{index:3}", "b{index:3}", "c{index}"));
    DeviceNames names = new DeviceNames(pattern);

    assertThat(pattern).isEqualTo("a-{index}|10|b{index:3}|20|c{index}");
    assertThat(List.of(names.of(0), names.of(9), names.of(10), names.of(19), names.of(20)))
        .containsExactly("a-0", "a-9", "b010", "b019", "c20");
  }
}
