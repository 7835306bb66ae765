// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DeviceKeysTest {

  @Test
  void aKeyIsTheHmacOfTheName() {
    // RFC 4231, test case 2.
    DeviceKeys keys = new DeviceKeys(new HonoDevices.Psk("Jefe"));
    assertThat(HexFormat.of().formatHex(keys.of("what do ya want for nothing?")))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  }

  @Test
  void eachDeviceHasItsOwnKeyWhateverTheOrder() {
    DeviceKeys keys = new DeviceKeys(new HonoDevices.Psk("demo"));
    byte[] first = keys.of("device-0");
    assertThat(keys.of("device-1")).isNotEqualTo(first);
    assertThat(new DeviceKeys(new HonoDevices.Psk("demo")).of("device-0")).isEqualTo(first);
    assertThat(new DeviceKeys(new HonoDevices.Psk("Demo")).of("device-0")).isNotEqualTo(first);
  }
}
