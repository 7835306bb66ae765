// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Fleet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceAddressesTest {
  private static void check(String... bind) throws TargetException, UsageException {
    SourceAddresses.check(new Fleet(1, List.of(bind), null, null, null, null, null, null));
  }

  @Test
  void everyAddressOfTheLoopbackIsThisHosts() {
    assertThatCode(() -> check("127.0.0.1", "127.0.0.1")).doesNotThrowAnyException();
  }

  @Test
  void anAddressOfAnotherHostIsRefusedWithItsKey() {
    // 192.0.2.0/24 is for documentation (RFC 5737); no host has it.
    assertThatThrownBy(() -> check("127.0.0.1", "192.0.2.7"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.bind[1]: ")
        .hasMessageContaining("192.0.2.7");
  }

  @Test
  void whatIsNoAddressIsRefused() {
    assertThatThrownBy(() -> check("no.such.host.invalid"))
        .hasMessage("devices.bind: no.such.host.invalid is no address");
  }
}
