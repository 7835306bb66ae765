// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.stamp.RunId;
import io.fleetload.tool.JavaOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceProcessTest {
  @Test
  void theDevicesThatAreCalibratedStartAsThoseOfARun() {
    List<String> command =
        DeviceProcess.command(
            Path.of("devices.jar"), Path.of("profile.yaml"), Path.of("out"), RunId.parse("2a"));

    assertThat(command.subList(1, command.size()))
        .startsWith(JavaOptions.OF_DEVICES.toArray(String[]::new))
        .containsSubsequence("-jar", "devices.jar", "profile.yaml", "--run-id=2a", "--out=out");
  }
}
