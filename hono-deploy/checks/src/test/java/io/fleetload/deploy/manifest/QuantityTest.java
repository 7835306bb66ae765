// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QuantityTest {
  @Test
  void cpusAreThousandths() {
    assertThat(Quantity.milliCpu("500m")).isEqualTo(500);
    assertThat(Quantity.milliCpu("1")).isEqualTo(1_000);
    assertThat(Quantity.milliCpu("0.25")).isEqualTo(250);
  }

  @Test
  void memoryIsMebibytesRoundedUp() {
    assertThat(Quantity.mebibytes("512Mi")).isEqualTo(512);
    assertThat(Quantity.mebibytes("1Gi")).isEqualTo(1_024);
    assertThat(Quantity.mebibytes("1M")).isEqualTo(1);
    assertThat(Quantity.mebibytes("1048577")).isEqualTo(2);
  }

  @Test
  void whatIsNoQuantityIsRefused() {
    assertThatThrownBy(() -> Quantity.mebibytes("512MB"))
        .hasMessageContainingAll("\"512MB\"", "512Mi");
  }
}
