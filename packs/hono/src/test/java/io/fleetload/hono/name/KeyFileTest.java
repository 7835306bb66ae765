// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.Profiles;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Fleet;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFileTest {
  private static final FleetNames NAMES =
      new FleetNames(
          new HonoDevices(
              new Fleet(2, null, null, null, null, null, null, null),
              "d-{index}",
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null));

  @TempDir private Path directory;

  private KeyFile file(String text) throws IOException {
    return new KeyFile(Files.writeString(directory.resolve("keys"), text));
  }

  /** Of the one or the other tenant, T or U, that share the two devices. */
  private FleetNames namesOf(String tenant) throws Exception {
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(
                Profiles.GOOD,
                "tenant=null",
                "tenants=[{id: T}, {id: U}]",
                "devices={count: 2, id: 'd-{index}'}");
    return FleetNames.ofDevices(profile, tenant);
  }

  @Test
  void csvGivesEachDeviceItsKey() throws Exception {
    KeyFile.Keys keys =
        file("""
                tenant,device-id,auth-id,type,key
                T,d-1,d-1,psk,b25l
                other,d-1,d-1,psk,eA==
                T,d-0,d-0,psk,bnVsbA==
                """)
            .read(NAMES, "T");

    assertThat(new String(keys.of("d-0"), StandardCharsets.UTF_8)).isEqualTo("null");
    assertThat(new String(keys.of("d-1"), StandardCharsets.UTF_8)).isEqualTo("one");
  }

  @Test
  void aFileWithoutTenantsIsForAllThatShareTheFleet() throws Exception {
    String both = "auth-id,key\nd-0,bnVsbA==\nd-1,b25l\n";

    for (String tenant : List.of("T", "U")) {
      FleetNames names = namesOf(tenant);
      KeyFile.Keys keys = file(both).read(names, tenant);
      assertThat(names.count()).isEqualTo(1);
      assertThat(new String(keys.of(names.name(0)), StandardCharsets.UTF_8))
          .isEqualTo(names.name(0).equals("d-0") ? "null" : "one");
      assertThatThrownBy(() -> file(both + "d-2,eA==\n").read(names, tenant))
          .hasMessageContainingAll("keys:4: d-2 ", "devices.count", "devices.id");
    }
  }

  @Test
  void aKeyOfAnotherTenantsDeviceIsNamed() throws Exception {
    FleetNames names = namesOf("T");
    String others = names.name(0).equals("d-0") ? "d-1" : "d-0";
    KeyFile wrong = file("tenant,auth-id,key\nT," + others + ",b25l\n");
    assertThatThrownBy(() -> wrong.read(names, "T"))
        .hasMessageContainingAll("keys:2: " + others + " ", "(tenants)");
  }

  @Test
  void jsonLinesGiveEachDeviceItsKey() throws Exception {
    KeyFile.Keys keys =
        file("""
                {"auth-id":"d-0","key":"bnVsbA=="}

                {"key":"b25l","auth-id":"d-1"}
                """)
            .read(NAMES, "T");

    assertThat(new String(keys.of("d-1"), StandardCharsets.UTF_8)).isEqualTo("one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auth-id,key;d-0,*ecret | :2: the key of d-0 ",
        "auth-id,key;d-0,eA==;d-0,eA== | :3: d-0 ",
        "auth-id,key;x,eA== | :2: x is no device",
        "auth-id,key;d-0,eA==,c | :2: has 3 values",
        "name,secret | :1: expected the columns' names",
        "{\"auth-id\": | :1: is no JSON",
        "{\"auth-id\":\"d-0\"} | :1: has no auth-id",
        "auth-id,key;d-0,eA== | 1 of 2 devices"
      })
  void aWrongLineIsNamedWithoutItsKey(String text, String why) throws Exception {
    KeyFile file = file(text.replace(';', '\n'));

    assertThatThrownBy(() -> file.read(NAMES, "T"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(file.path().toString())
        .hasMessageContaining(why)
        .hasMessageNotContaining("ecret,")
        .hasMessageNotContaining("*ecret")
        .message()
        .satisfies(
            message ->
                Golden.of("provisioning")
                    .holds("keys: " + text, message.replace(file.path().toString(), "FILE")));
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    assertThatThrownBy(() -> new KeyFile(directory.resolve("none")).read(NAMES, "T"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("devices.psk.file: ")
        .hasMessageEndingWith("cannot be read (there is no such file or directory)");
  }
}
