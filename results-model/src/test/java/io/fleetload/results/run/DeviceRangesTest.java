// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceRangesTest {
  private final DeviceRanges ranges = new DeviceRanges(List.of(0, 6, 7));

  private static RoundRobin turns(int devices, int from) {
    return new RoundRobin(devices, 0, "device-{index}").from(from);
  }

  @Test
  void aDeviceIsInTheRangeThatBeginsLastBeforeIt() {
    assertThat(ranges.count()).isEqualTo(3);
    assertThat(List.of(0, 5, 6, 7, 9_999).stream().map(ranges::of)).containsExactly(0, 0, 1, 2, 2);
  }

  @Test
  void aFlowIsOfOneRangeWhereThisHasAllItsDevices() {
    assertThat(ranges.of(turns(6, 0))).isZero();
    assertThat(ranges.of(turns(1, 6))).isEqualTo(1);
    assertThat(ranges.of(turns(3, 7))).isEqualTo(2);
    // Fewer users than devices are the first ones of the group.
    assertThat(ranges.of(turns(2, 0))).isZero();
    assertThat(ranges.of(turns(7, 0))).isEqualTo(DeviceRanges.SEVERAL);
    assertThat(ranges.of(turns(10, 0))).isEqualTo(DeviceRanges.SEVERAL);
  }
}
