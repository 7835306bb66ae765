// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.HonoPack;
import io.fleetload.hono.Profiles;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceKeysTest {
  @TempDir private Path directory;

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

  @Test
  void aFileOfTheProfileIsFromTheProfilesDirectory() throws Exception {
    Files.writeString(directory.resolve("keys.csv"), "auth-id,key\ndevice-0,b25l\n");
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(
                Profiles.good("count: 50", "count: 1, psk: { file: keys.csv }")
                    .replace("20/s", "1/s"));

    assertThat(DeviceKeys.of(profile, "tload").of("device-0")).asString().isEqualTo("one");
  }

  @Test
  void aFileOfTheCommandLineIsFromWhereTheCommandWasStarted() throws Exception {
    Path file = Path.of("keys", "it's.csv");
    String override = new HonoPack().keysFrom(file).orElseThrow();

    HonoProfile profile = new Profiles(directory, Map.of()).read(Profiles.GOOD, override);

    assertThat(profile.devices().psk().file().path()).isEqualTo(file.toAbsolutePath());
  }
}
