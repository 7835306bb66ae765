// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceAddressesTest {
  @Test
  void everyAddressOfTheLoopbackIsThisHosts() {
    assertThatCode(() -> SourceAddresses.check(List.of("127.0.0.1", "127.0.0.1")))
        .doesNotThrowAnyException();
  }

  @Test
  void anAddressOfAnotherHostIsRefusedWithItsKey() {
    // 192.0.2.0/24 is for documentation (RFC 5737); no host has it.
    assertThatThrownBy(() -> SourceAddresses.check(List.of("127.0.0.1", "192.0.2.7")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.bind[1]: ")
        .hasMessageContaining("192.0.2.7");
  }

  @Test
  void whatIsNoAddressIsRefused() {
    assertThatThrownBy(() -> SourceAddresses.check(List.of("no.such.host.invalid")))
        .hasMessage("devices.bind[0]: \"no.such.host.invalid\" is no address");
  }
}
