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
        .message()
        .startsWith("devices.count: ")
        .containsSubsequence("50000", "16667", "4096", "16967", "ulimit -n 16967");
    assertThatThrownBy(() -> OpenFiles.check(5_000, 5_000, 4_096))
        .message()
        .startsWith("devices.count: ")
        .containsSubsequence("5000", "4096", "5300", "ulimit -n 5300")
        .doesNotContain("shard");
  }
}
