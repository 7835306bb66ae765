// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.yaml.ProfileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverridesTest {

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of("DEVICES", "70", "NAME", "from-outside"));
  }

  private void refused(String override, String where, String... what) {
    profiles.refusedWith(override, GOOD, where, what);
  }

  @Test
  void anOverrideWinsOverTheFile() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            GOOD, "flows.telemetry.rate=900/s", "devices.count=60", "devices.count = 61 ");
    assertThat(profile.flows().get("telemetry").timing().rate()).hasToString("900/s");
    assertThat(profile.devices().count()).isEqualTo(61);
  }

  @Test
  void anOverrideAddsWhatTheFileLacks() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            GOOD,
            "flows.event.rate=5/s",
            "flows.event.size=1KiB",
            "devices.bind=[10.0.0.1, 10.0.0.2]",
            "target.kafkaProperties={security.protocol: SSL, batch.size: 0}",
            "thresholds=[ledger.lost == 0]");
    assertThat(profile.flowsByName()).containsOnlyKeys("telemetry", "event", "commandQuery");
    assertThat(profile.flows().get("event").contents().size().bytes()).isEqualTo(1024);
    assertThat(profile.devices().bind()).containsExactly("10.0.0.1", "10.0.0.2");
    assertThat(profile.target().kafkaProperties())
        .isEqualTo(Map.of("security.protocol", "SSL", "batch.size", "0"));
    assertThat(profile.thresholds()).hasToString("[ledger.lost == 0]");
  }

  @Test
  void aValueMayHoldDotsEqualSignsAndVariables() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            GOOD,
            "target.coap=coap.example.org:5684",
            "target.mongodb=mongodb://user@host:27017/?a=b",
            "run.name=${NAME}",
            "devices.count=${DEVICES}");
    assertThat(profile.target().coapHost()).isEqualTo("coap.example.org");
    assertThat(profile.target().coapPort()).isEqualTo(5684);
    assertThat(profile.target().access().mongodb()).isEqualTo("mongodb://user@host:27017/?a=b");
    assertThat(profile.run().name()).isEqualTo("from-outside");
    assertThat(profile.devices().count()).isEqualTo(70);
  }

  @Test
  void aMistakeInAnOverrideIsReportedAsOne() {
    refused("flows.telemetry.rate=900", "--set: flows.telemetry.rate", "\"900\"");
    refused("flows.telemetry.rates=900/s", "--set: flows.telemetry.rates", "rate");
    refused("devices.count.x=5", "--set: devices.count", "a mapping");
    refused("devices.id=", "--set: devices.id", "nothing");
    refused("run.name=${ABSENT}", "--set: run.name", "ABSENT");
    refused("devices.bind=[10.0.0.1", "--set: devices.bind", "YAML");
  }

  @Test
  void whatAnOverrideReplacedIsNotBlamedOnTheFile() {
    refused("flows={telemetry: {}}", "--set: flows.telemetry", "no messages");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=5", "devices.count", ".=5", "devices.=5", ".count=5", "a..b=5"})
  void anOverrideOfAnotherFormIsRefused(String override) {
    String path = override.replaceAll("=.*", "");
    refused(override, "--set", "\"" + path + "...\"");
  }

  @Test
  void anElementOfAListCannotBeSetAlone() {
    refused("devices.bind[0]=10.0.0.1", "--set", "\"devices.bind[...\"", "devices.bind");
  }

  @Test
  void theDefaultHoldsWhereTheVariableIsNotSet() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            good("count: 50", "count: \"${ABSENT:33}\"")
                .replace("name: test", "name: \"${NAME:x}-${ABSENT:y}\""));
    assertThat(profile.devices().count()).isEqualTo(33);
    assertThat(profile.run().name()).isEqualTo("from-outside-y");
  }
}
