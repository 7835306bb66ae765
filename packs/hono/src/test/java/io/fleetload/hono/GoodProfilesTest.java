// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.flow.FlowSpec;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.hono.profile.PrometheusPage;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoodProfilesTest {

  @TempDir Path directory;

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../../profiles"))) {
      return files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyProfileThatUsersStartFromIsRead(Path file) throws ProfileException {
    HonoProfile profile = (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
    assertThat(file).hasFileName(profile.run().name() + ".yaml");
    assertThat(profile.flowsByName()).isNotEmpty();
  }

  @Test
  void aBodyTakesValuesFromData() throws Exception {
    Files.writeString(directory.resolve("rooms.csv"), "name,floor\nhall,0\nattic,3\n");
    String text =
        Profiles.good(
            "ttd: 10s", "body: '{\"by\":\"{{stamp}}\",\"in\":\"{{rooms.name}}\",\"n\":{{n}}}'");
    Scenario scenario =
        new Profiles(directory, Map.of()).scenario(text + "data: { rooms: { file: rooms.csv } }\n");
    FlowSpec query =
        scenario.run().flows().stream()
            .filter(each -> each.name().equals("commandQuery"))
            .findFirst()
            .orElseThrow();
    Stamp stamp = new Stamp(RunId.parse("ab12"), "commandQuery", Period.MEASURED, 3, 43, 5, 6);

    byte[] body = query.body(device -> "device-" + device, 3, stamp);

    assertThat(new String(body, StandardCharsets.UTF_8))
        .isEqualTo("{\"by\":\"" + stamp.text() + "\",\"in\":\"attic\",\"n\":43}");
    assertThat(query.made(body, "device-3", stamp)).isTrue();
  }

  @Test
  void aBodyTakesTheRowOfItsDevice() throws Exception {
    Files.writeString(directory.resolve("rooms.csv"), "name,floor\n007,0\n1E5,3\n");
    String text =
        Profiles.good(
            "ttd: 10s",
            "body: '{\"by\":\"{{stamp}}\",\"in\":\"{{rooms.name}}\",\"on\":{{rooms.floor}}}'");
    Scenario scenario =
        new Profiles(directory, Map.of())
            .scenario(
                text + "data: { rooms: { file: rooms.csv, per: device, order: circular } }\n");
    FlowSpec query =
        scenario.run().flows().stream()
            .filter(each -> each.name().equals("commandQuery"))
            .findFirst()
            .orElseThrow();
    Stamp stamp = new Stamp(RunId.parse("ab12"), "commandQuery", Period.MEASURED, 3, 44, 5, 6);

    byte[] body = query.body(device -> "device-" + device, 3, stamp);

    assertThat(new String(body, StandardCharsets.UTF_8))
        .isEqualTo("{\"by\":\"" + stamp.text() + "\",\"in\":\"1E5\",\"on\":3}");
    assertThat(query.made(body, "device-3", stamp)).isTrue();
  }

  @Test
  void whatTheProfileLeavesOpenIsFilledIn() throws ProfileException {
    HonoProfile profile = new Profiles(directory, Map.of()).read(Profiles.GOOD);
    assertThat(profile.run().seed()).isEqualTo(1);
    assertThat(profile.target().kind()).isEqualTo(HonoTarget.Kind.EMBEDDED);
    assertThat(profile.target().kafka()).isEqualTo("127.0.0.1:9092");
    assertThat(profile.target().provision()).isTrue();
    assertThat(profile.devices().name(7)).isEqualTo("device-7");
    assertThat(profile.devices().timeout()).hasToString("30s");
    assertThat(profile.phases().connect().rate()).hasToString("200/s");
    assertThat(profile.phases().drain()).hasToString("40s");
    assertThat(((HonoFlow.Telemetry) profile.flows().get("telemetry")).confirmable()).isTrue();
    assertThat(profile.flows().get("telemetry").contents().size().bytes()).isEqualTo(512);
    assertThat(((HonoFlow.CommandQuery) profile.flows().get("commandQuery")).command().answer())
        .isEqualTo(200);
    assertThat(profile.generator().maxLag()).hasToString("100ms");
    assertThat(profile.generator().maxPause()).hasToString("1s");
    assertThat(profile.generator().maxCpu()).hasToString("95%");
    assertThat(profile.generator().maxOthers()).hasToString("15%");
    assertThat(profile.generator().maxCpu().fraction()).isEqualTo(0.95);
    assertThat(profile.generator().maxStolen()).isNull();
    assertThat(profile.devices().maxInFlight()).isEqualTo(500);
    assertThat(profile.thresholds()).isEmpty();
    assertThat(Scenario.of(new HonoPack(), profile).defaultThresholds())
        .containsExactly(
            "devices.notConnected == 0",
            "devices.unexpectedAnswers == 0",
            "flows.*.achieved >= 99%",
            "flows.*.failed == 0",
            "flows.*.unsettled == 0",
            "ledger.lost == 0",
            "ledger.duplicate == 0",
            "ledger.misdelivered == 0",
            "ledger.altered == 0",
            "ledger.invented == 0",
            "ledger.unstamped == 0",
            "ledger.foreign == 0",
            "commands.deliveredUnconfirmed == 0",
            "commands.duplicate == 0",
            "commands.misdelivered == 0",
            "commands.altered == 0");
  }

  @Test
  void theDrainLastsUntilEveryMessageHasHadItsTime() throws ProfileException {
    Profiles profiles = new Profiles(directory, Map.of());
    assertThat(profiles.read(Profiles.GOOD, "devices.timeout=50s").phases().drain())
        .hasToString("1m");
    assertThat(profiles.read(Profiles.GOOD, "devices.timeout=2s").phases().drain())
        .as("never less than this")
        .hasToString("15s");
    assertThat(profiles.read(Profiles.GOOD, "phases.drain=2m").phases().drain()).hasToString("2m");
  }

  @Test
  void anAnchorIsReadWhereItIsUsed() throws ProfileException {
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(
                Profiles.good("telemetry: { rate: 20/s }", "telemetry: &t { rate: 25/s }")
                    + "  event: *t\n");
    assertThat(profile.flows().get("event").timing().rate()).hasToString("25/s");
  }

  @Test
  void aMetricsPageHasARoleOrIsAnAddressAlone() throws ProfileException {
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(
                Profiles.GOOD
                    + "target: { prometheus: [{ role: adapter, url: \"http://a:8088/prometheus\","
                    + " everyAddress: true },"
                    + " \"http://b:9404/metrics\"] }\n");
    assertThat(profile.target().prometheus())
        .containsExactly(
            new PrometheusPage(PrometheusPage.Role.ADAPTER, "http://a:8088/prometheus", true),
            new PrometheusPage(null, "http://b:9404/metrics", false));
  }

  @Test
  void anExternalTargetNeedsNoRegistryWhereNothingIsProvisioned() throws ProfileException {
    HonoProfile profile =
        new Profiles(directory, Map.of())
            .read(
                Profiles.GOOD
                    + "target: { kind: external, coap: \"[::1]:5684\", kafka: \"a:1,b:2\","
                    + " provision: false }\n",
                "devices.psk.derivedFrom=own");
    assertThat(profile.target().access().mongodb()).isNull();
    assertThat(profile.target().coapHost()).isEqualTo("[::1]");
  }

  @Test
  void aProfileForAnEmbeddedHonoMayBeRunAgainstAnExternalOne() throws ProfileException {
    Profiles profiles = new Profiles(directory, Map.of());
    String text = Profiles.GOOD + "target: { services: { requestTimeout: 500ms } }\n";

    assertThat(profiles.read(text).target().services().requestTimeout().millis()).isEqualTo(500);
    HonoTarget external =
        profiles
            .read(
                text,
                "target.kind=external",
                "target.coap=h:1",
                "target.kafka=h:2",
                "target.provision=false",
                "devices.psk.derivedFrom=own")
            .target();
    assertThat(external.services()).isNull();
  }
}
