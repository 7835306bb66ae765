// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OpenFilesTest {
  @Test
  void aProcessNeedsAFileForEachOfItsOwnDevicesAndSomeMore() {
    assertThatCode(() -> OpenFiles.check(50_000, 16_667, 20_000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> OpenFiles.check(50_000, 16_667, 4_096))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "devices.count: found 50000, of which this shard has 16667, but this process may open"
                + " 4096 files and needs 16967; raise the limit with: ulimit -n 16967");
    assertThatThrownBy(() -> OpenFiles.check(5_000, 5_000, 4_096))
        .hasMessage(
            "devices.count: found 5000, but this process may open 4096 files and needs 5300; raise"
                + " the limit with: ulimit -n 5300");
  }
}
