// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourcePortsTest {
  private static final SourcePorts PORTS = new SourcePorts(32_768, 60_999);

  private static List<String> problems(int devices, int here, String... bind) {
    List<String> found = new ArrayList<>();
    PORTS.check(
        "devices.count",
        devices,
        here,
        bind.length,
        (path, message) -> found.add(path + ": " + message));
    return found;
  }

  @Test
  void moreDevicesThanSourcePortsAreTooMany() {
    assertThat(problems(28_232, 28_232)).isEmpty();
    assertThat(problems(28_233, 28_233))
        .singleElement()
        .asString()
        .startsWith("devices.count: ")
        .contains("28233", "28232 ports (32768 to 60999)", "devices.bind names 1");
    Golden.of("run").holds("devices for which there are no ports", problems(28_233, 28_233).get(0));
  }

  @Test
  void moreSourceAddressesCarryMoreDevices() {
    assertThat(problems(50_000, 50_000, "10.0.0.1", "10.0.0.2")).isEmpty();
  }

  @Test
  void aShardNeedsPortsForItsDevicesOnly() {
    assertThat(problems(50_000, 16_667)).isEmpty();
    assertThat(problems(100_000, 33_334))
        .singleElement()
        .asString()
        .startsWith("devices.count: ")
        .contains("100000", "33334", "28232 ports (32768 to 60999)", "devices.bind names 1");
  }

  @Test
  void theLastPortsAreLeftToOtherProgramsUnlessTheDevicesNeedThem() {
    assertThat(PORTS.forDevices(27_232)).isEqualTo(new SourcePorts(32_768, 59_999));
    assertThat(PORTS.forDevices(27_233)).isEqualTo(PORTS);
    assertThat(new SourcePorts(61_000, 61_015).forDevices(1).count()).isPositive();
  }
}
